#include "weft/facts/lines.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/family.hpp"

namespace weft::link {
namespace {

bool claims(std::string_view name) { return name.starts_with("eth") || name.ends_with("gbe"); }

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions& options) {
  if (name.starts_with("eth") && name.ends_with("g")) name.remove_suffix(1);  // "eth100g"
  return ethernet_link({.rate = std::string(name),
                        .framing = {.protocol = options.protocol.value_or(EthernetProtocol::raw),
                                    .mtu = options.mtu.value_or(0),
                                    .vlan = options.vlan,
                                    .ipv6 = options.ipv6,
                                    .timestamps = options.timestamps,
                                    .reth = options.reth}});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& row : facts::ethernet_rates()) names.push_back(row.name);
  return names;
}

}  // namespace

Family ethernet_family() {
  return {.name = "ethernet",
          .title = "Ethernet",
          .form = "eth<Gb/s> or eth<Gb/s>-<lanes>x",
          .options = {"--mtu", "--protocol", "--vlan", "--ipv6", "--timestamps", "--reth"},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
