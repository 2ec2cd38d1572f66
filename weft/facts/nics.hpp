// Network adapters and NVSwitch chips, by name or PCI id.
// Data: weft/facts/data/{nics,nvswitches}.toml. Rates per direction. Threads: immutable.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/evidence.hpp"
#include "weft/facts/gpus.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct Nic {
  std::string name;                  // "connectx-7"
  std::vector<std::string> aliases;  // "cx7"
  std::string pretty;
  std::string vendor;
  std::string device;  // what the operating system calls the first, less its number: "mlx5_"
  std::vector<PciId> pci_ids;           // physical functions, then virtual ones
  std::vector<std::string> line_rates;  // of infiniband_rates() and ethernet_rates(), fastest first
  int ports = 1;                        // of the usual card
  Bandwidth port_rate{0};               // of one port at its fastest, data rate
  int pcie_gen = 0;
  int pcie_lanes = 0;
  bool rdma = true;
  bool in_order = true;  // packets of a flow stay on one path (no spraying by the adapter)
  Seconds latency{0};    // one way, verbs or the like, both adapters; 0: not published
  double message_rate_mpps = 0;
  double power_watts = 0;
  Evidence evidence;
};

struct NvSwitchChip {
  std::string name;  // "nvswitch3"
  std::string pretty;
  std::vector<PciId> pci_ids;
  int nvlink_gen = 0;
  int ports = 0;            // NVLinks that it can hold
  bool in_network = false;  // reduces and multicasts (NVLS)
  Evidence evidence;
};

const std::vector<Nic>& nics();
const std::vector<NvSwitchChip>& nvswitches();
Nic read_nic(const Record& record);  // one entry
NvSwitchChip read_nvswitch(const Record& record);

const Nic* find_nic(std::string_view name);  // or alias; null where unknown
const Nic* find_nic(PciId id);
const NvSwitchChip* find_nvswitch(std::string_view name);
const NvSwitchChip* find_nvswitch(PciId id);

}  // namespace weft::facts
