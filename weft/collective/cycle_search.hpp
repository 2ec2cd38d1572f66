// The round trip whose fullest resource is least full: hops share links, switches and memory, so
// the best order of a ring cannot be told from its hops one by one.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::collective {

// Part of a resource that a hop takes at one unit of rate: wire bytes per payload byte / capacity.
struct HopLoad {
  std::uint32_t resource = 0;
  double load = 0;
};

struct CycleProblem {
  std::size_t nodes = 0;
  std::size_t resources = 0;
  std::vector<std::vector<HopLoad>> hops;  // [from · nodes + to]

  const std::vector<HopLoad>& hop(std::size_t from, std::size_t to) const {
    return hops[from * nodes + to];
  }
};

struct CycleCost {
  double fullest = 0;  // of the loads of all resources
  double total = 0;    // sum of all loads: among equals, the shortest ways win
};

CycleCost cost_of(const CycleProblem& problem, const std::vector<std::uint32_t>& cycle);

// Visits each node once, starting at node 0. Goes through all orders by branch and bound, starting
// from `first`; after `budget` steps the best found so far stands, which up to 8 nodes, and
// mostly beyond, is the optimum.
std::vector<std::uint32_t> best_cycle(const CycleProblem& problem, std::vector<std::uint32_t> first,
                                      std::uint64_t budget);

}  // namespace weft::collective
