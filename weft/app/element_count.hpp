// How nccl-tests cuts a size into elements, and so what a collective of that size really moves.
//
// Its elements are floats here, as they are there by default. Where S is a concatenation over n
// ranks, each rank's part is a whole number of 16-byte units (src/all_gather.cu and its like), and
// the size that it prints is that of these parts; otherwise whole elements. Where nccl-tests would
// print a size of 0 and time a call that moves nothing, Weft takes the smallest size that moves
// something and says so.
#pragma once

#include "weft/base/error.hpp"
#include "weft/schedule/collective_kind.hpp"

#include <cstdint>
#include <vector>

namespace weft::app {

// Sizes as they are moved, in the order asked for; those that fall together become one.
std::vector<Bytes> moved_sizes(schedule::Collective collective, const std::vector<Bytes>& asked,
                               std::size_t ranks, std::vector<Warning>& warnings);

// The column "count": elements of what one rank contributes or receives.
std::uint64_t element_count(schedule::Collective collective, Bytes moved, std::size_t ranks);

}  // namespace weft::app
