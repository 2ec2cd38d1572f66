#include "weft/collective/group_phase.hpp"

#include "weft/base/assert.hpp"

namespace weft::collective {

using schedule::Move;
using schedule::Rank;

void GroupPhase::moves(Rank rank, std::vector<Move>& out) const {
  const std::size_t first = out.size();
  const Rank own = digit_.of(rank);
  inner_->moves(own, out);
  for (std::size_t i = first; i < out.size(); ++i) {
    Move& move = out[i];
    WEFT_ASSERT(!move.wraps && move.buffer == 0 && move.op != schedule::Op::copy,
                "schedules for groups work in place, on blocks that do not wrap");
    const auto member = [&](Rank index) {
      return rank - own * digit_.apart + index * digit_.apart;
    };
    move.peer = member(move.peer);
    move.to = member(move.to);
    // A run stays one, only longer.
    move.chunks *= scale_;
    move.run *= scale_;
    move.stride *= static_cast<std::int32_t>(scale_);
  }
}

std::uint64_t GroupPhase::chunk(Rank rank, std::uint32_t move, std::uint64_t iteration) const {
  return part_of_(rank) + inner_->chunk(digit_.of(rank), move, iteration) * scale_;
}

}  // namespace weft::collective
