// How long one copy takes alone: closed forms for a person's estimate and for choosing a chunk.
// Pure functions; what other traffic does to a copy is the simulator's work.
#pragma once

#include "weft/base/units.hpp"

namespace weft::route {

// One transfer from device to device: start + S/B.
Seconds peer_copy_time(Bytes size, Bandwidth rate, Seconds start);

// Through host memory, one copy after the other: two starts + S/B1 + S/B2.
Seconds serial_copy_time(Bytes size, Bandwidth first, Bandwidth second, Seconds start);

// Through host memory in chunks, with two buffers so that both copies work at the same time. A
// stage takes start + C/B for a chunk; n chunks take t1 + t2 + (n-1)·max(t1, t2), less what a
// smaller last chunk saves. 0 < chunk; a chunk larger than the size is the size.
Seconds pipelined_copy_time(Bytes size, Bytes chunk, Bandwidth first, Bandwidth second,
                            Seconds start);

// The chunk for which `stages` (at least 2) equal stages of rate B take least: the derivative of
// (S/C + k-1)·(start + C/B) is zero at C = sqrt(S·start·B/(k-1)). At most the size.
Bytes best_chunk(Bytes size, Bandwidth rate, Seconds start, int stages = 2);

}  // namespace weft::route
