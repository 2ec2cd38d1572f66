#include "weft/schedule/verify.hpp"

#include "weft/schedule/phase_messages.hpp"
#include "weft/schedule/symbolic.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::schedule {
namespace {

// Whether the buffers are concatenations of one part per rank.
bool concatenates(Collective collective) {
  switch (collective) {
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all:
    case Collective::gather:
    case Collective::scatter:
      return true;
    default:
      return false;
  }
}

Expected<void> check_frame(const Schedule& s) {
  const auto shape = [](std::string message) { return fail("SCHEDULE_SHAPE", std::move(message)); };
  if (s.ranks == 0 || s.channels == 0 || s.slots == 0)
    return shape("a schedule needs at least one rank, channel and FIFO slot");
  if (s.buffers.empty()) return shape("a schedule needs at least one buffer");
  for (const Buffer& buffer : s.buffers)
    if (buffer.chunks == 0 || !(buffer.size > 0))
      return shape(fmt::format("buffer '{}' holds nothing", buffer.name));
  if (s.root >= s.ranks) return shape(fmt::format("the root is rank {} of {}", s.root, s.ranks));
  const Buffer& in = s.buffers.front();
  const Buffer& out = s.buffers.back();
  if (in.chunks != out.chunks || in.size != out.size)
    return shape(
        fmt::format("the input '{}' and the output '{}' are not cut alike: {} chunks of "
                    "{:.6g} S and {} of {:.6g} S",
                    in.name, out.name, in.chunks, in.size, out.chunks, out.size));
  if (concatenates(s.collective) && in.chunks % s.ranks != 0)
    return shape(fmt::format("'{}' has {} chunks, which {} ranks cannot share evenly", in.name,
                             in.chunks, s.ranks));
  for (const PhasePtr& phase : s.phases)
    if (phase->repeat() == 0) return shape(fmt::format("phase {} has no iteration", phase->name()));
  return {};
}

// Well mixed bits of a counter: samples without a random source and without a pattern that ranks
// or chunks could share (Steele, Lea and Flood 2014, splitmix64).
std::uint64_t mixed(std::uint64_t counter) {
  std::uint64_t z = (counter + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

// Whether a chunk's index says which input chunk it stands for, in every buffer: nothing moves
// chunks to other places.
bool keeps_places(const Schedule& s) {
  if (s.collective == Collective::all_to_all) return false;
  std::vector<Move> moves;
  for (const PhasePtr& phase : s.phases)
    for (Rank rank = 0; rank < s.ranks; ++rank) {
      moves.clear();
      phase->moves(rank, moves);
      for (const Move& move : moves)
        if (move.op == Op::copy) return false;
    }
  return true;
}

// One iteration of one rank: its chunks exist, and those it sends arrive where they belong.
class Sampler {
 public:
  Sampler(const Schedule& s, const Phase& phase, const std::vector<PhaseMessage>& messages)
      : s_(s), phase_(phase), messages_(messages), keeps_places_(keeps_places(s)) {}

  Expected<void> look_at(Rank rank, std::uint64_t iteration) {
    moves_.clear();
    phase_.moves(rank, moves_);
    for (std::uint32_t i = 0; i < moves_.size(); ++i) {
      const Move& move = moves_[i];
      if (move.op == Op::compute) continue;
      if (auto fine = check(rank, move, move.buffer, move.block(phase_.chunk(rank, i, iteration)),
                            iteration);
          !fine)
        return fine;
      if (move.op != Op::copy) continue;
      if (auto fine = check(rank, move, move.source,
                            move.source_block(phase_.source_chunk(rank, i, iteration)), iteration);
          !fine)
        return fine;
    }
    if (!keeps_places_) return {};
    const auto by_sender = [](const PhaseMessage& m, Rank r) { return m.from < r; };
    for (auto m = std::lower_bound(messages_.begin(), messages_.end(), rank, by_sender);
         m != messages_.end() && m->from == rank; ++m) {
      Block out = m->sent;
      Block in = m->received;
      out.first = phase_.chunk(m->from, m->sent_by, iteration);
      in.first = phase_.chunk(m->to, m->received_by, iteration);
      const std::uint64_t total = s_.buffers[m->sent_from].chunks;
      // Blocks of one form agree where their first chunks do.
      const std::uint32_t to_compare = same_form(out, in) ? 1 : out.chunks;
      for (std::uint32_t i = 0; i < to_compare; ++i)
        if (chunk_at(out, i, total) != chunk_at(in, i, total))
          return fail("SCHEDULE_WRONG_CHUNK",
                      fmt::format("rank {}, phase {}, iteration {}: sends chunk {} to rank {}, "
                                  "which takes it as chunk {}",
                                  m->from, phase_.name(), iteration, chunk_at(out, i, total), m->to,
                                  chunk_at(in, i, total)));
    }
    return {};
  }

 private:
  Expected<void> check(Rank rank, const Move& move, std::uint32_t buffer, const Block& block,
                       std::uint64_t iteration) const {
    const Buffer& known = s_.buffers[buffer];
    if (exists(block, known.chunks)) return {};
    return fail("SCHEDULE_SHAPE",
                fmt::format("rank {}, phase {}, iteration {}: {} {}", rank, phase_.name(),
                            iteration, word(move.op), missing(block, known.name, known.chunks)));
  }

  const Schedule& s_;
  const Phase& phase_;
  const std::vector<PhaseMessage>& messages_;
  bool keeps_places_;
  std::vector<Move> moves_;
};

// Every rank in turn where the samples reach, else a mixture with both ends; first and last
// iteration, and others between. How many pairs were looked at.
Expected<std::uint64_t> sample(const Schedule& s, const Phase& phase,
                               const std::vector<PhaseMessage>& messages, std::uint32_t samples) {
  Sampler sampler(s, phase, messages);
  const std::uint64_t repeat = phase.repeat();
  const std::uint64_t ranks = s.ranks;
  const bool all = repeat <= samples / ranks;
  const std::uint64_t count = all ? repeat * ranks : samples;
  for (std::uint64_t k = 0; k < count; ++k) {
    const bool in_turn = ranks <= samples;
    const std::uint64_t rank = in_turn ? k % ranks : k < 2 ? k * (ranks - 1) : mixed(k) % ranks;
    const std::uint64_t round = in_turn ? k / ranks : k;
    const std::uint64_t iteration = all              ? round
                                    : round % 4 == 0 ? 0
                                    : round % 4 == 1 ? repeat - 1
                                                     : mixed(~k) % repeat;
    if (auto fine = sampler.look_at(static_cast<Rank>(rank), iteration); !fine)
      return tl::make_unexpected(std::move(fine.error()));
  }
  return count;
}

}  // namespace

Expected<Verdict> verify(const Schedule& schedule, const VerifyOptions& options) {
  if (auto frame = check_frame(schedule); !frame)
    return tl::make_unexpected(std::move(frame.error()));
  const bool in_full = schedule.ranks <= options.full_up_to;
  Verdict verdict;
  for (const PhasePtr& phase : schedule.phases) {
    const auto messages = phase_messages(schedule, *phase);
    if (!messages) return tl::make_unexpected(messages.error());
    if (in_full) continue;
    const auto looked_at = sample(schedule, *phase, *messages, options.samples);
    if (!looked_at) return tl::make_unexpected(looked_at.error());
    verdict.steps += *looked_at;
  }
  if (in_full) {
    const auto steps = SymbolicMachine(schedule).run();
    if (!steps) return tl::make_unexpected(steps.error());
    return Verdict{true, *steps, fmt::format("all {} steps were executed symbolically", *steps)};
  }
  verdict.how = fmt::format(
      "more than {} ranks: partners and amounts of all ranks were checked, chunk indices of {} "
      "iterations of a rank, and the result was not proven",
      options.full_up_to, verdict.steps);
  return verdict;
}

}  // namespace weft::schedule
