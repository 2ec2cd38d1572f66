#include "weft/schedule/symbolic.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::schedule {

SymbolicMachine::SymbolicMachine(const Schedule& schedule) : schedule_(schedule) {
  memory_.resize(schedule.ranks);
  for (Rank rank = 0; rank < schedule.ranks; ++rank) {
    cursors_.emplace_back(schedule, rank);
    for (const Buffer& buffer : schedule.buffers)
      memory_[rank].emplace_back(static_cast<std::size_t>(buffer.chunks));
    auto& input = memory_[rank].front();
    for (std::size_t chunk = 0; chunk < input.size(); ++chunk)
      input[chunk] = initial_value(schedule, rank, chunk);
  }
}

Expected<std::uint64_t> SymbolicMachine::run() {
  std::uint64_t steps = 0;
  bool anyone_left = true;
  while (anyone_left) {
    anyone_left = false;
    bool anyone_stepped = false;
    for (Rank rank = 0; rank < schedule_.ranks; ++rank) {
      while (!cursors_[rank].done()) {
        auto progress = try_step(rank);
        if (!progress) return tl::make_unexpected(std::move(progress.error()));
        if (*progress == Progress::blocked) break;
        anyone_stepped = true;
        ++steps;
        cursors_[rank].advance();
      }
      anyone_left = anyone_left || !cursors_[rank].done();
    }
    if (anyone_left && !anyone_stepped) return deadlock();
  }
  if (auto promise = check_promise(); !promise)
    return tl::make_unexpected(std::move(promise.error()));
  return steps;
}

Expected<SymbolicMachine::Progress> SymbolicMachine::try_step(Rank rank) {
  const Step step = cursors_[rank].current();
  const Move& move = step.move;
  if (auto range = check_range(rank, step); !range)
    return tl::make_unexpected(std::move(range.error()));
  if (move.op == Op::compute) return Progress::stepped;
  if (receives(move.op) && fifo(move.peer, rank).empty()) return Progress::blocked;
  if (sends(move.op) && !can_send(rank, move.receiver())) return Progress::blocked;

  if (move.op == Op::copy) {
    auto values = read(rank, step, move.source, move.source_block(step.source_chunk));
    if (!values) return tl::make_unexpected(std::move(values.error()));
    for (std::uint32_t i = 0; i < move.chunks; ++i)
      slot(rank, move.buffer, move.block(step.chunk), i) = (*values)[i];
    return Progress::stepped;
  }
  if (receives(move.op)) {
    Message message = std::move(fifo(move.peer, rank).front());
    fifo(move.peer, rank).pop_front();
    if (auto stored = store(rank, step, message); !stored)
      return tl::make_unexpected(std::move(stored.error()));
  }
  if (sends(move.op)) {
    auto values = read(rank, step, move.buffer, move.block(step.chunk));
    if (!values) return tl::make_unexpected(std::move(values.error()));
    fifo(rank, move.receiver()).push_back(std::move(*values));
  }
  return Progress::stepped;
}

Expected<SymbolicMachine::Message> SymbolicMachine::read(Rank rank, const Step& step,
                                                         std::uint32_t buffer, const Block& block) {
  Message message;
  for (std::uint32_t i = 0; i < block.chunks; ++i) {
    const Slot& value = slot(rank, buffer, block, i);
    if (!value)
      return blame("SCHEDULE_NO_VALUE", rank, step,
                   fmt::format("reads chunk {} of '{}', which holds nothing yet",
                               chunk_of(buffer, block, i), schedule_.buffers[buffer].name));
    message.push_back(*value);
  }
  return message;
}

Expected<void> SymbolicMachine::store(Rank rank, const Step& step, const Message& message) {
  const Move& move = step.move;
  const Block block = move.block(step.chunk);
  const bool adds = move.op == Op::recv_reduce || move.op == Op::recv_reduce_send;
  // Having heard of a rank twice is as good as once.
  const bool only_hears = schedule_.collective == Collective::barrier;
  for (std::uint32_t i = 0; i < move.chunks; ++i) {
    Slot& own = slot(rank, move.buffer, block, i);
    const ChunkValue& arrived = message[i];
    if (!adds) {
      own = arrived;
      continue;
    }
    if (!own)
      return blame(
          "SCHEDULE_NO_VALUE", rank, step,
          fmt::format("adds to chunk {}, which holds nothing", chunk_of(move.buffer, block, i)));
    if (own->element != arrived.element)
      return blame(
          "SCHEDULE_WRONG_CHUNK", rank, step,
          fmt::format("adds input chunk {} to input chunk {}", arrived.element, own->element));
    if (only_hears)
      own->from.join(arrived.from);
    else if (!own->from.unite(arrived.from))
      return blame(
          "SCHEDULE_COUNTED_TWICE", rank, step,
          fmt::format("adds {} to chunk {}, which already holds {}", to_string(arrived.from),
                      chunk_of(move.buffer, block, i), to_string(own->from)));
  }
  return {};
}

