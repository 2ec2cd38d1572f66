// Walks one rank's program step by step, lazily: a ring over 131 072 ranks has 10¹⁰ steps and
// this holds one of them. The verifier, the exporters and the real engine walk it.
#pragma once

#include "weft/schedule/schedule.hpp"

#include <cstdint>
#include <vector>

namespace weft::schedule {

struct Step {
  Move move;
  std::size_t phase = 0;
  std::uint64_t iteration = 0;
  std::uint64_t chunk = 0;         // first chunk of move.buffer
  std::uint64_t source_chunk = 0;  // copy: first chunk of move.source
};

class StepCursor {
 public:
  // The schedule must outlive the cursor.
  StepCursor(const Schedule& schedule, Rank rank);

  bool done() const { return phase_ == schedule_->phases.size(); }
  Step current() const;  // only while !done()
  void advance();

 private:
  void enter_phase();

  const Schedule* schedule_;
  Rank rank_;
  std::size_t phase_ = 0;
  std::uint64_t iteration_ = 0;
  std::uint32_t move_ = 0;
  std::vector<Move> moves_;
};

}  // namespace weft::schedule
