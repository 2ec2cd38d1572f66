// Plays phases event by event: messages start when what they wait for is there, share resources
// max-min fairly while they move, and arrive a latency after their last byte.
//
// A cell is a rank on a channel; it enters a phase when it has done all of the one before. Two
// marks go through its program (engine_state.hpp): what has been received and computed, and what
// is done. A connection between two cells holds at most `slots` messages that were started and
// not taken out. Between events nothing changes, so time jumps from one to the next; only lanes
// that an event touches are asked whether they can start, and only flows that feel it get new
// rates. When the state of a phase comes back, shifted by whole iterations, the period is
// multiplied instead of played (periods.hpp). Start reading at run().
#pragma once

#include "weft/schedule/timeline.hpp"
#include "weft/simulate/engine_state.hpp"
#include "weft/simulate/periods.hpp"
#include "weft/simulate/shared_rates.hpp"
#include "weft/simulate/spare_watch.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weft::simulate {

class EventEngine {
 public:
  EventEngine(std::span<const SolvedPhase> phases, std::size_t cells, std::uint32_t slots,
              Bytes size, const MessageCost& cost);

  // Tells what is watched of all rates; `first` is the number there of this engine's first phase.
  // Where something is asked for too much, run() ends at once.
  void watch(SpareWatch& watch, std::size_t first);

  // One class of steps per phase. Once.
  std::vector<schedule::StepClass> run(Seconds start, bool use_periods, std::uint64_t most_changes);
  bool broke_off() const { return broke_off_; }  // after so many changes, at now()
  double now() const { return now_; }

 private:
  void add_phase(const SolvedPhase& phase, Bytes size, const MessageCost& cost);
  void connect_lanes();

  void start_lanes();
  bool may_start(std::uint32_t lane) const;
  bool has_received_before(const LaneState& state) const;
  void start(std::uint32_t lane);
  void leave(std::uint32_t lane);    // its last byte is on its way
  void release(std::uint32_t lane);  // its sender may go on
  void arrive(std::uint32_t lane);
  void try_to_start(std::uint32_t lane);
  void try_dependents(std::uint32_t lane);

  void go_on(std::uint32_t cell);
  void enter_phase(std::uint32_t cell);
  void mark_received(std::uint32_t cell, const PhaseState& phase);
  void mark_done(std::uint32_t cell, const PhaseState& phase);
  bool is_received(const PhaseState& phase, const ProgramLine& line, std::uint64_t i) const;
  void complete(std::uint32_t phase);

  void follow_rates();
  void tell(std::uint32_t lane, double rate);
  double next_event();
  void advance_to(double time);

  void skip_periods();
  Snapshot snapshot(const PhaseState& phase) const;
  void skip(std::uint32_t phase, const Period& period, std::uint64_t times);

  std::vector<schedule::StepClass> classes() const;

  std::uint32_t slots_;
  bool rendezvous_;
  Bytes size_;
  FlowSet flows_;                 // [lane], of all phases
  std::vector<LaneState> lanes_;  // of all phases
  std::vector<PhaseState> phases_;
  std::vector<CellState> cells_;
  std::vector<Connection> connections_;
  std::optional<SharedRates> rates_;
  SpareWatch* watch_ = nullptr;
  std::size_t watched_from_ = 0;

  double now_ = 0;
  std::uint64_t changes_ = 0;  // starts and changes of rates
  bool broke_off_ = false;
  std::vector<std::uint32_t> to_try_;  // lanes that may be able to start
  std::vector<bool> is_to_try_;        // [lane]
  EventHeap leaving_;
  EventHeap arriving_;
  std::size_t under_way_ = 0;  // messages and computations of all phases

  static constexpr std::uint32_t kNoPhase = ~std::uint32_t{0};
  std::uint32_t checkpoint_ = kNoPhase;  // has just completed an iteration
  std::uint32_t remembered_ = kNoPhase;  // whose states periods_ holds
  PeriodFinder periods_;
};

}  // namespace weft::simulate
