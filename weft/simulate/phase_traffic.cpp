#include "weft/simulate/phase_traffic.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace weft::simulate {
namespace {

using schedule::Move;
using schedule::Op;
using schedule::Ordering;

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Which lanes bring something to each cell; by sender, since lanes are in that order.
struct Incoming {
  std::vector<std::uint32_t> offset;  // [cell]
  std::vector<std::uint32_t> lane;

  bool any(std::uint32_t cell) const { return offset[cell] != offset[cell + 1]; }
};

Incoming incoming_lanes(const std::vector<Lane>& lanes, std::size_t cells) {
  Incoming in;
  in.offset.assign(cells + 1, 0);
  for (const Lane& lane : lanes)
    if (!lane.computes) ++in.offset[lane.to_cell + 1];
  for (std::size_t c = 0; c < cells; ++c) in.offset[c + 1] += in.offset[c];
  in.lane.resize(in.offset.back());
  std::vector<std::uint32_t> next(in.offset.begin(), in.offset.end() - 1);
  for (std::uint32_t i = 0; i < lanes.size(); ++i)
    if (!lanes[i].computes) in.lane[next[lanes[i].to_cell]++] = i;
  return in;
}

class Placer {
 public:
  Placer(const schedule::Schedule& s, const schedule::Phase& phase,
         const schedule::Placement& placement, route::Ways& ways, PhaseWays& out)
      : s_(s), phase_(phase), placement_(placement), ways_(ways), out_(out) {}

  Expected<void> add_lanes() {
    // Most phases have one message per rank, over two links and more.
    const std::size_t cells = std::size_t{s_.channels} * s_.ranks;
    out_.lanes.reserve(cells);
    out_.ways.reserve(cells);
    for (std::uint32_t channel = 0; channel < s_.channels; ++channel)
      for (schedule::Rank rank = 0; rank < s_.ranks; ++rank) {
        moves_.clear();
        phase_.moves(rank, moves_);
        for (const Move& move : moves_)
          if (auto added = add_lane(channel, rank, move); !added) return added;
      }
    return {};
  }

  void add_needs() {
    const std::size_t cells = std::size_t{s_.channels} * s_.ranks;
    const Incoming in = incoming_lanes(out_.lanes, cells);
    received_.assign(cells, 0);
    last_to_.assign(cells, kNone);
    out_.everyone_receives = true;
    std::uint32_t lane = 0;
    for (std::uint32_t channel = 0; channel < s_.channels; ++channel)
      for (schedule::Rank rank = 0; rank < s_.ranks; ++rank) {
        moves_.clear();
        phase_.moves(rank, moves_);
        add_needs_of_cell(channel, cell(channel, rank), in, lane);
        out_.everyone_receives = out_.everyone_receives && in.any(cell(channel, rank));
      }
    out_.need_offset.push_back(static_cast<std::uint32_t>(out_.needs.size()));
    if (out_.needs.empty()) out_.need_offset = {};
  }

 private:
  std::uint32_t cell(std::uint32_t channel, schedule::Rank rank) const {
    return channel * s_.ranks + rank;
  }

  static std::uint64_t connection(std::uint32_t from, std::uint32_t to) {
    return (std::uint64_t{from} << 32U) | to;
  }

  Expected<void> add_lane(std::uint32_t channel, schedule::Rank rank, const Move& move) {
    const std::uint32_t own = cell(channel, rank);
    if (move.op == Op::compute) {
      out_.lanes.push_back({.from_cell = own,
                            .to_cell = own,
                            .compute = move.time,
                            .computes = true,
                            .connection = connection(own, own)});
      out_.ways.emplace_back();
      return {};
    }
    if (!schedule::sends(move.op)) return {};
    const ComponentId from = placement_.at(channel, rank);
    const ComponentId to = placement_.at(channel, move.receiver());
    auto way = ways_.find(from, to);
    if (!way) return tl::make_unexpected(std::move(way.error()));
    const std::uint32_t other = cell(channel, move.receiver());
    out_.lanes.push_back({.from_cell = own,
                          .to_cell = other,
                          .share = bytes_of(s_, move, Bytes(1)).value(),
                          .connection = connection(own, other)});
    out_.ways.push_back(*way);
    return {};
  }

  // The lane over which `peer` reaches the cell for the n-th time in an iteration.
  std::uint32_t lane_from(std::uint32_t peer, std::uint32_t cell, std::uint32_t nth,
                          const Incoming& in) const {
    const auto first = in.lane.begin() + in.offset[cell];
    const auto end = in.lane.begin() + in.offset[cell + 1];
    const auto from_peer = std::lower_bound(
        first, end, peer,
        [&](std::uint32_t lane, std::uint32_t p) { return out_.lanes[lane].from_cell < p; });
    const auto found = from_peer + nth;
    WEFT_ASSERT(found < end && out_.lanes[*found].from_cell == peer,
                "what a rank receives is sent in the same phase");
    return *found;
  }

