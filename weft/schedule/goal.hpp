// What a collective starts from and what it promises, chunk by chunk.
//
// A chunk's value is the input chunk it stands for and the ranks whose input it holds; a chunk
// that holds nothing yet has no value. A buffer of any chunk count is judged: chunk c of a
// concatenation over ranks belongs to rank c·ranks/chunks.
#pragma once

#include "weft/schedule/contributions.hpp"
#include "weft/schedule/schedule.hpp"

#include <cstdint>
#include <optional>

namespace weft::schedule {

struct ChunkValue {
  std::uint64_t element = 0;  // index in the collective's input buffer
  Contributions from;
  bool operator==(const ChunkValue&) const = default;
};

// The value of a chunk of the first buffer before anything runs; nothing where it is undefined.
std::optional<ChunkValue> initial_value(const Schedule& schedule, Rank rank, std::uint64_t chunk);

// What a chunk of the last buffer must hold at the end; nothing where anything will do.
std::optional<ChunkValue> promised_value(const Schedule& schedule, Rank rank, std::uint64_t chunk);

}  // namespace weft::schedule
