#include "weft/collective/recursive_doubling.hpp"

#include "weft/collective/exchange_phase.hpp"

#include <array>
#include <bit>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using schedule::Op;

// Everyone swaps everything with the rank at `distance`.
struct Everything {
  Rank distance = 1;

  Exchange operator()(Rank rank) const {
    const Half half{rank ^ distance, {}};
    return {.out = half, .in = half};
  }
};

// Everyone swaps the `distance` chunks that it has for those of the rank at `distance`.
struct Gathered {
  Rank distance = 1;

  Exchange operator()(Rank rank) const {
    const Rank partner = rank ^ distance;
    const auto chunks_of = [&](Rank r) {
      return schedule::Block{.first = r & ~(distance - 1), .chunks = distance};
    };
    return {.out = Half{partner, chunks_of(rank)}, .in = Half{partner, chunks_of(partner)}};
  }
};

std::string unfit(Collective, const Shape& shape) { return not_a_power_of_two(shape); }

void fill(Schedule& s, const Shape& shape) {
  const bool adds = s.collective == Collective::all_reduce;
  s.buffers = {{"data", adds ? 1 : shape.ranks, 1.0}};
  for (Rank d = 1; d < shape.ranks; d *= 2) {
    std::string name = fmt::format("distance {}", d);
    s.phases.push_back(adds ? exchange(std::move(name), Op::recv_reduce, Everything{d})
                            : exchange(std::move(name), Op::recv, Gathered{d}));
  }
}

std::uint64_t steps(Collective, const Shape& shape) { return floor_log2(shape.ranks); }

Bytes most_sent(Collective collective, const Shape& shape, Bytes size) {
  const double n = shape.ranks;
  return size * (collective == Collective::all_reduce ? floor_log2(shape.ranks) : (n - 1) / n);
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  const AlphaBeta& net = outermost(levels);
  return net.alpha * floor_log2(shape.ranks) + most_sent(collective, shape, size) / net.rate;
}

constexpr std::array kCollectives = {Collective::all_reduce, Collective::all_gather};

}  // namespace

std::string not_a_power_of_two(const Shape& shape) {
  if (std::has_single_bit(shape.ranks)) return {};
  return fmt::format("needs a power of two of ranks, here are {}", shape.ranks);
}

constinit const Algorithm kRecursiveDoubling = {
    .name = "recursive_doubling",
    .about = "swaps all it has with ranks 1, 2, 4 … away; powers of two only",
    .formula = "all_reduce log2(n)(a + S/B); all_gather log2(n)a + (n-1)/n S/B",
    .collectives = kCollectives,
    .unfit = unfit,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
