// A pipelined chain: from the root along the ranks (broadcast), or along them to the root (reduce),
// one piece after the other.
//
//   pieces + n-2 steps of S/pieces; sends S per rank; best with sqrt((n-2) S / (α B)) pieces
// Source: Chan et al. 2007, §4; NCCL runs broadcast and reduce this way, along its rings
// (src/device/{broadcast,reduce}.h).
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kChain;

// Buffers and phases of either, for whoever does it the same way.
void fill_chain(Schedule& schedule, const Shape& shape);
std::uint64_t chain_steps(const Shape& shape);
Seconds chain_time(const Shape& shape, Bytes size, const AlphaBeta& net);

// How many pieces are fastest; a fraction, as the formula has it.
double best_pieces(Rank ranks, Bytes size, const AlphaBeta& net);

}  // namespace weft::collective
