// Slim Fly: routers as the McKay-Miller-Siran graph of diameter 2 for a prime power q = 4w + d.
//
// Router (0, x, y) is x·q + y, router (1, m, c) is q² + m·q + c. (0,x,y)~(0,x,y') where y - y' is
// in X, (1,m,c)~(1,m,c') where c - c' is in X', (0,x,y)~(1,m,c) where y = m·x + c. Source: M.
// Besta, T. Hoefler, "Slim Fly: a cost effective low-diameter network topology", SC 2014.
#pragma once

#include "weft/topology/network/plan.hpp"

namespace weft::topology {

struct SlimFlyShape {
  std::uint32_t q = 5;
  std::uint32_t hosts = 0;      // of each router; 0: half of the network ports, rounded up
  std::uint32_t endpoints = 0;  // where the last routers have fewer; 0: all
};

// Whether there is such a graph: a prime power from 3 on and not too large.
bool is_slim_fly(std::uint32_t q);
PlanPtr slim_fly(const SlimFlyShape& shape);

std::uint64_t slim_fly_routers(std::uint64_t q);
std::uint64_t slim_fly_degree(std::uint64_t q);  // network ports of a router
std::uint64_t slim_fly_hosts(std::uint64_t q);   // of each router, at full throughput
std::uint64_t slim_fly_links(std::uint64_t q);   // between routers
// Of the cut by columns, x and m each halved: q(q²+1)/2, for even q q³/2. No cut into halves has
// fewer than q³/2 links, by the second eigenvalue (q - d)/2.
std::uint64_t slim_fly_bisection(std::uint64_t q);
// The most nodes that a graph of this degree and diameter can have.
std::uint64_t moore_bound(std::uint64_t degree, unsigned diameter);

}  // namespace weft::topology
