// A machine's topology from its files: sockets, caches and NUMA nodes, the PCIe tree with trained
// and possible speeds, NICs and RDMA devices, NVLink and xGMI.
//
// Linux. What is there and cannot be seen is said with its reason: without root, config space ends
// at 64 bytes, so that ACS, payload sizes and relaxed ordering are not known.
// Errors: PROBE_NOTHING. Threads: none. Start reading at read_machine in probe.cpp.
#pragma once

#include "weft/probe/source.hpp"
#include "weft/topology/graph.hpp"

#include <string>
#include <vector>

namespace weft::probe {

struct Probed {
  topology::Topology topology;
  std::vector<Warning> warnings;
};

Expected<Probed> read_machine(Source& source, const std::string& name);

}  // namespace weft::probe
