#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"
#include "weft/link/socket_link.hpp"

#include <algorithm>
#include <array>

namespace weft::link {
namespace {

bool claims(std::string_view name) {
  constexpr std::array<std::string_view, 6> kStarts = {"qpi",   "upi",   "xgmi1",
                                                       "xgmi2", "xgmi3", "xgmi4"};
  if (facts::find_cpu_link(split_count(name).base) != nullptr) return true;
  return std::ranges::any_of(kStarts, [&](std::string_view s) { return name.starts_with(s); });
}

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions&) {
  const Counted counted = split_count(name);
  return socket_link({.name = std::string(counted.base), .links = counted.count});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& row : facts::cpu_links()) names.push_back(row.name);
  return names;
}

}  // namespace

Family socket_link_family() {
  return {.name = "socket-link",
          .title = "links between CPU sockets",
          .form = "<link> or <link>x<count>",
          .options = {},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
