// Dragonfly and Dragonfly+: groups that are densely wired inside and joined pair by pair.
//
// Dragonfly: a routers a group in a full mesh, p endpoints and up to h global cables each.
// Dragonfly+: a leaves and a spines a group in a complete bipartite graph, p endpoints a leaf and
// up to h global cables a spine. Every two groups are joined by the same number of cables; port x
// of a group is at its router (or spine) x mod a, so that groups use them evenly.
// Minimal routes only: local, global, local. Sources: J. Kim et al., "Technology-driven,
// highly-scalable dragonfly topology", ISCA 2008; A. Shpiner et al., "Dragonfly+", HiPINEB 2017.
#pragma once

#include "weft/topology/network/plan.hpp"

namespace weft::topology {

struct DragonflyShape {
  std::uint32_t p = 1;
  std::uint32_t a = 2;
  std::uint32_t h = 1;
  std::uint32_t groups = 3;
  std::uint32_t per_pair = 0;   // cables between two groups; 0: as many as the ports allow
  std::uint32_t endpoints = 0;  // where the last group has fewer; 0: all
};

PlanPtr dragonfly(DragonflyShape shape);
PlanPtr dragonfly_plus(DragonflyShape shape);

std::uint64_t dragonfly_most_groups(std::uint64_t a, std::uint64_t h);  // a·h + 1
std::uint64_t dragonfly_radix(std::uint64_t p, std::uint64_t a, std::uint64_t h);
std::uint64_t dragonfly_local_links(std::uint64_t a, std::uint64_t groups);
// All global ports in use, two a cable; the same where groups are as many as can be.
std::uint64_t dragonfly_global_ports(std::uint64_t a, std::uint64_t h, std::uint64_t groups);
std::uint32_t dragonfly_per_pair(std::uint32_t a, std::uint32_t h, std::uint32_t groups);
// Of the endpoints that radix k allows in Dragonfly+: (k/2)²·((k/2)² + 1).
std::uint64_t dragonfly_plus_hosts(std::uint64_t k);
// What each endpoint gets of its rate when each group sends to the next one, routed minimally.
double dragonfly_adversarial_share(std::uint32_t p, std::uint32_t a, std::uint32_t per_pair);

}  // namespace weft::topology
