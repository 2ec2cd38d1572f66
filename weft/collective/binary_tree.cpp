#include "weft/collective/binary_tree.hpp"

#include "weft/collective/from_root.hpp"
#include "weft/collective/tree_phase.hpp"

#include <array>
#include <bit>
#include <memory>

namespace weft::collective {
namespace {

std::vector<schedule::PhasePtr> phases(Collective collective, const Shape& shape) {
  const FromRoot order{shape.ranks, shape.root};
  const auto place_of = [order](std::size_t, Rank rank) {
    TreePlace place = place_in_tree(order.of(rank), order.ranks);
    if (place.parent) place.parent = order.real(*place.parent);
    for (Rank& child : place.children) child = order.real(child);
    return place;
  };
  std::vector<schedule::PhasePtr> all;
  if (collective != Collective::broadcast)
    all.push_back(std::make_shared<TreePhase>("up", 1, shape.pieces, true, place_of));
  if (collective != Collective::reduce)
    all.push_back(std::make_shared<TreePhase>("down", 1, shape.pieces, false, place_of));
  return all;
}

// An all_reduce has no root of its own; the tree's is rank 0.
void fill(Schedule& s, const Shape& shape) {
  s.buffers = {{"data", shape.pieces, 1.0}};
  s.phases = phases(s.collective, shape);
}

double ways(Collective collective) { return collective == Collective::all_reduce ? 2 : 1; }

std::uint64_t steps(Collective collective, const Shape& shape) {
  return static_cast<std::uint64_t>(ways(collective)) * (ceil_log2(shape.ranks) + shape.pieces - 1);
}

Bytes most_sent(Collective collective, const Shape& shape, Bytes size) {
  // A rank with two children exists from four ranks on; among three, one has a child and a parent.
  const double down = shape.ranks >= 4 ? 2 : 1;
  switch (collective) {
    case Collective::reduce:
      return size;
    case Collective::broadcast:
      return size * down;
    default:
      return size * (shape.ranks >= 4 ? 3 : shape.ranks == 3 ? 2 : 1);
  }
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  const Bytes piece = size / static_cast<double>(shape.pieces);
  return tree_time(shape.ranks, shape.pieces, piece, outermost(levels)) * ways(collective);
}

bool time_is_exact(Collective collective, const Shape& shape) {
  return collective == Collective::broadcast || std::has_single_bit(shape.ranks);
}

constexpr std::array kCollectives = {Collective::broadcast, Collective::reduce,
                                     Collective::all_reduce};

}  // namespace

TreePlace place_in_tree(Rank rank, Rank ranks) {
  TreePlace place;
  const Rank lowest = rank == 0 ? std::bit_ceil(ranks) : rank & (~rank + 1);
  if (rank != 0) {
    const Rank across = (rank ^ lowest) | (lowest << 1U);
    place.parent = across < ranks ? across : rank ^ lowest;
  }
  // The root has one child, as if it had no left side.
  if (rank != 0 && lowest > 1) place.children.push_back(rank - lowest / 2);
  for (Rank half = lowest / 2; half > 0; half /= 2)
    if (rank + half < ranks) {
      place.children.push_back(rank + half);
      break;
    }
  return place;
}

Seconds tree_time(Rank ranks, std::uint64_t pieces, Bytes piece, const AlphaBeta& net) {
  // The longest way is 0, 2^(k-1), 2^(k-2), …, 1. The root has one child, the next rank two unless
  // it is followed by one rank at most, those behind it two each. Pieces follow each other at the
  // pace of the slowest.
  const std::uint32_t k = ceil_log2(ranks);
  const Seconds one_child = net.message(piece);
  const Seconds two_children = net.message(piece * 2);
  const Seconds pace = ranks >= 4 ? two_children : one_child;
  Seconds first = one_child;
  if (k >= 2) first += ranks > (Rank{1} << (k - 1)) + 1 ? two_children : one_child;
  if (k >= 3) first += two_children * (k - 2.0);
  return first + pace * static_cast<double>(pieces - 1);
}

constinit const Algorithm kBinaryTree = {
    .name = "binary_tree",
    .about = "pieces go up or down one binary tree (the one of NCCL's pair)",
    .formula = "broadcast, reduce (log2(n)+pieces-1)(a + 2S/(pieces B)); all_reduce twice that",
    .collectives = kCollectives,
    .pipelined = kCollectives,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
    .time_is_exact = time_is_exact,
};

}  // namespace weft::collective
