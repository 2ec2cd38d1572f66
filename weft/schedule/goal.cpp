#include "weft/schedule/goal.hpp"

namespace weft::schedule {
namespace {

// Whose part of a concatenation over all ranks a chunk is.
Rank owner(const Schedule& schedule, std::uint64_t chunk, const Buffer& buffer) {
  return static_cast<Rank>(chunk * schedule.ranks / buffer.chunks);
}

// The first chunk of a rank's part, so that a part's chunks can be counted from there.
std::uint64_t first_chunk(const Schedule& schedule, Rank rank, const Buffer& buffer) {
  return (rank * buffer.chunks + schedule.ranks - 1) / schedule.ranks;
}

}  // namespace

std::optional<ChunkValue> initial_value(const Schedule& s, Rank rank, std::uint64_t chunk) {
  const ChunkValue own{chunk, Contributions::of(rank)};
  switch (s.collective) {
    case Collective::all_reduce:
    case Collective::reduce_scatter:
    case Collective::reduce:
    case Collective::all_to_all:
    case Collective::send_recv:
    case Collective::barrier:
      return own;
    case Collective::all_gather:
    case Collective::gather:
      if (owner(s, chunk, s.buffers.front()) == rank) return own;
      return std::nullopt;
    case Collective::broadcast:
    case Collective::scatter:
      if (rank == s.root) return own;
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<ChunkValue> promised_value(const Schedule& s, Rank rank, std::uint64_t chunk) {
  const Contributions everyone = Contributions::range(0, s.ranks);
  const Rank part = owner(s, chunk, s.buffers.back());
  switch (s.collective) {
    case Collective::all_reduce:
    case Collective::barrier:  // to have heard of everyone
      return ChunkValue{chunk, everyone};
    case Collective::reduce:
      if (rank == s.root) return ChunkValue{chunk, everyone};
      return std::nullopt;
    case Collective::reduce_scatter:
      if (part == rank) return ChunkValue{chunk, everyone};
      return std::nullopt;
    case Collective::all_gather:
      return ChunkValue{chunk, Contributions::of(part)};
    case Collective::gather:
      if (rank == s.root) return ChunkValue{chunk, Contributions::of(part)};
      return std::nullopt;
    case Collective::broadcast:
      return ChunkValue{chunk, Contributions::of(s.root)};
    case Collective::scatter:
      if (part == rank) return ChunkValue{chunk, Contributions::of(s.root)};
      return std::nullopt;
    case Collective::all_to_all: {
      // Part p of the output is what rank p had for us: our part of its input.
      const std::uint64_t offset = chunk - first_chunk(s, part, s.buffers.back());
      return ChunkValue{first_chunk(s, rank, s.buffers.front()) + offset, Contributions::of(part)};
    }
    case Collective::send_recv:
      return ChunkValue{chunk, Contributions::of((rank + s.ranks - 1) % s.ranks)};
  }
  return std::nullopt;
}

}  // namespace weft::schedule
