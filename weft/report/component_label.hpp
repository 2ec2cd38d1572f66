// What people call a component, and where it stands in its server.
#pragma once

#include "weft/topology/graph.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace weft::report {

// As in a sentence: "GPU", "PCIe switch", "NUMA node".
std::string_view noun(topology::ComponentKind kind);

// "NVIDIA H100 SXM5", "ConnectX-7", "Intel Xeon (Sapphire Rapids)"; empty where not known.
std::string model_of(const topology::Topology& topology, ComponentId id);
// What the operating system calls it: "mlx5_0" for a port and for its NIC; else empty.
std::string device_of(const topology::Topology& topology, ComponentId id);
// The best name that is known: device, model, bus id, else its name in Weft ("gpu[0]").
std::string label_of(const topology::Topology& topology, ComponentId id);

// NVLink and xGMI: links between GPUs beside the host's tree.
bool is_fabric(const link::LinkModel& model);
// How many NVLinks or xGMI links are bundled in a link.
int links_in(const link::LinkModel& model);

// The component above in the host's tree, and the link that leads down from it.
struct Parent {
  ComponentId id;
  LinkId link;
};
std::optional<Parent> parent_of(const topology::Topology& topology, ComponentId id);
// The number that the operating system gives to the NUMA node above; empty where not known.
std::string numa_of(const topology::Topology& topology, ComponentId id);

// Payload rate of a kernel's writes alone on the link, which `weft link` calls usable.
Bandwidth usable(const link::LinkModel& model);

}  // namespace weft::report
