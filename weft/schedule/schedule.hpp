// The schedule: what each rank sends, receives and computes, in which order. One object that the
// simulator, the real engine, the verifier and the exporters all read.
//
// The rule that makes it scale: within a phase, who talks to whom and how much does not depend on
// the iteration; only the chunk index does. So a phase is one traffic matrix, repeated, and a
// ring over a million ranks is a few lines. A schedule knows ranks, not hardware: which component
// a rank is, and in which order each channel visits the ranks, is a Placement (placement.hpp).
//
// Every channel runs the same phases on its own 1/channels of each chunk. A channel is a FIFO
// between two ranks with `slots` places: a send completes when its chunk is in the FIFO, a receive
// when it has been taken out. Moves of one rank run in program order. A message is received in the
// iteration of the phase in which it is sent.
// Start reading at collective/ring.cpp for an example and at steps.hpp for walking one.
#pragma once

#include "weft/base/units.hpp"
#include "weft/schedule/block.hpp"
#include "weft/schedule/collective_kind.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace weft::schedule {

using Rank = std::uint32_t;

enum class Op : std::uint8_t {
  send,
  recv,              // replaces the chunk
  recv_reduce,       // adds to the chunk
  recv_copy_send,    // receives, keeps and passes on
  recv_reduce_send,  // receives, adds its own and passes the sum on, keeping it
  copy,              // within one rank
  compute,           // takes time, moves nothing
};
bool sends(Op op);
bool receives(Op op);
const char* word(Op op);

// One line of a rank's program in each iteration of a phase.
struct Move {
  Op op = Op::send;
  Rank peer = 0;             // whom it receives from; for a plain send, whom it sends to
  Rank to = 0;               // recv_*_send: whom it passes on to
  std::uint32_t buffer = 0;  // index into Schedule::buffers
  std::uint32_t source = 0;  // copy: the buffer it copies from
  std::uint32_t chunks = 1;  // moved at once; which ones, from the first on, as in block.hpp
  std::uint32_t run = 0;
  std::int32_t stride = 0;
  bool wraps = false;
  Seconds time{0};  // compute: how long

  Rank receiver() const { return op == Op::send ? peer : to; }
  Block block(std::uint64_t first) const { return {first, chunks, run, stride, wraps}; }
  // Of a copy's source, whose chunks are consecutive.
  Block source_block(std::uint64_t first) const { return {first, chunks, 0, 0, wraps}; }
};

enum class Ordering : std::uint8_t {
  after_receive,  // an iteration's sends start when all that earlier iterations receive is there
  barrier,        // an iteration starts when every rank has ended the one before
  free,           // iterations only follow each other on each rank's own connections
};

class Phase {
 public:
  virtual ~Phase() = default;

  virtual std::string name() const = 0;
  virtual std::uint64_t repeat() const = 0;  // iterations, at least 1
  virtual Ordering ordering() const = 0;
  // Appends what `rank` does in each iteration, in program order. Not cleared.
  virtual void moves(Rank rank, std::vector<Move>& out) const = 0;
  // First chunk that the rank's move number `move` touches in an iteration.
  virtual std::uint64_t chunk(Rank rank, std::uint32_t move, std::uint64_t iteration) const = 0;
  // copy only: first chunk of the source buffer.
  virtual std::uint64_t source_chunk(Rank rank, std::uint32_t move, std::uint64_t iteration) const {
    return chunk(rank, move, iteration);
  }
};
using PhasePtr = std::shared_ptr<const Phase>;

// `chunks` equal parts; the whole is `size` times the collective's S.
struct Buffer {
  std::string name;
  std::uint64_t chunks = 1;
  double size = 1;
};

struct Schedule {
  std::string name;  // "ring all_reduce"
  Collective collective = Collective::all_reduce;
  Rank ranks = 0;
  Rank root = 0;
  std::uint32_t channels = 1;
  std::uint32_t slots = 8;
  std::vector<Buffer> buffers;  // the collective's input is the first, its output the last
  std::vector<PhasePtr> phases;
};

// Bytes of one move on one channel in one iteration, for a collective of size S.
Bytes bytes_of(const Schedule& schedule, const Move& move, Bytes size);

// All that `rank` sends, over all channels, phases and iterations.
Bytes bytes_sent(const Schedule& schedule, Rank rank, Bytes size);

}  // namespace weft::schedule
