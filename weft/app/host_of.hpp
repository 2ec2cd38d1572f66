// The host of a topology as operations need it: its CPU, how many sockets and NUMA nodes, what its
// memory and socket links carry.
//
// Errors: OPTION_UNFIT (no CPU or no memory that is known), COMPONENT_UNKNOWN.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/facts/cpus.hpp"
#include "weft/topology/graph.hpp"

#include <string>
#include <string_view>

namespace weft::app {

// The CPU of a NUMA node, by what the topology says of it.
const facts::Cpu& cpu_of(const topology::Topology& topology, ComponentId numa);

struct HostMemory {
  const facts::Cpu* cpu = nullptr;
  int sockets = 1;                 // of the server
  int parts = 1;                   // NUMA nodes of a socket
  Bandwidth socket_peak{0};        // all channels of one socket
  Bandwidth socket_link{0};        // payload from the other socket; 0 where there is none
  Seconds socket_link_latency{0};  // one way
  std::string socket_link_name;
  std::string socket_link_source;
  ResourceId memory;
  ResourceId link;
};

// Of the server that `named` (a NUMA node, memory or device) is in; the first where empty.
Expected<HostMemory> host_memory(const topology::Topology& topology, std::string_view named);

}  // namespace weft::app
