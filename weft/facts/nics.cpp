#include "weft/facts/nics.hpp"

#include "weft/facts/lines.hpp"
#include "weft/facts/reader.hpp"

#include <algorithm>

namespace weft::facts {
namespace {

template <class Row>
const Row* find_by_id(const std::vector<Row>& rows, PciId id) {
  for (const Row& row : rows)
    if (std::ranges::find(row.pci_ids, id) != row.pci_ids.end()) return &row;
  return nullptr;
}

}  // namespace

Nic read_nic(const Record& r) {
  return {.name = r.text("name"),
          .aliases = r.texts("aliases"),
          .pretty = r.text("pretty"),
          .vendor = r.text("vendor"),
          .device = r.text_or("device", "nic"),
          .pci_ids = read_pci_ids(r),
          .line_rates = r.texts("line_rates"),
          .ports = r.integer("ports"),
          .port_rate = gigabits_per_second(r.number("port_Gbps")),
          .pcie_gen = read_pcie_generation(r, "pcie_gen"),
          .pcie_lanes = r.integer("pcie_lanes"),
          .rdma = r.flag_or("rdma", true),
          .in_order = r.flag_or("in_order", true),
          .latency = microseconds(r.number_or("latency_us", 0)),
          .message_rate_mpps = r.number_or("message_rate_Mpps", 0),
          .power_watts = r.number_or("power_W", 0),
          .evidence = r.evidence()};
}

NvSwitchChip read_nvswitch(const Record& r) {
  return {.name = r.text("name"),
          .pretty = r.text("pretty"),
          .pci_ids = read_pci_ids(r),
          .nvlink_gen = r.integer("nvlink_gen"),
          .ports = r.integer("ports"),
          .in_network = r.flag_or("in_network", false),
          .evidence = r.evidence()};
}

const std::vector<Nic>& nics() {
  static const auto rows = Document("nics.toml").table<Nic>("nic", read_nic);
  return rows;
}

const std::vector<NvSwitchChip>& nvswitches() {
  static const auto rows = Document("nvswitches.toml").table<NvSwitchChip>("chip", read_nvswitch);
  return rows;
}

const Nic* find_nic(std::string_view name) {
  for (const Nic& nic : nics())
    if (nic.name == name || std::ranges::find(nic.aliases, name) != nic.aliases.end()) return &nic;
  return nullptr;
}

const Nic* find_nic(PciId id) { return find_by_id(nics(), id); }

const NvSwitchChip* find_nvswitch(std::string_view name) {
  const auto chip = std::ranges::find(nvswitches(), name, &NvSwitchChip::name);
  return chip == nvswitches().end() ? nullptr : &*chip;
}

const NvSwitchChip* find_nvswitch(PciId id) { return find_by_id(nvswitches(), id); }

}  // namespace weft::facts
