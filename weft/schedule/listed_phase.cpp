#include "weft/schedule/listed_phase.hpp"

#include "weft/schedule/steps.hpp"

#include <memory>

namespace weft::schedule {

Schedule written_out(const Schedule& schedule) {
  std::vector<std::vector<ListedMove>> program(schedule.ranks);
  for (Rank rank = 0; rank < schedule.ranks; ++rank)
    for (StepCursor cursor(schedule, rank); !cursor.done(); cursor.advance()) {
      const Step step = cursor.current();
      program[rank].push_back({step.move, step.chunk, step.source_chunk});
    }
  Schedule listed = schedule;
  listed.phases = {std::make_shared<ListedPhase>(schedule.name, std::move(program))};
  return listed;
}

}  // namespace weft::schedule
