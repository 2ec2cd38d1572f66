// Ring algorithms: each rank talks to the next one only.
//
//   all_reduce      2(n-1) steps of S/n: n-1 that add, n-1 that pass sums on
//   reduce_scatter  n-1 steps of S/n     all_gather  n-1 steps of S/n
//   broadcast       a pipelined chain from the root: pieces + n-2 steps of S/pieces
//   send_recv       one step of S to the next rank (nccl-tests' sendrecv)
// Source: Patarasu and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
// workstations", 2009; NVIDIA/nccl src/device/*.h for the order of chunks.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kRing;

}  // namespace weft::collective
