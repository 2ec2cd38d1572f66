// Plays phases event by event: messages start when what they wait for is there, share resources
// max-min fairly while they move, and arrive a latency after their last byte.
//
// A cell is a rank on a channel; it enters a phase when it has ended the one before. A lane
// (phase_traffic.hpp) runs one iteration after the other, and may be at most `slots` messages
// ahead of what its receiver has taken out.
// Between events nothing changes, so time jumps from one to the next. When the state of all lanes
// comes back, shifted by whole iterations, the period is multiplied instead of played (periods.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <queue>
#include <vector>

#include "weft/schedule/timeline.hpp"
#include "weft/simulate/periods.hpp"
#include "weft/simulate/simulator.hpp"

namespace weft::simulate {

class EventEngine {
 public:
  EventEngine(std::vector<SolvedPhase> phases, std::size_t cells,
              std::uint32_t slots, Bytes size, const MessageCost& cost);

  // One class of steps per phase.
  std::vector<schedule::StepClass> run(Seconds start, bool use_periods);

 private:
  struct Arrival {
    double time = 0;
    std::uint32_t lane = 0;
    bool operator>(const Arrival& other) const { return time > other.time; }
  };

  void add_phase(const SolvedPhase& phase);
  bool may_start(std::uint32_t lane) const;
  std::uint64_t taken_out(std::uint32_t lane) const;
  void start_lanes();
  void solve();
  double next_event() const;
  void advance_to(double time);
  void leave_ended_phases();
  bool cell_ended(std::uint32_t cell, std::size_t phase) const;
  std::uint64_t completed(std::size_t phase) const;
  void skip_periods();
  std::vector<schedule::StepClass> classes() const;

  std::vector<SolvedPhase> phases_;
  std::size_t cells_;
  std::uint32_t slots_;
  Bytes size_;
  MessageCost cost_;

  FlowSet flows_;                           // of all phases
  std::vector<LaneState> lanes_;            // of all phases
  std::vector<std::size_t> first_lane_;     // [phase], one more at the end
  std::vector<std::vector<std::vector<std::uint32_t>>> touching_;  // [phase][cell]: its lanes
  std::vector<std::size_t> cell_phase_;     // [cell]
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals_;

  double now_ = 0;
  std::vector<bool> active_;  // lanes that move bytes
  std::vector<bool> solved_for_;
  Allocation allocation_;
  PeriodFinder periods_;
};

}  // namespace weft::simulate
