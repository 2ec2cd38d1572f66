#include "weft/collective/pairwise.hpp"

#include "weft/collective/direct.hpp"

#include <array>
#include <memory>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using schedule::Move;
using schedule::Op;
using schedule::Ordering;

class Shift final : public schedule::Phase {
 public:
  Shift(Rank ranks, Rank distance) : ranks_(ranks), distance_(distance) {}

  std::string name() const override { return fmt::format("distance {}", distance_); }
  std::uint64_t repeat() const override { return 1; }
  Ordering ordering() const override { return Ordering::after_receive; }

  void moves(Rank rank, std::vector<Move>& out) const override {
    out.push_back({.op = Op::send, .peer = to(rank), .buffer = 0});
    out.push_back({.op = Op::recv, .peer = from(rank), .buffer = 1});
  }
  std::uint64_t chunk(Rank rank, std::uint32_t move, std::uint64_t) const override {
    return move == 0 ? to(rank) : from(rank);
  }

 private:
  Rank to(Rank rank) const { return (rank + distance_) % ranks_; }
  Rank from(Rank rank) const { return (rank + ranks_ - distance_) % ranks_; }

  Rank ranks_;
  Rank distance_;
};

void fill(Schedule& s, const Shape& shape) {
  s.buffers = {{"send", shape.ranks, 1.0}, {"recv", shape.ranks, 1.0}};
  s.phases = {own_part_phase(1)};
  for (Rank distance = 1; distance < shape.ranks; ++distance)
    s.phases.push_back(std::make_shared<Shift>(shape.ranks, distance));
}

std::uint64_t steps(Collective, const Shape& shape) { return shape.ranks - 1; }

Bytes most_sent(Collective, const Shape& shape, Bytes size) {
  const double n = shape.ranks;
  return size * ((n - 1) / n);
}

Seconds time(Collective, const Shape& shape, Bytes size, const Levels& levels) {
  return outermost(levels).message(size / shape.ranks) * (shape.ranks - 1.0);
}

constexpr std::array kCollectives = {Collective::all_to_all};

}  // namespace

constinit const Algorithm kPairwise = {
    .name = "pairwise",
    .about = "in step k everyone sends to the rank k further on",
    .formula = "all_to_all (n-1)(a + S/(nB))",
    .collectives = kCollectives,
    .every_pair = true,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
