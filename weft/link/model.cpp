#include "weft/link/model.hpp"

#include <utility>

namespace weft::link {

const char* to_string(Duplex duplex) {
  constexpr const char* kNames[] = {"full", "half", "shared"};
  return kNames[static_cast<int>(duplex)];
}

Sharing half_duplex(std::string what, std::string source) {
  return {Duplex::half, 1, std::move(what), std::move(source)};
}

Sharing shared_by_devices(std::string what, std::string source) {
  return {Duplex::shared, 1, std::move(what), std::move(source)};
}

}  // namespace weft::link
