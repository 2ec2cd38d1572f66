#include "weft/catalog/server_links.hpp"

#include "weft/link/family.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/pcie.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

// What a switch chip gives its uplink and each slot.
constexpr int kSlotLanes = 16;

Expected<link::LinkModelPtr> stated_or(const std::string& stated, int gen, int lanes) {
  if (!stated.empty()) return link::parse_link(stated);
  return link::pcie_link({.gen = gen, .lanes = lanes});
}

}  // namespace

int generation_below(const facts::PcieGroup&, const facts::PcieSwitch* chip, int above) {
  // Functions of one card are no faster below its link than above.
  if (chip == nullptr || chip->lanes == 0) return above;
  return chip->pcie_gen;
}

Expected<link::LinkModelPtr> uplink_of(const facts::PcieGroup& group, const facts::PcieSwitch* chip,
                                       int above) {
  return stated_or(group.uplink, chip == nullptr ? above : std::min(above, chip->pcie_gen),
                   kSlotLanes);
}

Expected<link::LinkModelPtr> link_of_gpu(const facts::PcieGroup& group, const facts::Gpu& gpu,
                                         int gen) {
  if (group.link.empty() && gpu.pcie_gen == 0)
    return fail("LINK_INVALID",
                fmt::format("{} has no PCIe link, and the group states no other", gpu.pretty),
                "Name the link of the group's devices: link = \"pcie5x16\".");
  return stated_or(group.link, std::min(gen, gpu.pcie_gen), gpu.pcie_lanes);
}

Expected<link::LinkModelPtr> link_of_nic(const facts::PcieGroup& group, const facts::Nic& nic,
                                         int gen) {
  return stated_or(group.link, std::min(gen, nic.pcie_gen), nic.pcie_lanes);
}

Expected<link::LinkModelPtr> link_on_gpu(const facts::GpuNics& group) {
  if (!group.link.empty()) return link::parse_link(group.link);
  return link::fixed_link({.name = "on the chip of the GPU",
                           .kind = "internal",
                           .rate = kUnlimited,
                           .latency = Seconds(0),
                           .source = "not limiting"});
}

Expected<link::LinkModelPtr> link_of_port(const facts::Nic& nic, const facts::ServerNics& nics) {
  std::string line = nics.line;
  if (line.empty()) {
    line = nic.line_rates.front();
    if (!line.starts_with("eth")) line = "ib-" + line;
  }
  link::LinkOptions options;
  if (line.starts_with("eth"))
    options.protocol = nic.rdma ? link::EthernetProtocol::rocev2 : link::EthernetProtocol::tcp;
  return link::parse_link(line, options);
}

int pcie_lanes(const link::LinkModel& link) {
  if (link.kind() != "pcie") return 0;
  const link::Waterfall waterfall = link.waterfall({});
  for (const link::Factor& factor : waterfall.factors())
    if (factor.role == link::Role::lanes) return static_cast<int>(std::lround(factor.value));
  return 1;
}

}  // namespace weft::catalog
