// The collectives by name, what they promise in bytes, and nccl-tests' bandwidths.
//
// S is what nccl-tests prints as size: all_reduce, broadcast, reduce and send_recv the buffer of
// one rank; all_gather, reduce_scatter, gather, scatter and all_to_all the concatenation over the
// ranks. Source: NVIDIA/nccl-tests doc/PERFORMANCE.md.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace weft::schedule {

enum class Collective : std::uint8_t {
  all_reduce,
  all_gather,
  reduce_scatter,
  broadcast,
  reduce,
  all_to_all,
  gather,
  scatter,
  send_recv,  // each rank sends S to the next and receives S from the one before
  barrier,    // nobody goes on before all have come; no bytes
};

const char* word(Collective collective);  // "all_reduce"
std::span<const Collective> collectives();

// Accepts all_reduce, all-reduce, allreduce, AllReduce and all_reduce_perf.
Expected<Collective> parse_collective(std::string_view text);

// busbw = algbw × factor, where algbw = S / time; 0 for a barrier.
double busbw_factor(Collective collective, std::uint64_t ranks);

// Whether the result adds up what ranks hold (so that it needs an operator and a data type).
bool reduces(Collective collective);
// Whether one rank is special.
bool rooted(Collective collective);

}  // namespace weft::schedule
