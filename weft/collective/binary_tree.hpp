// A pipelined binary tree, NCCL's: pieces go up it, added on the way, or down it.
//
//   each way  ⌈log2 n⌉ + pieces-1 steps of S/pieces; inner ranks send 2S down, all send S up
//
// The tree over ranks 0 … n-1 has its root at 0. Rank r with lowest bit b hangs on
// (r xor b) or 2b, or on r xor b where that is beyond the last rank; its children are r - b/2 and
// r + b/2 (or what is left of that). A rank's two children share its port: a step takes α +
// 2S/(pieces B), not the 2(α + S/(pieces B)) of one message after the other. Source: NVIDIA/nccl
// src/graph/trees.cc (ncclGetBtree); Sanders, Speck and Träff 2009.
#pragma once

#include "weft/collective/algorithm.hpp"

#include <optional>

namespace weft::collective {

extern const Algorithm kBinaryTree;

struct TreePlace {
  std::optional<Rank> parent;  // none at the root
  std::vector<Rank> children;  // at most two
};
TreePlace place_in_tree(Rank rank, Rank ranks);

// One way through the tree, for a port that each of a rank's children shares: what the slowest way
// takes, exactly downwards, upwards at most (exactly for powers of two).
Seconds tree_time(Rank ranks, std::uint64_t pieces, Bytes piece, const AlphaBeta& net);

}  // namespace weft::collective
