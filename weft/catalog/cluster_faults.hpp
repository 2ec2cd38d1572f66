// What is broken in a cluster: links down, narrower, slower or of an older generation.
//
// A fault names a link by its ends ("leaf[3]-spine[1]", all parallel cables) or a component, which
// stands for its uplink: the PCIe link of a device, the cables up of a switch or port. A switch
// that has no uplink (of the top tier, a router, a gateway) stands for all its cables. Faults of
// one link add up: what is down stays down. Errors: FAULT_UNKNOWN, FAULT_STATE, COMPONENT_*.
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/clusters.hpp"
#include "weft/topology/graph.hpp"

namespace weft::catalog {

Expected<topology::Topology> with_fault(topology::Topology cluster, const facts::FaultSpec& fault);

}  // namespace weft::catalog
