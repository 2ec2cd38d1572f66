// One PCI function as a record: what it is, its two link states, what stands below it.
#pragma once

#include "weft/facts/gpus.hpp"
#include "weft/link/model.hpp"
#include "weft/topology/component.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::topology {

// What a bridge is in PCI Express. Without its capabilities (a reader that is not root) only its
// place tells: `bridge`.
enum class PciPort : std::uint8_t { none, bridge, root, upstream, downstream };

struct PcieState {
  double gtps = 0;  // 0: not known
  int lanes = 0;    // 0: not known

  bool is_known() const { return gtps > 0 && lanes > 0; }
};

struct NetworkPort {
  link::LinkModelPtr model;
  Provenance provenance = Provenance::trained;
  Attributes attributes;  // name …
};

struct PciFunction {
  std::uint16_t vendor_id() const { return id ? id->vendor : vendor; }

  std::string busid;       // "0000:18:00.0"
  std::string class_code;  // hexadecimal, from its front: "0302" or "030200"; empty: unknown
  std::optional<facts::PciId> id;
  std::uint16_t vendor = 0;  // where words tell the vendor and nothing the product; 0: unknown
  std::optional<facts::PciId> subsystem;
  PciPort port = PciPort::none;
  PcieState trained;  // of its own end of the link above it
  PcieState most;     // what that end can do
  Attributes attributes;
  std::vector<NetworkPort> ports;
  std::vector<PciFunction> below;
  int line = 0;
};

// The kind of component, or nullopt where it is nothing that traffic between GPUs, NICs, memory
// and storage meets: sound, USB, registers of the CPU.
std::optional<ComponentKind> kind_of(const PciFunction& function, bool is_integrated);

// "16.0 GT/s PCIe" as the kernel writes it.
std::string pcie_speed_text(double gtps);
// The generation that signals so; 0 where none does.
int pcie_generation_of(double gtps);
// "16.0 GT/s PCIe", "8GT/s" → GT/s; 0 where the text is no known speed.
double pcie_speed(std::string_view text);
// A rate of the whole link in GB/s, as hwloc states it, split into speed and lanes. Several splits
// give the same rate: the product's own where it is one, else the widest up to x16.
PcieState pcie_state_of_rate(double gigabytes_per_second, std::optional<facts::PciId> product);

}  // namespace weft::topology