  // `next` runs over the cells' lanes in the order in which add_lanes made them.
  void add_needs_of_cell(std::uint32_t channel, std::uint32_t here, const Incoming& in,
                         std::uint32_t& next) {
    const std::uint32_t first = next;
    within_.clear();
    link_ends(here, first);
    for (std::uint32_t position = 0; position < moves_.size(); ++position) {
      const Move& move = moves_[position];
      if (schedule::receives(move.op)) {
        const std::uint32_t peer = cell(channel, move.peer);
        const std::uint32_t arriving = lane_from(peer, here, received_[peer]++, in);
        out_.lanes[arriving].received_at = position;
        within_.push_back({arriving, 1, false});
      }
      if (!schedule::sends(move.op) && move.op != Op::compute) continue;
      Lane& own = out_.lanes[next];
      own.sent_at = position;
      own.sender_receives = in.any(here);
      own.waits_within = !within_.empty();
      out_.need_offset.push_back(static_cast<std::uint32_t>(out_.needs.size()));
      if (out_.ordering == Ordering::free)
        out_.needs.insert(out_.needs.end(), within_.begin(), within_.end());
      add_need_of_connection(next);
      if (own.computes) within_.push_back({next, 1, false});
      ++next;
    }
    for (const Move& move : moves_)
      if (schedule::receives(move.op)) received_[cell(channel, move.peer)] = 0;
    for (std::uint32_t lane = first; lane < next; ++lane)
      last_to_[out_.lanes[lane].to_cell] = kNone;
  }

  // Before a cell's lanes are gone through, the last of each connection counts as the one before
  // the first: of the iteration before.
  void link_ends(std::uint32_t here, std::uint32_t first) {
    for (std::uint32_t lane = first; lane < out_.lanes.size() && out_.lanes[lane].from_cell == here;
         ++lane)
      last_to_[out_.lanes[lane].to_cell] = lane;
  }

  // Messages over one connection go in order, and so do a rank's computations.
  void add_need_of_connection(std::uint32_t lane) {
    Lane& own = out_.lanes[lane];
    std::uint32_t& before = last_to_[own.to_cell];
    if (before != lane) out_.needs.push_back({before, before < lane ? 1U : 0U, !own.computes});
    own.waits_within = own.waits_within || before < lane;
    before = lane;
  }

  const schedule::Schedule& s_;
  const schedule::Phase& phase_;
  const schedule::Placement& placement_;
  route::Ways& ways_;
  PhaseWays& out_;
  std::vector<Move> moves_;
  std::vector<Need> within_;             // what later moves of the iteration wait for
  std::vector<std::uint32_t> received_;  // [cell] messages from there so far
  std::vector<std::uint32_t> last_to_;   // [cell] the lane before over the same connection
};

}  // namespace

bool same_traffic(const schedule::Schedule& schedule, std::size_t phase, std::size_t other) {
  const schedule::Phase& a = *schedule.phases[phase];
  const schedule::Phase& b = *schedule.phases[other];
  if (a.ordering() != b.ordering()) return false;
  const auto same_move = [&](const Move& x, const Move& y) {
    return schedule::sends(x.op) == schedule::sends(y.op) &&
           schedule::receives(x.op) == schedule::receives(y.op) &&
           (x.op == Op::compute) == (y.op == Op::compute) && x.peer == y.peer && x.to == y.to &&
           x.time == y.time && bytes_of(schedule, x, Bytes(1)) == bytes_of(schedule, y, Bytes(1));
  };
  std::vector<Move> of_a;
  std::vector<Move> of_b;
  for (schedule::Rank rank = 0; rank < schedule.ranks; ++rank) {
    of_a.clear();
    of_b.clear();
    a.moves(rank, of_a);
    b.moves(rank, of_b);
    if (!std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), same_move)) return false;
  }
  return true;
}

Expected<PhaseWays> place_phase(const schedule::Schedule& schedule, std::size_t phase,
                                const schedule::Placement& placement, route::Ways& ways) {
  const schedule::Phase& p = *schedule.phases[phase];
  PhaseWays out;
  out.ordering = p.ordering();
  Placer placer(schedule, p, placement, ways, out);
  if (auto added = placer.add_lanes(); !added) return tl::make_unexpected(std::move(added.error()));
  placer.add_needs();
  return out;
}

}  // namespace weft::simulate
