#include "weft/collective/pat.hpp"

#include "weft/collective/exchange_phase.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using schedule::Block;
using schedule::Op;

// In the trees of all chunks, the edges to ranks `child`, child + apart, child + 2·apart … from the
// chunk's own rank on, which all have the length `distance`.
struct Edges {
  Rank ranks = 0;
  Rank child = 1;
  Rank distance = 1;
  Rank apart = 1;
  bool gathers = true;

  std::uint32_t count() const { return (ranks - 1 - child) / apart + 1; }

  Exchange operator()(Rank rank) const {
    const Rank next = (rank + distance) % ranks;
    const Rank before = (rank + ranks - distance) % ranks;
    // Rank r is `child` further on than chunk r - child.
    const auto chunks_seen_by_child = [&](Rank r) {
      return Block{.first = (r + ranks - child) % ranks,
                   .chunks = count(),
                   .run = 1,
                   .stride = -static_cast<std::int32_t>(apart),
                   .wraps = true};
    };
    const Half below{next, chunks_seen_by_child(next)};
    const Half above{before, chunks_seen_by_child(rank)};
    if (gathers) return {.out = below, .in = above};
    return {.out = above, .in = below};
  }
};

// The smallest power of two m so that every m-th of the other ranks' chunks are no more than the
// bundle; 1 where the largest of Bruck's steps fits.
Rank walked_part(const Shape& shape) {
  const std::uint64_t others = shape.ranks - 1;
  if (shape.bundle == 0 || shape.bundle >= (others + 1) / 2) return 1;
  Rank m = 2;
  while ((others + m - 1) / m > shape.bundle) m *= 2;
  return m;
}

// Branch by branch: a rank before those that hear from it, long ways first.
void walk(const Edges& form, Rank from, Rank longest, std::vector<Edges>& out) {
  for (Rank d = longest; d > 0; d /= 2) {
    if (from + d >= form.ranks) continue;
    Edges edges = form;
    edges.child = from + d;
    edges.distance = d;
    out.push_back(edges);
    walk(form, edges.child, d / 2, out);
  }
}

std::vector<Edges> edges_of(Collective collective, const Shape& shape) {
  const Rank n = shape.ranks;
  const Rank m = walked_part(shape);
  std::vector<Edges> all;
  Edges form{.ranks = n, .gathers = collective == Collective::all_gather};
  for (Rank d = Rank{1} << (ceil_log2(n) - 1); d >= m; d /= 2) {
    Edges edges = form;
    edges.child = edges.distance = d;
    edges.apart = 2 * d;
    all.push_back(edges);
  }
  form.apart = m;
  walk(form, 0, m / 2, all);
  if (!form.gathers) std::reverse(all.begin(), all.end());
  return all;
}

void fill(Schedule& s, const Shape& shape) {
  s.buffers = {{"data", shape.ranks, 1.0}};
  const Op receive = s.collective == Collective::all_gather ? Op::recv : Op::recv_reduce;
  for (const Edges& edges : edges_of(s.collective, shape))
    s.phases.push_back(exchange(fmt::format("distance {}", edges.distance), receive, edges));
}

std::uint64_t steps(Collective, const Shape& shape) {
  const Rank m = walked_part(shape);
  const std::uint32_t far = ceil_log2(shape.ranks) - std::min(ceil_log2(shape.ranks), ceil_log2(m));
  return far + std::min(m, shape.ranks) - 1;
}

Bytes most_sent(Collective, const Shape& shape, Bytes size) {
  const double n = shape.ranks;
  return size * ((n - 1) / n);
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  const AlphaBeta& net = outermost(levels);
  return net.alpha * static_cast<double>(steps(collective, shape)) +
         most_sent(collective, shape, size) / net.rate;
}

std::vector<Shape> variants(const Shape& shape) {
  std::vector<Shape> all;
  for (const std::uint64_t bundle : {1U, 2U, 3U, 5U, 8U}) {
    all.push_back(shape);
    all.back().bundle = bundle;
  }
  return all;
}

constexpr std::array kCollectives = {Collective::all_gather, Collective::reduce_scatter};

}  // namespace

constinit const Algorithm kPat = {
    .name = "pat",
    .about = "the trees of all ranks at once, bundled as far as buffers reach (NCCL's PAT)",
    .formula =
        "all_gather, reduce_scatter log2(n)a + (n-1)/n S/B, and more a where buffers are "
        "small: up to (n-1)a",
    .collectives = kCollectives,
    .bundles = true,
    .costs = facts::NcclAlgorithm::pat,
    .variants = variants,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