Expected<void> SymbolicMachine::check_range(Rank rank, const Step& step) const {
  const auto check = [&](std::uint32_t buffer, const Block& block) -> Expected<void> {
    const Buffer& known = schedule_.buffers[buffer];
    if (exists(block, known.chunks)) return {};
    return blame("SCHEDULE_SHAPE", rank, step, missing(block, known.name, known.chunks));
  };
  const Move& move = step.move;
  if (move.op == Op::compute) return {};
  if (auto fine = check(move.buffer, move.block(step.chunk)); !fine) return fine;
  return move.op == Op::copy ? check(move.source, move.source_block(step.source_chunk))
                             : Expected<void>{};
}

Expected<void> SymbolicMachine::check_promise() const {
  const auto last = schedule_.buffers.size() - 1;
  for (Rank rank = 0; rank < schedule_.ranks; ++rank)
    for (std::uint64_t chunk = 0; chunk < schedule_.buffers[last].chunks; ++chunk) {
      const auto promised = promised_value(schedule_, rank, chunk);
      const Slot& held = memory_[rank][last][chunk];
      if (!promised || held == promised) continue;
      const auto text = [](const Slot& value) {
        return value ? fmt::format("input chunk {} of ranks {}", value->element,
                                   to_string(value->from))
                     : std::string("nothing");
      };
      return fail("SCHEDULE_BROKEN_PROMISE",
                  fmt::format("rank {} ends with {} in chunk {}, promised is {}", rank, text(held),
                              chunk, text(promised)));
    }
  return {};
}

tl::unexpected<Error> SymbolicMachine::deadlock() const {
  std::string waiting;
  int listed = 0;
  for (Rank rank = 0; rank < schedule_.ranks && listed < 4; ++rank) {
    if (cursors_[rank].done()) continue;
    const Step step = cursors_[rank].current();
    const bool on_receive = receives(step.move.op) && [&] {
      const auto found = fifos_.find((std::uint64_t{step.move.peer} << 32U) | std::uint64_t{rank});
      return found == fifos_.end() || found->second.empty();
    }();
    waiting += fmt::format("{}rank {} waits {} rank {} ({} of {}, iteration {})",
                           listed == 0 ? "" : "; ", rank, on_receive ? "for" : "for room at",
                           on_receive ? step.move.peer : step.move.receiver(), word(step.move.op),
                           schedule_.phases[step.phase]->name(), step.iteration);
    ++listed;
  }
  return fail("SCHEDULE_DEADLOCK", "nobody can go on: " + waiting,
              fmt::format("The FIFO between two ranks holds {} message(s).", schedule_.slots));
}

tl::unexpected<Error> SymbolicMachine::blame(const char* code, Rank rank, const Step& step,
                                             const std::string& what) const {
  return fail(code, fmt::format("rank {}, phase {}, iteration {}: {} {}", rank,
                                schedule_.phases[step.phase]->name(), step.iteration,
                                word(step.move.op), what));
}

std::deque<SymbolicMachine::Message>& SymbolicMachine::fifo(Rank from, Rank to) {
  return fifos_[(std::uint64_t{from} << 32U) | to];
}

SymbolicMachine::Slot& SymbolicMachine::slot(Rank rank, std::uint32_t buffer, const Block& block,
                                             std::uint32_t i) {
  return memory_[rank][buffer][static_cast<std::size_t>(chunk_of(buffer, block, i))];
}

std::uint64_t SymbolicMachine::chunk_of(std::uint32_t buffer, const Block& block,
                                        std::uint32_t i) const {
  return chunk_at(block, i, schedule_.buffers[buffer].chunks);
}

bool SymbolicMachine::can_send(Rank from, Rank to) {
  return fifo(from, to).size() < schedule_.slots;
}

}  // namespace weft::schedule
