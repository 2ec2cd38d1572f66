#include "weft/collective/tree.hpp"

#include "weft/collective/tree_phase.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

namespace weft::collective {
namespace {

void fill(Schedule& s, const Shape& shape) {
  s.buffers = {{"data", 2 * shape.pieces, 1.0}};
  const auto place_of = [n = shape.ranks](std::size_t tree, Rank rank) {
    return tree == 0 ? place_in_tree(rank, n) : place_in_second_tree(rank, n);
  };
  s.phases = {std::make_shared<TreePhase>("up", 2, shape.pieces, true, place_of),
              std::make_shared<TreePhase>("down", 2, shape.pieces, false, place_of)};
}

// Among three ranks both trees cross one connection, on which their messages take turns.
bool shares_a_connection(const Shape& shape) { return shape.ranks == 3; }

std::uint64_t steps(Collective, const Shape& shape) {
  if (shares_a_connection(shape)) return 4 * shape.pieces;
  return 2 * (ceil_log2(shape.ranks) + shape.pieces - 1);
}

Bytes most_sent(Collective, const Shape& shape, Bytes size) {
  // Half of S up and to each of two children in one tree, and up in the other; fewer than four
  // ranks have no place with two children.
  return size * (std::min<Rank>(shape.ranks, 4) / 2.0);
}

Seconds time(Collective, const Shape& shape, Bytes size, const Levels& levels) {
  const AlphaBeta& net = outermost(levels);
  const Bytes piece = size / (2.0 * static_cast<double>(shape.pieces));
  if (shares_a_connection(shape) || shape.ranks == 2)
    return net.message(piece) * static_cast<double>(steps(Collective::all_reduce, shape));
  // Each way the root's one child takes a step of its own; in all others two messages share a port.
  return (net.message(piece) + net.message(piece * 2) * (ceil_log2(shape.ranks) - 1.0 +
                                                         static_cast<double>(shape.pieces - 1))) *
         2;
}

bool time_is_exact(Collective, const Shape& shape) {
  return std::has_single_bit(shape.ranks) || shares_a_connection(shape);
}

constexpr std::array kCollectives = {Collective::all_reduce};

}  // namespace

TreePlace place_in_second_tree(Rank rank, Rank ranks) {
  const bool mirrored = ranks % 2 == 0;
  const auto other = [&](Rank r) { return mirrored ? ranks - 1 - r : (r + 1) % ranks; };
  TreePlace place = place_in_tree(mirrored ? ranks - 1 - rank : (rank + ranks - 1) % ranks, ranks);
  if (place.parent) place.parent = other(*place.parent);
  for (Rank& child : place.children) child = other(child);
  return place;
}

Seconds double_tree_limit(Rank ranks, Bytes size, const AlphaBeta& net) {
  return net.alpha * (2.0 * ceil_log2(ranks)) + size * 2 / net.rate;
}

constinit const Algorithm kTree = {
    .name = "tree",
    .about = "half of the data up and down each of two binary trees (NCCL's Tree)",
    .formula =
        "all_reduce 2(log2(n)+pieces-1)(a + S/(pieces B)): 2log2(n)a + 2S/B with many pieces",
    .collectives = kCollectives,
    .pipelined = kCollectives,
    .costs = facts::NcclAlgorithm::tree,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
    .time_is_exact = time_is_exact,
};

}  // namespace weft::collective
