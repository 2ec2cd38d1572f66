#include "weft/simulate/simulator.hpp"

#include "weft/base/assert.hpp"
#include "weft/simulate/event_engine.hpp"
#include "weft/simulate/lockstep.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace weft::simulate {
namespace {

using schedule::StepClass;
using schedule::Timeline;

StepClass lockstep_class(const SolvedPhase& phase, const Lockstep& step, Seconds start,
                         Bytes size) {
  const double repeat = static_cast<double>(phase.repeat);
  StepClass c;
  c.phase = phase.name;
  c.iterations = phase.repeat;
  c.start = start;
  c.end = start + step.iteration * repeat;
  if (!phase.traffic().lanes.empty()) c.per_message = size * phase.traffic().lanes.front().share;
  c.transfer_time = step.transfer * repeat;
  c.waiting_time = (step.iteration - step.transfer) * repeat;
  c.has_limit = step.limit != Allocation::kNone;
  if (c.has_limit) c.limit = phase.traffic().flows.resource(step.limit);
  return c;
}

// What each resource carried follows from the schedule alone.
void add_resource_use(const std::vector<SolvedPhase>& phases, Bytes size, const MessageCost& cost,
                      Timeline& timeline) {
  const topology::Topology& topology = phases.front().traffic().flows.topology();
  std::vector<double> carried(topology.resource_count(), 0);
  for (const SolvedPhase& phase : phases) {
    const PhaseTraffic& traffic = phase.traffic();
    const double scale = size.value() * cost.expansion * static_cast<double>(phase.repeat);
    for (std::size_t i = 0; i < traffic.lanes.size(); ++i)
      for (const FlowUse& use : traffic.flows.uses(i))
        carried[traffic.flows.resource(use.resource).index()] +=
            scale * traffic.lanes[i].share * use.weight;
  }
  for (std::size_t r = 0; r < carried.size(); ++r) {
    if (carried[r] == 0) continue;
    // Without limits all happens at once; then there is no average.
    const double utilisation = timeline.end > Seconds(0) ? Bytes(carried[r]) / timeline.end /
                                                               topology.capacity(ResourceId(r))
                                                         : 0;
    timeline.resources.push_back({ResourceId(r), Bytes(carried[r]), utilisation});
  }
}

}  // namespace

Expected<Simulator> Simulator::make(const schedule::Schedule& schedule,
                                    const schedule::Placement& placement,
                                    const route::Router& router) {
  WEFT_ASSERT(placement.ranks() == schedule.ranks, "a placement for as many ranks");
  WEFT_ASSERT(!placement.has_orders() || placement.orders() == schedule.channels,
              "an order for each channel");
  Simulator simulator(schedule);
  for (std::size_t p = 0; p < schedule.phases.size(); ++p) {
    SolvedPhase phase{schedule.phases[p]->name(), schedule.phases[p]->repeat(), nullptr};
    for (std::size_t known = 0; known < p && phase.solved == nullptr; ++known)
      if (same_traffic(schedule, known, p)) phase.solved = simulator.phases_[known].solved;
    if (phase.solved == nullptr) {
      auto traffic = place_phase(schedule, p, placement, router);
      if (!traffic) return tl::make_unexpected(std::move(traffic.error()));
      Allocation allocation = max_min(traffic->flows);
      phase.solved = std::make_shared<const SolvedTraffic>(
          SolvedTraffic{std::move(*traffic), std::move(allocation)});
    }
    simulator.phases_.push_back(std::move(phase));
  }
  return simulator;
}

Simulator Simulator::with_phases(std::vector<SolvedPhase> phases) const {
  Simulator other(*schedule_);
  other.phases_ = std::move(phases);
  return other;
}

schedule::Timeline Simulator::run(Bytes size, const MessageCost& cost,
                                  const SimulateOptions& options) const {
  Timeline timeline;
  timeline.launch = cost.launch;
  timeline.end = cost.launch;
  std::size_t next = 0;
  for (; options.lockstep && next < phases_.size(); ++next) {
    const PhaseTraffic& traffic = phases_[next].traffic();
    // A rank that only sends goes on before the others; then what follows does not start together.
    if (!traffic.everyone_receives && !traffic.lanes.empty() && next + 1 < phases_.size()) break;
    const auto step = lockstep(phases_[next], size, cost);
    if (!step) break;
    timeline.classes.push_back(lockstep_class(phases_[next], *step, timeline.end, size));
    timeline.end = timeline.classes.back().end;
  }
  if (next < phases_.size()) {
    EventEngine engine(std::span<const SolvedPhase>(phases_).subspan(next),
                       std::size_t{schedule_->channels} * schedule_->ranks, schedule_->slots, size,
                       cost);
    for (StepClass& c : engine.run(timeline.end, options.periods)) {
      timeline.end = std::max(timeline.end, c.end);
      timeline.classes.push_back(std::move(c));
    }
  }
  if (!phases_.empty()) add_resource_use(phases_, size, cost, timeline);
  return timeline;
}

}  // namespace weft::simulate
