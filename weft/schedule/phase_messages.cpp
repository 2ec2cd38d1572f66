#include "weft/schedule/phase_messages.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::schedule {
namespace {

// One end of a message.
struct End {
  Rank from = 0;
  Rank to = 0;
  std::uint32_t move = 0;
  std::uint32_t buffer = 0;
  Block block;

  auto pair() const { return std::pair{from, to}; }
};

double chunk_size(const Buffer& buffer) { return buffer.size / static_cast<double>(buffer.chunks); }

bool same_chunk_size(const Buffer& a, const Buffer& b) {
  return std::abs(chunk_size(a) - chunk_size(b)) <= 1e-12 * std::abs(chunk_size(a));
}

// What is wrong with a move whatever the iteration; empty where it is well formed.
std::string malformed(const Schedule& s, Rank rank, const Move& move) {
  const auto is_partner = [&](Rank partner) { return partner < s.ranks && partner != rank; };
  if (move.op == Op::compute) return {};
  if (receives(move.op) && !is_partner(move.peer))
    return fmt::format("receives from rank {} of {}", move.peer, s.ranks);
  if (sends(move.op) && !is_partner(move.receiver()))
    return fmt::format("sends to rank {} of {}", move.receiver(), s.ranks);
  if (move.chunks == 0) return "moves no chunk at all";
  if (move.buffer >= s.buffers.size())
    return fmt::format("names buffer {} of {}", move.buffer, s.buffers.size());
  if (move.op != Op::copy) return {};
  if (move.source >= s.buffers.size())
    return fmt::format("names buffer {} of {}", move.source, s.buffers.size());
  if (!same_chunk_size(s.buffers[move.source], s.buffers[move.buffer]))
    return fmt::format("copies chunks of '{}' to chunks of another size in '{}'",
                       s.buffers[move.source].name, s.buffers[move.buffer].name);
  return {};
}

struct Ends {
  std::vector<End> sent;
  std::vector<End> received;
};

Expected<Ends> ends_of(const Schedule& s, const Phase& phase) {
  Ends ends;
  std::vector<Move> moves;
  for (Rank rank = 0; rank < s.ranks; ++rank) {
    moves.clear();
    phase.moves(rank, moves);
    for (std::uint32_t i = 0; i < moves.size(); ++i) {
      const Move& move = moves[i];
      if (const std::string wrong = malformed(s, rank, move); !wrong.empty())
        return fail("SCHEDULE_SHAPE", fmt::format("rank {}, phase {}: {} {}", rank, phase.name(),
                                                  word(move.op), wrong));
      if (receives(move.op))
        ends.received.push_back({move.peer, rank, i, move.buffer, move.block(0)});
      if (sends(move.op))
        ends.sent.push_back({rank, move.receiver(), i, move.buffer, move.block(0)});
    }
  }
  // Stable: program order is kept between the same two ranks.
  const auto by_pair = [](const End& a, const End& b) { return a.pair() < b.pair(); };
  std::stable_sort(ends.sent.begin(), ends.sent.end(), by_pair);
  std::stable_sort(ends.received.begin(), ends.received.end(), by_pair);
  return ends;
}

tl::unexpected<Error> unmatched(const Phase& phase, const Ends& ends, std::size_t at) {
  // The first pair of ranks whose counts differ: the smaller of the two ends at this place.
  const bool from_sent = at < ends.sent.size() && (at >= ends.received.size() ||
                                                   ends.sent[at].pair() < ends.received[at].pair());
  const End& end = from_sent ? ends.sent[at] : ends.received[at];
  const auto count = [&](const std::vector<End>& all) {
    return std::count_if(all.begin(), all.end(),
                         [&](const End& other) { return other.pair() == end.pair(); });
  };
  return fail("SCHEDULE_UNMATCHED",
              fmt::format("phase {}: rank {} sends {} message(s) an iteration to rank {}, which "
                          "receives {}",
                          phase.name(), end.from, count(ends.sent), end.to, count(ends.received)),
              "A message is received in the phase in which it is sent.");
}

}  // namespace

Expected<std::vector<PhaseMessage>> phase_messages(const Schedule& s, const Phase& phase) {
  const auto ends = ends_of(s, phase);
  if (!ends) return tl::make_unexpected(ends.error());
  std::vector<PhaseMessage> messages;
  messages.reserve(ends->sent.size());
  for (std::size_t i = 0; i < std::max(ends->sent.size(), ends->received.size()); ++i) {
    if (i >= ends->sent.size() || i >= ends->received.size() ||
        ends->sent[i].pair() != ends->received[i].pair())
      return unmatched(phase, *ends, i);
    const End& out = ends->sent[i];
    const End& in = ends->received[i];
    if (out.block.chunks != in.block.chunks)
      return fail("SCHEDULE_UNMATCHED",
                  fmt::format("phase {}: rank {} sends {} chunk(s) to rank {}, which expects {}",
                              phase.name(), out.from, out.block.chunks, out.to, in.block.chunks));
    const Buffer& source = s.buffers[out.buffer];
    const Buffer& target = s.buffers[in.buffer];
    if (!same_chunk_size(source, target))
      return fail(
          "SCHEDULE_UNMATCHED",
          fmt::format("phase {}: rank {} sends chunks of '{}', which are 1/{:.6g} of S, and "
                      "rank {} expects chunks of '{}', which are 1/{:.6g}",
                      phase.name(), out.from, source.name, 1 / chunk_size(source), out.to,
                      target.name, 1 / chunk_size(target)));
    messages.push_back(
        {out.from, out.to, out.move, in.move, out.buffer, in.buffer, out.block, in.block});
  }
  return messages;
}

}  // namespace weft::schedule
