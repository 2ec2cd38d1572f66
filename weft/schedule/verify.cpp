#include "weft/schedule/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "weft/schedule/symbolic.hpp"

namespace weft::schedule {
namespace {

Expected<void> check_frame(const Schedule& s) {
  if (s.ranks == 0 || s.channels == 0 || s.slots == 0)
    return fail("SCHEDULE_SHAPE", "a schedule needs at least one rank, channel and FIFO slot");
  if (s.buffers.empty() || std::any_of(s.buffers.begin(), s.buffers.end(),
                                       [](const Buffer& b) { return b.chunks == 0; }))
    return fail("SCHEDULE_SHAPE", "a schedule needs at least one buffer, and each at least a chunk");
  if (s.root >= s.ranks)
    return fail("SCHEDULE_SHAPE", fmt::format("the root is rank {} of {}", s.root, s.ranks));
  return {};
}

// A message of a phase: who, to whom, how many chunks; the n-th such between two ranks.
struct Message {
  Rank from = 0;
  Rank to = 0;
  std::uint32_t chunks = 0;
  std::uint32_t buffer = 0;
  Rank at = 0;  // the rank whose move this is
  std::uint32_t move = 0;

  auto pair() const { return std::pair{from, to}; }
};

struct PhaseMessages {
  std::vector<Message> sent;
  std::vector<Message> received;
};

// Ordered by pair, keeping program order between the same two ranks.
PhaseMessages messages_of(const Schedule& s, const Phase& phase) {
  PhaseMessages all;
  std::vector<Move> moves;
  for (Rank rank = 0; rank < s.ranks; ++rank) {
    moves.clear();
    phase.moves(rank, moves);
    for (std::uint32_t i = 0; i < moves.size(); ++i) {
      const Move& move = moves[i];
      if (receives(move.op)) 
        all.received.push_back({move.peer, rank, move.chunks, move.buffer, rank, i});
      if (sends(move.op))
        all.sent.push_back({rank, move.receiver(), move.chunks, move.buffer, rank, i});
    }
  }
  const auto by_pair = [](const Message& a, const Message& b) { return a.pair() < b.pair(); };
  std::stable_sort(all.sent.begin(), all.sent.end(), by_pair);
  std::stable_sort(all.received.begin(), all.received.end(), by_pair);
  return all;
}

// Every message of the phase has its counterpart; sampled ones carry the same chunk.
Expected<std::uint64_t> check_phase(const Schedule& s, const Phase& phase,
                                    std::uint32_t samples) {
  const PhaseMessages all = messages_of(s, phase);
  if (all.sent.size() != all.received.size())
    return fail("SCHEDULE_UNMATCHED",
                fmt::format("phase {} sends {} messages an iteration and receives {}",
                            phase.name(), all.sent.size(), all.received.size()));
  for (std::size_t i = 0; i < all.sent.size(); ++i) {
    const Message& out = all.sent[i];
    const Message& in = all.received[i];
    if (out.from == out.to || out.to >= s.ranks)
      return fail("SCHEDULE_SHAPE", fmt::format("phase {}: rank {} sends to rank {}",
                                                phase.name(), out.from, out.to));
    if (out.pair() != in.pair() || out.chunks != in.chunks)
      return fail("SCHEDULE_UNMATCHED",
                  fmt::format("phase {}: rank {} sends {} chunk(s) to rank {}, which does not "
                              "expect them",
                              phase.name(), out.from, out.chunks, out.to));
  }
  const std::uint64_t repeat = phase.repeat();
  for (std::uint32_t k = 0; k < samples && !all.sent.empty(); ++k) {
    // Low-discrepancy steps reach both ends and all residues without a random source.
    const std::size_t i = (k * std::size_t{2654435761U}) % all.sent.size();
    // Between two buffers (an input and an output) the indices need not agree.
    if (all.sent[i].buffer != all.received[i].buffer) continue;
    const std::uint64_t iteration =
        k % 4 == 0 ? 0 : (k % 4 == 1 ? repeat - 1 : (k * std::uint64_t{40503}) % repeat);
    const std::uint64_t out = phase.chunk(all.sent[i].at, all.sent[i].move, iteration);
    const std::uint64_t in = phase.chunk(all.received[i].at, all.received[i].move, iteration);
    if (out != in)
      return fail("SCHEDULE_WRONG_CHUNK",
                  fmt::format("phase {}, iteration {}: rank {} sends chunk {} and rank {} takes "
                              "it as chunk {}",
                              phase.name(), iteration, all.sent[i].from, out, all.sent[i].to, in));
  }
  return samples;
}

}  // namespace

Expected<Verdict> verify(const Schedule& schedule, const VerifyOptions& options) {
  if (auto frame = check_frame(schedule); !frame)
    return tl::make_unexpected(std::move(frame.error()));
  if (schedule.ranks <= options.full_up_to) {
    const auto steps = SymbolicMachine(schedule).run();
    if (!steps) return tl::make_unexpected(steps.error());
    return Verdict{true, *steps, fmt::format("all {} steps were executed symbolically", *steps)};
  }
  Verdict verdict;
  for (const PhasePtr& phase : schedule.phases) {
    const auto looked_at = check_phase(schedule, *phase, options.samples);
    if (!looked_at) return tl::make_unexpected(looked_at.error());
    verdict.steps += *looked_at;
  }
  verdict.how = fmt::format(
      "more than {} ranks: partners and amounts of all ranks were checked, chunk indices for {} "
      "sampled messages, and the result was not proven",
      options.full_up_to, verdict.steps);
  return verdict;
}

}  // namespace weft::schedule
