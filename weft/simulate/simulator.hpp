// The flow-level engine: a schedule, placed on a topology, becomes a timeline.
//
// Active messages share the resources max-min fairly (max_min.hpp); events are the starts, ends
// and arrivals of messages. Exact, and quick where work repeats:
//  - a phase in lockstep (all ranks start together and every message takes the same time) is
//    solved once and multiplied by its iterations;
//  - otherwise events are played (event_engine.hpp), and when the state of all ranks comes back
//    shifted by whole iterations, that period is repeated by multiplication.
// Neither changes a result; SimulateOptions switches each off so that tests can show it.
// A Simulator is prepared once and run for many sizes and protocols.
// Errors: those of routing. Threads: const after make(). The arguments of make() must outlive it.
#pragma once

#include "weft/base/error.hpp"
#include "weft/schedule/timeline.hpp"
#include "weft/simulate/max_min.hpp"
#include "weft/simulate/message_cost.hpp"
#include "weft/simulate/phase_traffic.hpp"

#include <memory>
#include <string>
#include <vector>

namespace weft::simulate {

struct SimulateOptions {
  bool lockstep = true;
  bool periods = true;
};

// Placed traffic with the rates it has when all its messages move at once.
struct SolvedTraffic {
  PhaseTraffic traffic;
  Allocation allocation;
};

// Phases with the same traffic share it.
struct SolvedPhase {
  std::string name;
  std::uint64_t repeat = 1;
  std::shared_ptr<const SolvedTraffic> solved;

  const PhaseTraffic& traffic() const { return solved->traffic; }
  const Allocation& allocation() const { return solved->allocation; }
};

class Simulator {
 public:
  static Expected<Simulator> make(const schedule::Schedule& schedule,
                                  const schedule::Placement& placement,
                                  const route::Router& router);

  schedule::Timeline run(Bytes size, const MessageCost& cost,
                         const SimulateOptions& options = {}) const;

  const std::vector<SolvedPhase>& phases() const { return phases_; }
  // The same schedule with phases solved under other capacities.
  Simulator with_phases(std::vector<SolvedPhase> phases) const;

 private:
  explicit Simulator(const schedule::Schedule& schedule) : schedule_(&schedule) {}

  const schedule::Schedule* schedule_;
  std::vector<SolvedPhase> phases_;
};

}  // namespace weft::simulate
