// Edge-disjoint Hamiltonian cycles of a small directed multigraph.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::collective {

// arcs[a][b] is the number of parallel arcs a → b.
using ArcCounts = std::vector<std::vector<int>>;
using Cycle = std::vector<std::uint32_t>;  // visits each node once, starting at node 0

// As many edge-disjoint directed Hamiltonian cycles as can be found within `budget` search steps;
// never more than the smallest in- or out-degree, which most wirings reach. The result is exact
// where the search ends within the budget, and always valid.
std::vector<Cycle> disjoint_cycles(const ArcCounts& arcs, std::uint64_t budget);

}  // namespace weft::collective
