#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"
#include "weft/link/xgmi.hpp"

namespace weft::link {
namespace {

constexpr std::string_view kPrefix = "xgmi-";

// "xgmi2" and "xgmi3" are links between CPU sockets (socket_link_family.cpp).
bool claims(std::string_view name) { return name.starts_with(kPrefix); }

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions&) {
  const std::string_view body = name.substr(kPrefix.size());
  // "mi300x" and "gfx942" end like a count themselves, so the whole name goes first.
  const Counted counted = facts::find_xgmi(body) != nullptr ? Counted{body, 1} : split_count(body);
  if (facts::find_xgmi(counted.base) == nullptr) return xgmi_link({.arch = std::string(body)});
  return xgmi_link({.arch = std::string(counted.base), .links = counted.count});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& row : facts::xgmi_generations()) names.push_back("xgmi-" + row.arch);
  return names;
}

}  // namespace

Family xgmi_family() {
  return {.name = "xgmi",
          .title = "xGMI between GPUs",
          .form = "xgmi-<architecture> or xgmi-<architecture>x<links>",
          .options = {},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
