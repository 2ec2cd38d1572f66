// Bruck's algorithms: ⌈log2 n⌉ steps for any number of ranks.
//
//   all_gather  step k: pass 2^k blocks (at last what is missing) to the rank 2^k before. Blocks of
//               consecutive ranks, around the end, so that no rotation is left to do
//   all_to_all  step k: pass all blocks whose way has bit k set to the rank 2^k further on. Each
//               byte travels once per set bit: (n/2) log2 n blocks instead of n-1 in few messages
// Source: Bruck et al., "Efficient algorithms for all-to-all communications in multiport
// message-passing systems", 1997.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kBruck;

// Blocks that a rank sends in all_gather's or all_to_all's step `k`.
std::uint64_t bruck_blocks(Collective collective, Rank ranks, std::uint32_t k);

}  // namespace weft::collective
