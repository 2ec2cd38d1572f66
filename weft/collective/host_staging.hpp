// What a ring takes longer where a hop goes through host memory.
//
// A rank's kernel runs a piece of the ring as one program: it sends, passes on n - 2 times or, in
// an all-reduce, 2n - 3 times, and receives. Over NVLink and P2P the sender writes into the
// receiver's memory, so that the receive at the end takes nothing of the link. Through host memory
// the receiver reads over its own link: the first turn only sends, the last only receives, and each
// direction idles for one turn of every piece. Source: NCCL src/device/all_reduce.h, all_gather.h,
// reduce_scatter.h (runRing), transport/shm.cc.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

// Turns over messages: (2n - 1)/(2n - 2) for a ring all-reduce, n/(n - 1) for a ring all-gather or
// reduce-scatter; 1 for what is not such a program.
double staged_turns(const Algorithm& algorithm, Collective collective, const Shape& shape);

}  // namespace weft::collective
