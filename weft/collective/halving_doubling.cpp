#include "weft/collective/halving_doubling.hpp"

#include "weft/collective/exchange_phase.hpp"
#include "weft/collective/recursive_doubling.hpp"

#include <array>
#include <bit>
#include <optional>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using schedule::Block;
using schedule::Op;

// Which ranks take part in the power of two: of the first 2·extra the even ones, which add for the
// odd ones beside them, and all others.
struct Fold {
  explicit Fold(Rank ranks) : core(std::bit_floor(ranks)), extra(ranks - core) {}

  Rank core;
  Rank extra;

  std::optional<Rank> core_rank(Rank rank) const {
    if (rank >= 2 * extra) return rank - extra;
    return rank % 2 == 0 ? std::optional(rank / 2) : std::nullopt;
  }
  Rank rank_of(Rank core_rank) const {
    return core_rank < extra ? 2 * core_rank : core_rank + extra;
  }
};

// Those outside hand all they have to their partner, or get all of the result.
struct Outside {
  Fold fold;
  bool inwards = true;

  Exchange operator()(Rank rank) const {
    if (rank >= 2 * fold.extra) return {};
    const Half half{rank ^ 1U, {.chunks = fold.core}};
    if ((rank % 2 == 1) == inwards) return {.out = half, .in = {}};
    return {.out = {}, .in = half};
  }
};

// At `distance` a rank works on 2·distance chunks and shares them with the rank that has its bit
// flipped: its own half has the bit.
struct Halves {
  Fold fold;
  Rank distance = 1;
  bool halving = true;

  Exchange operator()(Rank rank) const {
    const auto own = fold.core_rank(rank);
    if (!own) return {};
    const Rank partner = *own ^ distance;
    const auto half_of = [&](Rank r) {
      return Block{.first = r & ~(distance - 1), .chunks = distance};
    };
    const Rank to = fold.rank_of(partner);
    // Halving gives the partner's half away; doubling brings it.
    if (halving) return {.out = Half{to, half_of(partner)}, .in = Half{to, half_of(*own)}};
    return {.out = Half{to, half_of(*own)}, .in = Half{to, half_of(partner)}};
  }
};

std::string unfit(Collective collective, const Shape& shape) {
  return collective == Collective::all_reduce ? std::string{} : not_a_power_of_two(shape);
}

void fill(Schedule& s, const Shape& shape) {
  const Fold fold(shape.ranks);
  s.buffers = {{"data", fold.core, 1.0}};
  const bool all_reduce = s.collective == Collective::all_reduce;
  if (fold.extra > 0) s.phases.push_back(exchange("fold", Op::recv_reduce, Outside{fold, true}));
  for (Rank d = fold.core / 2; d > 0; d /= 2)
    s.phases.push_back(
        exchange(fmt::format("halve at {}", d), Op::recv_reduce, Halves{fold, d, true}));
  for (Rank d = 1; all_reduce && d < fold.core; d *= 2)
    s.phases.push_back(exchange(fmt::format("double at {}", d), Op::recv, Halves{fold, d, false}));
  if (fold.extra > 0) s.phases.push_back(exchange("unfold", Op::recv, Outside{fold, false}));
}

std::uint64_t steps(Collective collective, const Shape& shape) {
  const std::uint64_t k = floor_log2(shape.ranks);
  if (collective == Collective::reduce_scatter) return k;
  return 2 * k + (Fold(shape.ranks).extra > 0 ? 2 : 0);
}

// Each way through the power of two.
Bytes halved(const Shape& shape, Bytes size) {
  const double core = Fold(shape.ranks).core;
  return size * ((core - 1) / core);
}

Bytes most_sent(Collective collective, const Shape& shape, Bytes size) {
  if (collective == Collective::reduce_scatter) return halved(shape, size);
  // Who adds for another also sends it the result.
  return halved(shape, size) * 2 + (Fold(shape.ranks).extra > 0 ? size : Bytes(0));
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  const AlphaBeta& net = outermost(levels);
  const Seconds messages = net.alpha * static_cast<double>(steps(collective, shape));
  if (collective == Collective::reduce_scatter) return messages + halved(shape, size) / net.rate;
  const bool folds = Fold(shape.ranks).extra > 0;
  return messages + halved(shape, size) * 2 / net.rate + (folds ? size * 2 : Bytes(0)) / net.rate;
}

constexpr std::array kCollectives = {Collective::all_reduce, Collective::reduce_scatter};

}  // namespace

constinit const Algorithm kHalvingDoubling = {
    .name = "halving_doubling",
    .about = "adds ever smaller halves, then passes them back (Rabenseifner)",
    .formula =
        "all_reduce 2log2(n)a + 2(n-1)/n S/B, and 2(a + S/B) more where n is no power of two; "
        "reduce_scatter log2(n)a + (n-1)/n S/B",
    .collectives = kCollectives,
    .unfit = unfit,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
