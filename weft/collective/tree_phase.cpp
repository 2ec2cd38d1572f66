#include "weft/collective/tree_phase.hpp"

namespace weft::collective {

using schedule::Move;
using schedule::Op;
using schedule::Rank;

// A rank's lines of one tree stay together; trees in which it only sends come first, those in which
// it only receives come last, so that no tree waits for another.
std::vector<TreePhase::Line> TreePhase::program(Rank rank) const {
  std::vector<Line> only_sends;
  std::vector<Line> both;
  std::vector<Line> only_receives;
  for (std::size_t tree = 0; tree < trees_; ++tree) {
    const TreePlace place = place_of_(tree, rank);
    const bool sends = up_ ? place.parent.has_value() : !place.children.empty();
    const bool receives = up_ ? !place.children.empty() : place.parent.has_value();
    std::vector<Line>& mine = !receives ? only_sends : sends ? both : only_receives;
    const auto with_parent = [&](Op op) {
      if (place.parent) mine.push_back({tree, {.op = op, .peer = *place.parent}});
    };
    const auto with_children = [&](Op op) {
      for (const Rank child : place.children) mine.push_back({tree, {.op = op, .peer = child}});
    };
    if (up_) {
      with_children(Op::recv_reduce);
      with_parent(Op::send);
    } else {
      with_parent(Op::recv);
      with_children(Op::send);
    }
  }
  only_sends.insert(only_sends.end(), both.begin(), both.end());
  only_sends.insert(only_sends.end(), only_receives.begin(), only_receives.end());
  return only_sends;
}

void TreePhase::moves(Rank rank, std::vector<Move>& out) const {
  for (const Line& line : program(rank)) out.push_back(line.move);
}

std::uint64_t TreePhase::chunk(Rank rank, std::uint32_t move, std::uint64_t iteration) const {
  return program(rank)[move].tree * pieces_ + iteration;
}

}  // namespace weft::collective
