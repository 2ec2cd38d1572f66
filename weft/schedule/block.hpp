// Which chunks of a buffer a move touches: runs of consecutive chunks at equal distances.
//
// Without a `run` all chunks are consecutive. With one they come in runs of that many, whose starts
// lie `stride` apart, as in MPI_Type_vector; the last run may be shorter, and runs of one chunk
// with a stride of -1 go backwards. What `wraps` goes on at the other end of the buffer.
#pragma once

#include <cstdint>
#include <string>

namespace weft::schedule {

struct Block {
  std::uint64_t first = 0;
  std::uint32_t chunks = 1;
  std::uint32_t run = 0;
  std::int32_t stride = 0;
  bool wraps = false;
};

// Whether all chunks exist in a buffer of `total` and are different ones.
bool exists(const Block& block, std::uint64_t total);

// Chunk number `i` of a block that exists.
std::uint64_t chunk_at(const Block& block, std::uint32_t i, std::uint64_t total);

// Whether the two differ in nothing but their first chunk.
bool same_form(const Block& a, const Block& b);

// What is wrong with a block that does not exist, for errors: "names chunk 7 of 'data', which has
// 4".
std::string missing(const Block& block, const std::string& buffer, std::uint64_t total);

}  // namespace weft::schedule
