// The round trip over all nodes whose worst hops are best and fewest.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::collective {

// quality[a][b] of the hop a → b, higher is better. Minimises the number of hops of the worst
// quality that occurs, then of the next, and so on: exactly up to 16 nodes (Held and Karp 1962),
// beyond that by going to the best node not yet visited. Starts at node 0.
std::vector<std::uint32_t> best_tour(const std::vector<std::vector<double>>& quality);

}  // namespace weft::collective
