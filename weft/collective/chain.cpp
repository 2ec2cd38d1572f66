#include "weft/collective/chain.hpp"

#include <array>
#include <cmath>
#include <memory>

namespace weft::collective {
namespace {

using schedule::Move;
using schedule::Op;
using schedule::Ordering;
using schedule::Phase;

// Each rank passes on to the next, except the last one of the chain. A broadcast starts at the
// root, a reduce ends there.
class ChainPhase final : public Phase {
 public:
  ChainPhase(Rank ranks, Rank first, Op pass_on, Op take, std::uint64_t pieces)
      : ranks_(ranks), first_(first), pass_on_(pass_on), take_(take), pieces_(pieces) {}

  std::string name() const override { return "chain"; }
  std::uint64_t repeat() const override { return pieces_; }
  Ordering ordering() const override { return Ordering::after_receive; }

  void moves(Rank rank, std::vector<Move>& out) const override {
    const Rank next = (rank + 1) % ranks_;
    const Rank before = (rank + ranks_ - 1) % ranks_;
    if (rank == first_)
      out.push_back({.op = Op::send, .peer = next});
    else if (next == first_)
      out.push_back({.op = take_, .peer = before});
    else
      out.push_back({.op = pass_on_, .peer = before, .to = next});
  }

  std::uint64_t chunk(Rank, std::uint32_t, std::uint64_t iteration) const override {
    return iteration;
  }

 private:
  Rank ranks_;
  Rank first_;
  Op pass_on_;
  Op take_;
  std::uint64_t pieces_;
};

std::uint64_t steps(Collective, const Shape& shape) { return chain_steps(shape); }

Bytes most_sent(Collective, const Shape&, Bytes size) { return size; }

Seconds time(Collective, const Shape& shape, Bytes size, const Levels& levels) {
  return chain_time(shape, size, outermost(levels));
}

constexpr std::array kCollectives = {Collective::broadcast, Collective::reduce};

}  // namespace

void fill_chain(Schedule& s, const Shape& shape) {
  const Rank n = shape.ranks;
  s.buffers = {{"data", shape.pieces, 1.0}};
  if (s.collective == Collective::broadcast)
    s.phases = {
        std::make_shared<ChainPhase>(n, shape.root, Op::recv_copy_send, Op::recv, shape.pieces)};
  else
    s.phases = {std::make_shared<ChainPhase>(n, (shape.root + 1) % n, Op::recv_reduce_send,
                                             Op::recv_reduce, shape.pieces)};
}

std::uint64_t chain_steps(const Shape& shape) { return shape.pieces + shape.ranks - 2; }

Seconds chain_time(const Shape& shape, Bytes size, const AlphaBeta& net) {
  return net.message(size / static_cast<double>(shape.pieces)) *
         static_cast<double>(chain_steps(shape));
}

double best_pieces(Rank ranks, Bytes size, const AlphaBeta& net) {
  return std::sqrt((ranks - 2.0) * (size / net.rate / net.alpha));
}

constinit const Algorithm kChain = {
    .name = "chain",
    .about = "passes the pieces of the data along all ranks",
    .formula = "broadcast, reduce (pieces+n-2)(a + S/(pieces B))",
    .collectives = kCollectives,
    .pipelined = kCollectives,
    .along_ring = true,
    .fill = fill_chain,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
