#include "weft/collective/ring.hpp"

#include "weft/collective/chain.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace weft::collective {
namespace {

using schedule::Move;
using schedule::Op;
using schedule::Ordering;
using schedule::Phase;
using schedule::PhasePtr;

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

PhasePtr adding(Rank n, std::uint64_t shift) {
  return std::make_shared<RingPhase>("reduce_scatter", n, Op::recv_reduce, shift);
}

PhasePtr passing_on(Rank n, std::uint64_t shift) {
  return std::make_shared<RingPhase>("all_gather", n, Op::recv, shift);
}

void fill(Schedule& s, const Shape& shape) {
  const Rank n = shape.ranks;
  s.buffers = {{"data", n, 1.0}};
  // Adding starts from each rank's own chunk r for an all_reduce. A reduce_scatter must end with
  // rank r holding the sum of chunk r, so it starts one chunk earlier.
  switch (s.collective) {
    case Collective::all_reduce:
      // After the adding, rank r holds the full sum of chunk r + 1 and passes that on first.
      s.phases = {adding(n, 0), passing_on(n, 1)};
      break;
    case Collective::reduce_scatter:
      s.phases = {adding(n, n - 1)};
      break;
    case Collective::all_gather:
      s.phases = {passing_on(n, 0)};
      break;
    case Collective::send_recv:
      s.buffers = {{"send", 1, 1.0}, {"recv", 1, 1.0}};
      s.phases = {std::make_shared<ShiftPhase>(n)};
      break;
    default:
      fill_chain(s, shape);
  }
}

std::uint64_t steps(Collective collective, const Shape& shape) {
  const std::uint64_t n = shape.ranks;
  switch (collective) {
    case Collective::all_reduce:
      return 2 * (n - 1);
    case Collective::broadcast:
    case Collective::reduce:
      return chain_steps(shape);
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
    case Collective::reduce:
    case Collective::send_recv:
      return size;
    default:
      return size * ((n - 1) / n);
  }
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  const AlphaBeta& net = outermost(levels);
  switch (collective) {
    case Collective::broadcast:
    case Collective::reduce:
      return chain_time(shape, size, net);
    case Collective::send_recv:
      return net.message(size);
    default:
      return net.message(size / shape.ranks) * static_cast<double>(steps(collective, shape));
  }
}

constexpr std::array kCollectives = {Collective::all_reduce,     Collective::all_gather,
                                     Collective::reduce_scatter, Collective::broadcast,
                                     Collective::reduce,         Collective::send_recv};
constexpr std::array kPipelined = {Collective::broadcast, Collective::reduce};

}  // namespace

PhasePtr ring_all_gather_phase(Rank ranks) { return passing_on(ranks, 0); }

constinit const Algorithm kRing = {
    .name = "ring",
    .about = "each rank talks to the next one only",
    .formula =
        "all_reduce 2(n-1)(a + S/(nB)); all_gather, reduce_scatter (n-1)(a + S/(nB)); "
        "broadcast, reduce (pieces+n-2)(a + S/(pieces B)); send_recv a + S/B",
    .collectives = kCollectives,
    .pipelined = kPipelined,
    .along_ring = true,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
