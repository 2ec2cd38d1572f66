// PAT, parallel aggregated trees (NCCL): Bruck's steps with the far distances first, so that little
// travels far, and bundled only as far as a buffer reaches; any number of ranks.
//
// Each rank's chunk spreads over a binomial tree of its own (a rank o further on hears it from
// o minus o's lowest bit); all n trees work at once, and what goes between the same two ranks is
// one message. A message may hold `bundle` chunks. With m the smallest power of two so that every
// m-th chunk fits, the distances from m on are taken as Bruck does, and the tree of m ranks below
// is walked branch by branch, for which buffers of log2 m messages do.
//
//   all_gather      ⌈log2 n⌉ steps where all fits, n-1 where one chunk does; (n-1)/n S
//   reduce_scatter  the same backwards
// Source: Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale",
// 2025; NVIDIA/nccl src/include/device.h.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kPat;

}  // namespace weft::collective
