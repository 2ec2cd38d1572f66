#include "weft/schedule/steps.hpp"

#include "weft/base/assert.hpp"

namespace weft::schedule {

StepCursor::StepCursor(const Schedule& schedule, Rank rank) : schedule_(&schedule), rank_(rank) {
  enter_phase();
}

void StepCursor::enter_phase() {
  // A rank may have nothing to do in a phase.
  for (; !done(); ++phase_) {
    moves_.clear();
    schedule_->phases[phase_]->moves(rank_, moves_);
    iteration_ = 0;
    move_ = 0;
    if (!moves_.empty() && schedule_->phases[phase_]->repeat() > 0) return;
  }
}

Step StepCursor::current() const {
  WEFT_ASSERT(!done(), "a step is left");
  const Phase& phase = *schedule_->phases[phase_];
  Step step;
  step.move = moves_[move_];
  step.phase = phase_;
  step.iteration = iteration_;
  if (step.move.op != Op::compute) step.chunk = phase.chunk(rank_, move_, iteration_);
  if (step.move.op == Op::copy) step.source_chunk = phase.source_chunk(rank_, move_, iteration_);
  return step;
}

void StepCursor::advance() {
  WEFT_ASSERT(!done(), "a step is left");
  if (++move_ < moves_.size()) return;
  move_ = 0;
  if (++iteration_ < schedule_->phases[phase_]->repeat()) return;
  ++phase_;
  enter_phase();
}

}  // namespace weft::schedule
