// Everyone talks to everyone at once: one step, over as many links as a rank has.
//
//   all_reduce (one-shot)       everyone sends all it has to everyone: (n-1) S each
//   all_gather, reduce_scatter  (n-1)/n S     all_to_all  (n-1)/n S: what NCCL does
//   gather, scatter             (n-1)/n S through the root's port
// Made for full meshes and NVSwitches, where the port is all links of a rank together. Sums are
// added in another order at each rank, so that their last bits may differ between ranks.
// Source: NVIDIA/nccl src/enqueue.cc (grouped sends and receives); TensorRT-LLM's custom all-reduce
// and vLLM's for one-shot and two-shot.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kDirect;

// Data of n chunks: everyone gets and adds its own chunk, or passes its own chunk to all.
schedule::PhasePtr direct_reduce_scatter_phase(Rank ranks);
schedule::PhasePtr direct_all_gather_phase(Rank ranks);

// all_to_all, from "send" (buffer 0) to "recv" (the last): what a rank has for itself.
schedule::PhasePtr own_part_phase(std::uint32_t recv);

}  // namespace weft::collective
