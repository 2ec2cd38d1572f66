// InfraGraph (github.com/Keysight/infragraph) as YAML or JSON: devices with components and edges
// inside, instances of devices, edges between these.
//
// Servers (devices with accelerators or NICs and a processor) are opened into sockets, switches,
// GPUs and NICs; a device with ports only is a network switch; a device used inside another is a
// card, one NIC. Links take the bandwidth stated, else what their description names ("PCIE_GEN4
// x16", "nvlink_3"), else none. Errors: YAML_*, INFRAGRAPH_*, FABRIC_NO_LINKS. Threads: none.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <string>
#include <string_view>

namespace weft::io {

bool is_infragraph(std::string_view text);
Expected<TopologyRead> read_infragraph(const TopologyText& input);

// A machine: each component a device of its own kind. Networks: servers, hosts and switches as
// instances with what is inside; sockets and memory are left to follow from the NUMA nodes.
std::string write_infragraph(const topology::Topology& topology);

}  // namespace weft::io
