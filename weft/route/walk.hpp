// Shortest ways through a topology over chosen kinds of links. Internal to the layer.
#pragma once

#include "weft/topology/graph.hpp"

#include <vector>

namespace weft::route {

using topology::Topology;

// Links that a walk may take and components that it may pass through (not: end at).
struct WalkRules {
  bool (*takes)(const topology::Link& link);
  bool (*passes)(topology::ComponentKind kind);
};

extern const WalkRules kPcieWalk;    // the host's tree: switches, NUMA nodes, sockets, memory ends
extern const WalkRules kFabricWalk;  // NVLink, xGMI, their like and switches

// One shortest way as links, first to last; empty where there is none (or from == to).
// Ties go to the link that was added first, so the result does not depend on anything else.
std::vector<LinkId> shortest_way(const Topology& topology, ComponentId from, ComponentId to,
                                 const WalkRules& rules);

// All shortest ways.
std::vector<std::vector<LinkId>> shortest_ways(const Topology& topology, ComponentId from,
                                               ComponentId to, const WalkRules& rules);

}  // namespace weft::route
