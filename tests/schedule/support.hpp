// Schedules written by hand, right and wrong.
#pragma once

#include "weft/schedule/listed_phase.hpp"
#include "weft/schedule/schedule.hpp"
#include "weft/schedule/verify.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace weft::schedule::test {

using Program = std::vector<std::vector<ListedMove>>;  // [rank]

// The moves of one line; `chunks` consecutive chunks from `chunk` on.
ListedMove send(Rank to, std::uint64_t chunk, std::uint32_t buffer = 0, std::uint32_t chunks = 1);
ListedMove recv(Rank from, std::uint64_t chunk, std::uint32_t buffer = 0, std::uint32_t chunks = 1);
ListedMove recv_reduce(Rank from, std::uint64_t chunk, std::uint32_t buffer = 0);
ListedMove pass_on(Rank from, Rank to, std::uint64_t chunk);          // recv_copy_send
ListedMove add_and_pass_on(Rank from, Rank to, std::uint64_t chunk);  // recv_reduce_send
ListedMove copy(std::uint32_t source, std::uint64_t source_chunk, std::uint32_t buffer,
                std::uint64_t chunk);

// One listed phase "plan" over one buffer of `chunks`, or over the buffers given.
Schedule listed(Collective collective, std::uint64_t chunks, Program program);
Schedule listed(Collective collective, std::vector<Buffer> buffers, Program program);

// The textbook ring, written out: n-1 steps that add, n-1 that pass the sums on; n chunks.
Program ring_all_reduce(Rank n);

// A phase from functions, for schedules that repeat.
class RegularPhase final : public Phase {
 public:
  using Moves = std::function<std::vector<Move>(Rank)>;
  using Chunk = std::function<std::uint64_t(Rank, std::uint32_t, std::uint64_t)>;

  RegularPhase(std::string name, std::uint64_t repeat, Ordering ordering, Moves moves, Chunk chunk)
      : name_(std::move(name)),
        repeat_(repeat),
        ordering_(ordering),
        moves_(std::move(moves)),
        chunk_(std::move(chunk)) {}

  std::string name() const override { return name_; }
  std::uint64_t repeat() const override { return repeat_; }
  Ordering ordering() const override { return ordering_; }
  void moves(Rank rank, std::vector<Move>& out) const override {
    for (const Move& move : moves_(rank)) out.push_back(move);
  }
  std::uint64_t chunk(Rank rank, std::uint32_t move, std::uint64_t iteration) const override {
    return chunk_(rank, move, iteration);
  }

 private:
  std::string name_;
  std::uint64_t repeat_;
  Ordering ordering_;
  Moves moves_;
  Chunk chunk_;
};

// Passes each rank's chunk once around a ring of n, n-1 iterations: an all_gather.
Schedule ring_all_gather(Rank n);

}  // namespace weft::schedule::test
