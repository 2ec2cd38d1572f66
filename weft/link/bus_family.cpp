#include "weft/link/bus.hpp"
#include "weft/link/family.hpp"

#include <algorithm>
#include <array>

namespace weft::link {
namespace {

// Known names, and what looks like one, for the better error; "pci4x16" is meant to be PCIe.
bool claims(std::string_view name) {
  constexpr std::array<std::string_view, 5> kStarts = {"pci32", "pci64", "pcix", "agp", "fsb"};
  return facts::find_bus(name) != nullptr ||
         std::ranges::any_of(kStarts, [&](std::string_view s) { return name.starts_with(s); });
}

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions& options) {
  return bus_link({.name = std::string(name), .burst = options.burst.value_or(0)});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const facts::Bus& bus : facts::buses()) names.push_back(bus.name);
  return names;
}

}  // namespace

Family bus_family() {
  return {.name = "bus",
          .title = "parallel buses",
          .form = "pci<bits>-<MHz>, pcix<MT/s>, agp<rate>x or fsb<MT/s>",
          .options = {"--burst", "--verb"},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
