// Switches: boxes and chips of networks, and the PCIe switches inside servers.
// Data: weft/facts/data/{switches,pcie-switches}.toml. Rates per direction. Threads: immutable.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/evidence.hpp"
#include "weft/facts/gpus.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct NetworkSwitch {
  std::string name;  // "qm9700"
  std::vector<std::string> aliases;
  std::string pretty;
  std::string network;  // "infiniband" "ethernet" "slingshot" "ualink"
  bool chip = false;    // a chip that others build boxes of
  int ports = 0;        // at `port_rate`
  Bandwidth port_rate{0};
  int radix = 0;            // the most ports that it can be split into
  Bandwidth radix_rate{0};  // of one of those
  Seconds latency{0};       // port to port, light load
  double power_watts = 0;   // typical; 0: not published
  double most_watts = 0;    // with the optics it was built for; 0: not published
  int height_units = 0;
  std::string in_network;  // "SHARPv3", empty without reduction in the network
  std::string doubt;
  Evidence evidence;

  Bandwidth total() const { return port_rate * static_cast<double>(ports); }
};

struct PcieSwitch {
  std::string name;  // "pex89144"
  std::vector<std::string> aliases;
  std::string pretty;
  std::vector<PciId> pci_ids;
  int pcie_gen = 0;
  int lanes = 0;           // in all; 0: no switch, but functions that share the link of one card
  double power_watts = 0;  // 0: not published
  Evidence evidence;
};

const std::vector<NetworkSwitch>& network_switches();
const std::vector<PcieSwitch>& pcie_switches();
NetworkSwitch read_network_switch(const Record& record);  // one entry
PcieSwitch read_pcie_switch(const Record& record);

const NetworkSwitch* find_network_switch(std::string_view name);  // or alias; null where unknown
const PcieSwitch* find_pcie_switch(std::string_view name);

}  // namespace weft::facts
