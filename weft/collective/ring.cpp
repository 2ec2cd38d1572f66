#include "weft/collective/ring.hpp"

#include "weft/base/assert.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace weft::collective {
namespace {

using schedule::Buffer;
using schedule::Move;
using schedule::Op;
using schedule::Ordering;
using schedule::Phase;

// In iteration i rank r sends chunk r + shift - i to the next rank and receives chunk
// r + shift - i - 1 from the one before: each chunk travels once around the ring.
class RingPhase final : public Phase {
 public:
  RingPhase(std::string name, Rank ranks, Op receive, std::uint64_t shift)
      : name_(std::move(name)), ranks_(ranks), receive_(receive), shift_(shift) {}

  std::string name() const override { return name_; }
  std::uint64_t repeat() const override { return ranks_ - 1; }
  Ordering ordering() const override { return Ordering::after_receive; }

  void moves(Rank rank, std::vector<Move>& out) const override {
    out.push_back({.op = Op::send, .peer = (rank + 1) % ranks_});
    out.push_back({.op = receive_, .peer = (rank + ranks_ - 1) % ranks_});
  }

  std::uint64_t chunk(Rank rank, std::uint32_t move, std::uint64_t iteration) const override {
    // i + move < 2n, so one more turn of 2n keeps the difference positive.
    const std::uint64_t n = ranks_;
    return (rank + shift_ + 2 * n - iteration - move) % n;
  }

 private:
  std::string name_;
  Rank ranks_;
  Op receive_;
  std::uint64_t shift_;
};

// From the root along the ring to the rank before it; the pieces follow each other.
class ChainPhase final : public Phase {
 public:
  ChainPhase(Rank ranks, Rank root, std::uint64_t pieces)
      : ranks_(ranks), root_(root), pieces_(pieces) {}

  std::string name() const override { return "chain"; }
  std::uint64_t repeat() const override { return pieces_; }
  Ordering ordering() const override { return Ordering::after_receive; }

  void moves(Rank rank, std::vector<Move>& out) const override {
    const Rank next = (rank + 1) % ranks_;
    const Rank before = (rank + ranks_ - 1) % ranks_;
    if (rank == root_)
      out.push_back({.op = Op::send, .peer = next});
    else if (next == root_)
      out.push_back({.op = Op::recv, .peer = before});
    else
      out.push_back({.op = Op::recv_copy_send, .peer = before, .to = next});
  }

  std::uint64_t chunk(Rank, std::uint32_t, std::uint64_t iteration) const override {
    return iteration;
  }

 private:
  Rank ranks_;
  Rank root_;
  std::uint64_t pieces_;
};

// Everyone passes its whole input to the next rank.
class ShiftPhase final : public Phase {
 public:
  explicit ShiftPhase(Rank ranks) : ranks_(ranks) {}

  std::string name() const override { return "shift"; }
  std::uint64_t repeat() const override { return 1; }
  Ordering ordering() const override { return Ordering::free; }

  void moves(Rank rank, std::vector<Move>& out) const override {
    out.push_back({.op = Op::send, .peer = (rank + 1) % ranks_, .buffer = 0});
    out.push_back({.op = Op::recv, .peer = (rank + ranks_ - 1) % ranks_, .buffer = 1});
  }

  std::uint64_t chunk(Rank, std::uint32_t, std::uint64_t) const override { return 0; }

 private:
  Rank ranks_;
};

Expected<Schedule> build(Collective collective, const Shape& shape) {
  const Rank n = shape.ranks;
  if (n < 2)
    return fail("RANKS_TOO_FEW", "a ring needs at least 2 ranks, here is " + std::to_string(n));
  if (shape.root >= n)
    return fail("ROOT_INVALID",
                "the root is rank " + std::to_string(shape.root) + " of " + std::to_string(n),
                "Ranks count from 0.");
  WEFT_ASSERT(shape.channels > 0 && shape.pieces > 0, "a shape has channels and pieces");
  Schedule s;
  s.name = std::string("ring ") + word(collective);
  s.collective = collective;
  s.ranks = n;
  s.root = shape.root;
  s.channels = shape.channels;
  s.buffers = {{"data", n, 1.0}};
  // Adding starts from each rank's own chunk r for an all_reduce. A reduce_scatter must end with
  // rank r holding the sum of chunk r, so it starts one chunk earlier.
  const auto adding = [&](std::uint64_t shift) {
    return std::make_shared<RingPhase>("reduce_scatter", n, Op::recv_reduce, shift);
  };
  const auto passing_on = [&](std::uint64_t shift) {
    return std::make_shared<RingPhase>("all_gather", n, Op::recv, shift);
  };
  switch (collective) {
    case Collective::all_reduce:
      // After the adding, rank r holds the full sum of chunk r + 1 and passes that on first.
      s.phases = {adding(0), passing_on(1)};
      return s;
    case Collective::reduce_scatter:
      s.phases = {adding(n - 1)};
      return s;
    case Collective::all_gather:
      s.phases = {passing_on(0)};
      return s;
    case Collective::broadcast:
      s.buffers = {{"data", shape.pieces, 1.0}};
      s.phases = {std::make_shared<ChainPhase>(n, shape.root, shape.pieces)};
      return s;
    case Collective::send_recv:
      s.buffers = {{"send", 1, 1.0}, {"recv", 1, 1.0}};
      s.phases = {std::make_shared<ShiftPhase>(n)};
      return s;
    default:
      return fail("ALGORITHM_UNFIT", std::string("ring does not do ") + word(collective),
                  "Ring does all_reduce, all_gather, reduce_scatter, broadcast and send_recv.");
  }
}

std::uint64_t steps(Collective collective, const Shape& shape) {
  const std::uint64_t n = shape.ranks;
  switch (collective) {
    case Collective::all_reduce:
      return 2 * (n - 1);
    case Collective::broadcast:
      return shape.pieces + n - 2;
    case Collective::send_recv:
      return 1;
    default:
      return n - 1;
  }
}

Bytes most_sent(Collective collective, const Shape& shape, Bytes size) {
  const double n = shape.ranks;
  switch (collective) {
    case Collective::all_reduce:
      return size * (2 * (n - 1) / n);
    case Collective::broadcast:
    case Collective::send_recv:
      return size;
    default:
      return size * ((n - 1) / n);
  }
}

constexpr std::array kCollectives = {Collective::all_reduce, Collective::all_gather,
                                     Collective::reduce_scatter, Collective::broadcast,
                                     Collective::send_recv};

}  // namespace

constinit const Algorithm kRing = {
    .name = "ring",
    .formula =
        "all_reduce 2(n-1)a + 2(n-1)/n S/B; all_gather, reduce_scatter (n-1)a + "
        "(n-1)/n S/B; broadcast (n-1)a + (pieces+n-2)/pieces S/B; send_recv a + S/B",
    .collectives = kCollectives,
    .pipelined = true,
    .build = build,
    .steps = steps,
    .most_sent = most_sent,
};

}  // namespace weft::collective
