// What a topology is made of: kinds of components, where they stand, what is known about them.
#pragma once

#include "weft/base/id.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::topology {

enum class ComponentKind : std::uint8_t {
  socket,       // a CPU package
  numa_node,    // the cores and PCIe root ports of one memory domain
  memory,       // the DRAM of one NUMA node
  pcie_switch,  // a bridge with devices below it
  gpu,
  nvswitch,
  nic,         // the PCIe function; its ports are components of their own
  port,        // a network port of a NIC
  pci_device,  // a PCIe device of unknown class
  host,        // an endpoint of a generated network
  network_switch,
  outside,  // named by a file but not described in it
  leaf,     // switches of networks by their place in them
  spine,
  core,
  super_core,
  access,
  aggregation,
  router,
  ocs,      // an optical circuit switch: joins fibres and takes no part in routing
  gateway,  // where long-haul links to other sites end
};
inline constexpr std::size_t kComponentKinds = 21;

// Of any network, optical circuit switches included.
bool is_network_switch(ComponentKind kind);

// "gpu", "numa", "pcie-switch" …: the word before the index in a component's name.
std::string_view word(ComponentKind kind);
// Also by what else people say: "tor" and "edge" for "leaf", "agg" for "aggregation".
std::optional<ComponentKind> kind_from_word(std::string_view word);

// Coordinates that grow outwards; -1 where unknown.
struct Place {
  std::int32_t server = -1;
  std::int32_t rack = -1;
  std::int32_t row = -1;
  std::int32_t hall = -1;
  std::int32_t site = -1;

  bool operator==(const Place&) const = default;
};
std::string to_string(const Place& place);  // "server 0" or "site 0, hall 1, rack 7, server 3"

// How a figure came to be known, best first.
enum class Provenance : std::uint8_t { measured, trained, specified, assumed };
std::string_view word(Provenance provenance);

struct Attribute {
  std::string key;
  std::string value;
  Provenance provenance = Provenance::specified;

  bool operator==(const Attribute&) const = default;
};

// Attribute of a device directly below a NUMA node: which of the node's host bridges it is at.
inline constexpr std::string_view kHostBridge = "host-bridge";

// A short ordered list; the order is that of the file it came from.
class Attributes {
 public:
  void set(std::string_view key, std::string_view value,
           Provenance provenance = Provenance::specified);
  const Attribute* find(std::string_view key) const;
  std::string_view get(std::string_view key) const;  // empty where absent
  bool has(std::string_view key) const { return find(key) != nullptr; }
  void remove(std::string_view key);

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  bool empty() const { return list_.empty(); }

 private:
  std::vector<Attribute> list_;
};

}  // namespace weft::topology
