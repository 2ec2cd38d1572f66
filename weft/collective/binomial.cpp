#include "weft/collective/binomial.hpp"

#include "weft/collective/exchange_phase.hpp"
#include "weft/collective/from_root.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using schedule::Block;
using schedule::Op;
using schedule::PhasePtr;

// The step in which ranks whose lowest bit is `distance` meet the ranks they hang on.
struct Step {
  FromRoot order;
  Rank distance = 1;
  bool downwards = true;  // from the root
  bool parts = false;     // only what belongs to the ranks behind, not everything

  // What goes over the edge to the rank that is `child` from the root.
  Block block(Rank child) const {
    if (!parts) return {};
    return {.first = order.real(child),
            .chunks = std::min(distance, order.ranks - child),
            .wraps = true};
  }

  Exchange operator()(Rank rank) const {
    const Rank v = order.of(rank);
    const bool is_child = (v & (2 * distance - 1)) == distance;
    const bool is_parent = (v & (2 * distance - 1)) == 0 && distance < order.ranks - v;
    if (!is_child && !is_parent) return {};
    const Rank child = is_child ? v : v + distance;
    const Half edge{order.real(is_child ? v - distance : child), block(child)};
    if (is_parent == downwards) return {.out = edge, .in = {}};
    return {.out = {}, .in = edge};
  }
};

std::vector<PhasePtr> phases(const Step& shared, Op receive) {
  std::vector<PhasePtr> all;
  Step step = shared;
  for (std::uint32_t bit = ceil_log2(step.order.ranks); bit-- > 0;) {
    step.distance = Rank{1} << bit;
    all.push_back(exchange(fmt::format("distance {}", step.distance), receive, step));
  }
  // Upwards the ways nearest to the leaves come first.
  if (!step.downwards) std::reverse(all.begin(), all.end());
  return all;
}

bool in_parts(Collective collective) {
  return collective == Collective::scatter || collective == Collective::gather;
}

void fill(Schedule& s, const Shape& shape) {
  const Step step{
      .order = {shape.ranks, shape.root},
      .downwards = s.collective == Collective::broadcast || s.collective == Collective::scatter,
      .parts = in_parts(s.collective)};
  s.buffers = {{"data", step.parts ? shape.ranks : 1, 1.0}};
  s.phases = phases(step, s.collective == Collective::reduce ? Op::recv_reduce : Op::recv);
}

std::uint64_t steps(Collective, const Shape& shape) { return ceil_log2(shape.ranks); }

Bytes most_sent(Collective collective, const Shape& shape, Bytes size) {
  const double n = shape.ranks;
  const std::uint32_t k = ceil_log2(shape.ranks);
  switch (collective) {
    case Collective::broadcast:
      return size * k;  // the root, once per step
    case Collective::scatter:
      return size * ((n - 1) / n);  // the root
    case Collective::gather: {
      // Rank 2^(k-1) for all behind it, or the one before it, which always has 2^(k-2).
      const double last = n - (Rank{1} << (k - 1));
      const double full = k >= 2 ? Rank{1} << (k - 2) : 0;
      return size * (std::max(last, full) / n);
    }
    default:
      return size;
  }
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  const AlphaBeta& net = outermost(levels);
  const double n = shape.ranks;
  const double k = ceil_log2(shape.ranks);
  if (in_parts(collective)) return net.alpha * k + size * ((n - 1) / n) / net.rate;
  return net.message(size) * k;
}

constexpr std::array kCollectives = {Collective::broadcast, Collective::reduce, Collective::gather,
                                     Collective::scatter};

}  // namespace

std::vector<PhasePtr> binomial_scatter_phases(Rank ranks, Rank root) {
  return phases({.order = {ranks, root}, .downwards = true, .parts = true}, Op::recv);
}

constinit const Algorithm kBinomial = {
    .name = "binomial",
    .about = "a tree in which those who know double in each step",
    .formula = "broadcast, reduce log2(n)(a + S/B); gather, scatter log2(n)a + (n-1)/n S/B",
    .collectives = kCollectives,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
