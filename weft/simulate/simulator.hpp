// The flow-level engine: a schedule, placed on a topology, becomes a timeline.
//
// Active messages share the resources max-min fairly (max_min.hpp); events are the starts, ends
// and arrivals of messages. Exact, and quick where work repeats:
//  - of lanes that move at the same times, one is played (quotient.hpp);
//  - a phase in lockstep (all ranks start together and every message takes the same time) is
//    solved once and multiplied by its iterations;
//  - otherwise events are played (event_engine.hpp), and when the state of all ranks comes back
//    shifted by whole iterations, that period is repeated by multiplication.
// None changes a result; SimulateOptions switches each off so that tests can show it.
// A Simulator is prepared once and run for many sizes and protocols.
// Errors: those of routing. Threads: const after make(). The arguments of make() must outlive it.
#pragma once

#include "weft/base/error.hpp"
#include "weft/schedule/timeline.hpp"
#include "weft/simulate/message_cost.hpp"
#include "weft/simulate/placed_schedule.hpp"

#include <memory>
#include <string_view>

namespace weft::simulate {

struct SimulateOptions {
  bool lockstep = true;
  bool periods = true;
  bool classes = true;
  // Starts, ends and changes of rates that are played before a run is broken off
  // (Timeline::finished): some ten seconds.
  std::uint64_t most_changes = 2'000'000;
};

class Simulator {
 public:
  static Expected<Simulator> make(const schedule::Schedule& schedule,
                                  const schedule::Placement& placement,
                                  const route::Router& router);

  schedule::Timeline run(Bytes size, const MessageCost& cost,
                         const SimulateOptions& options = {}) const;

  const PlacedSchedule& placed() const { return *placed_; }
  // The same transfers where every resource of a kind has `factor` times the capacity.
  Simulator scaled(std::string_view kind, double factor) const;

 private:
  class Solutions;

  Simulator(std::shared_ptr<const PlacedSchedule> placed, Scales scales,
            std::shared_ptr<Solutions> origin);

  std::shared_ptr<const PlacedSchedule> placed_;
  std::shared_ptr<Solutions> solutions_;
};

}  // namespace weft::simulate
