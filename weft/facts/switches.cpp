#include "weft/facts/switches.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/lines.hpp"
#include "weft/facts/reader.hpp"

namespace weft::facts {

NetworkSwitch read_network_switch(const Record& r) {
  const int ports = r.integer("ports");
  const double port_Gbps = r.number("port_Gbps");
  NetworkSwitch made{.name = r.text("name"),
                     .aliases = r.texts("aliases"),
                     .pretty = r.text("pretty"),
                     .network = r.text("network"),
                     .chip = r.flag_or("chip", false),
                     .ports = ports,
                     .port_rate = gigabits_per_second(port_Gbps),
                     .radix = r.integer_or("radix", ports),
                     .radix_rate = gigabits_per_second(r.number_or("radix_Gbps", port_Gbps)),
                     .latency = nanoseconds(r.number_or("latency_ns", 0)),
                     .power_watts = r.number_or("power_W", 0),
                     .most_watts = r.number_or("most_W", 0),
                     .height_units = r.integer_or("height_U", 0),
                     .in_network = r.text_or("in_network", ""),
                     .doubt = r.text_or("doubt", ""),
                     .evidence = r.evidence()};
  if (made.radix_rate * static_cast<double>(made.radix) > made.total())
    r.malformed("its radix carries more than its ports", DataFault::contradiction);
  return made;
}

PcieSwitch read_pcie_switch(const Record& r) {
  return {.name = r.text("name"),
          .aliases = r.texts("aliases"),
          .pretty = r.text("pretty"),
          .pci_ids = read_pci_ids(r),
          .pcie_gen = read_pcie_generation(r, "pcie_gen"),
          .lanes = r.integer("lanes"),
          .power_watts = r.number_or("power_W", 0),
          .evidence = r.evidence()};
}

const std::vector<NetworkSwitch>& network_switches() {
  static const auto rows =
      Document("switches.toml").table<NetworkSwitch>("switch", read_network_switch);
  return rows;
}

const std::vector<PcieSwitch>& pcie_switches() {
  static const auto rows =
      Document("pcie-switches.toml").table<PcieSwitch>("pcie_switch", read_pcie_switch);
  return rows;
}

const NetworkSwitch* find_network_switch(std::string_view name) {
  return find_named(network_switches(), name);
}

const PcieSwitch* find_pcie_switch(std::string_view name) {
  return find_named(pcie_switches(), name);
}

}  // namespace weft::facts
