// Executes a schedule symbolically on one channel; see verify.hpp. Internal to the layer.
// Expects that the messages of each phase match (phase_messages.hpp).
#pragma once

#include "weft/base/error.hpp"
#include "weft/schedule/goal.hpp"
#include "weft/schedule/steps.hpp"

#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace weft::schedule {

class SymbolicMachine {
 public:
  explicit SymbolicMachine(const Schedule& schedule);

  // Runs to the end and checks the promise; the number of steps executed.
  Expected<std::uint64_t> run();

 private:
  using Message = std::vector<ChunkValue>;
  using Slot = std::optional<ChunkValue>;

  enum class Progress { stepped, blocked };

  Expected<Progress> try_step(Rank rank);
  Expected<Message> read(Rank rank, const Step& step, std::uint32_t buffer, const Block& block);
  Expected<void> store(Rank rank, const Step& step, const Message& message);
  Expected<void> check_range(Rank rank, const Step& step) const;
  Expected<void> check_promise() const;
  tl::unexpected<Error> deadlock() const;
  tl::unexpected<Error> blame(const char* code, Rank rank, const Step& step,
                              const std::string& what) const;
  std::deque<Message>& fifo(Rank from, Rank to);
  // Chunk number `i` of a block.
  Slot& slot(Rank rank, std::uint32_t buffer, const Block& block, std::uint32_t i);
  std::uint64_t chunk_of(std::uint32_t buffer, const Block& block, std::uint32_t i) const;
  bool can_send(Rank from, Rank to);

  const Schedule& schedule_;
  std::vector<StepCursor> cursors_;
  std::vector<std::vector<std::vector<Slot>>> memory_;  // [rank][buffer][chunk]
  std::unordered_map<std::uint64_t, std::deque<Message>> fifos_;
};

}  // namespace weft::schedule
