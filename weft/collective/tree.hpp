// NCCL's Tree: a double binary tree. Two trees carry half of the data each, up and down, and a rank
// that is inner in one is a leaf in the other, so that all ports are used alike.
//
//   all_reduce  2(⌈log2 n⌉ + pieces-1) steps of S/(2 pieces) on each of two trees; 2S per rank
//
// Two messages share a port in all steps but one each way. The time is exact for powers of two;
// else the side of a tree that is not full is a little ahead.
// The second tree is the first one read backwards (rank r in the place of n-1-r) where n is even,
// or shifted by one where it is odd; then one rank is inner in both.
// Source: NVIDIA/nccl src/graph/trees.cc (ncclGetDtree); Sanders, Speck and Träff 2009.
#pragma once

#include "weft/collective/binary_tree.hpp"

namespace weft::collective {

extern const Algorithm kTree;

// In the second tree; place_in_tree() is the first.
TreePlace place_in_second_tree(Rank rank, Rank ranks);

// What the time tends to with many pieces, where a message's latency hides behind the next piece:
// 2 ⌈log2 n⌉ α + 2 S/B.
Seconds double_tree_limit(Rank ranks, Bytes size, const AlphaBeta& net);

}  // namespace weft::collective
