// Ring algorithms: each rank talks to the next one only.
//
//   all_reduce         2(n-1) steps of S/n: n-1 that add, n-1 that pass sums on
//   reduce_scatter     n-1 steps of S/n     all_gather  n-1 steps of S/n
//   broadcast, reduce  a pipelined chain along the ring, as chain.hpp
//   send_recv          one step of S to the next rank (nccl-tests' sendrecv)
// Source: Patarasu and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
// workstations", 2009; NVIDIA/nccl src/device/*.h for the order of chunks.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kRing;

// Passes what each rank holds, chunk r at rank r, once around; data of n chunks.
schedule::PhasePtr ring_all_gather_phase(Rank ranks);

}  // namespace weft::collective
