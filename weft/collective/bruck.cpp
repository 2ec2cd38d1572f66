#include "weft/collective/bruck.hpp"

#include "weft/collective/exchange_phase.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using schedule::Block;
using schedule::Move;
using schedule::Op;
using schedule::Ordering;
using schedule::Phase;

// all_gather: rank r holds the blocks of ranks r … r + distance - 1.
struct Gathered {
  Rank ranks = 0;
  Rank distance = 1;

  Exchange operator()(Rank rank) const {
    const std::uint32_t count = std::min(distance, ranks - distance);
    const Rank from = (rank + distance) % ranks;
    const auto held = [&](Rank r) { return Block{.first = r, .chunks = count, .wraps = true}; };
    return {.out = Half{(rank + ranks - distance) % ranks, held(rank)},
            .in = Half{from, held(from)}};
  }
};

// all_to_all: at rank r of the work buffer, chunk r + w is what has to go w ranks on in all, around
// the end. Step k moves those whose w has bit k: runs of 2^k every 2^(k+1).
struct Routed {
  Rank ranks = 0;
  std::uint32_t bit = 0;

  Exchange operator()(Rank rank) const {
    const Rank distance = Rank{1} << bit;
    const auto count = static_cast<std::uint32_t>(bruck_blocks(Collective::all_to_all, ranks, bit));
    const auto chosen = [&](Rank r) {
      return Block{.first = (r + distance) % ranks,
                   .chunks = count,
                   .run = distance,
                   .stride = static_cast<std::int32_t>(2 * distance),
                   .wraps = true};
    };
    return {.out = Half{(rank + distance) % ranks, chosen(rank)},
            .in = Half{(rank + ranks - distance) % ranks, chosen(rank)}};
  }
};

// Copies between all_to_all's buffers: the input as it is, and, backwards from the rank's own
// block, what came w ranks far to the place of the rank that sent it.
class LocalCopy final : public Phase {
 public:
  LocalCopy(Rank ranks, bool back) : ranks_(ranks), back_(back) {}

  std::string name() const override { return back_ ? "put back" : "take in"; }
  std::uint64_t repeat() const override { return 1; }
  Ordering ordering() const override { return Ordering::after_receive; }

  void moves(Rank, std::vector<Move>& out) const override {
    Move copy{.op = Op::copy,
              .buffer = back_ ? 2U : 1U,
              .source = back_ ? 1U : 0U,
              .chunks = ranks_,
              .wraps = true};
    if (back_) {
      copy.run = 1;
      copy.stride = -1;
    }
    out.push_back(copy);
  }
  std::uint64_t chunk(Rank rank, std::uint32_t, std::uint64_t) const override {
    return back_ ? rank : 0;
  }

 private:
  Rank ranks_;
  bool back_;
};

void fill(Schedule& s, const Shape& shape) {
  const Rank n = shape.ranks;
  const std::uint32_t steps = ceil_log2(n);
  if (s.collective == Collective::all_gather) {
    s.buffers = {{"data", n, 1.0}};
    for (std::uint32_t k = 0; k < steps; ++k)
      s.phases.push_back(
          exchange(fmt::format("distance {}", 1U << k), Op::recv, Gathered{n, Rank{1} << k}));
    return;
  }
  s.buffers = {{"send", n, 1.0}, {"work", n, 1.0}, {"recv", n, 1.0}};
  s.phases.push_back(std::make_shared<LocalCopy>(n, false));
  for (std::uint32_t k = 0; k < steps; ++k)
    s.phases.push_back(exchange(fmt::format("distance {}", 1U << k), Op::recv, Routed{n, k}, 1));
  s.phases.push_back(std::make_shared<LocalCopy>(n, true));
}

std::uint64_t steps(Collective, const Shape& shape) { return ceil_log2(shape.ranks); }

Bytes most_sent(Collective collective, const Shape& shape, Bytes size) {
  std::uint64_t blocks = 0;
  for (std::uint32_t k = 0; k < ceil_log2(shape.ranks); ++k)
    blocks += bruck_blocks(collective, shape.ranks, k);
  return size * (static_cast<double>(blocks) / shape.ranks);
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  const AlphaBeta& net = outermost(levels);
  return net.alpha * ceil_log2(shape.ranks) + most_sent(collective, shape, size) / net.rate;
}

constexpr std::array kCollectives = {Collective::all_gather, Collective::all_to_all};

}  // namespace

std::uint64_t bruck_blocks(Collective collective, Rank ranks, std::uint32_t k) {
  const std::uint64_t n = ranks;
  const std::uint64_t distance = std::uint64_t{1} << k;
  if (collective == Collective::all_gather) return std::min(distance, n - distance);
  // Of 0 … n-1, those with bit k set: half of each whole period, and what is left of the last.
  const std::uint64_t rest = n % (2 * distance);
  return n / (2 * distance) * distance + (rest > distance ? rest - distance : 0);
}

constinit const Algorithm kBruck = {
    .name = "bruck",
    .about = "gathers or routes over distances 1, 2, 4 …, for any number of ranks",
    .formula = "all_gather log2(n)a + (n-1)/n S/B; all_to_all log2(n)a + log2(n)/2 S/B",
    .collectives = kCollectives,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
