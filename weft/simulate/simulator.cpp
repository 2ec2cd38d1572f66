#include "weft/simulate/simulator.hpp"

#include "weft/base/assert.hpp"
#include "weft/simulate/event_engine.hpp"
#include "weft/simulate/lockstep.hpp"
#include "weft/simulate/resource_use.hpp"
#include "weft/simulate/solutions.hpp"
#include "weft/simulate/spare_watch.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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

// Whether all that moves at once in a phase leaves spare resources room.
bool leaves_room(const SolvedPhase& phase, std::size_t number, SpareWatch& watch) {
  const std::vector<double>& rates = phase.allocation().rates;
  for (std::uint32_t lane = 0; lane < rates.size(); ++lane)
    watch.set_rate(number, lane, rates[lane]);
  watch.check();
  for (std::uint32_t lane = 0; lane < rates.size(); ++lane) watch.set_rate(number, lane, 0);
  watch.check();
  return watch.overfull().empty();
}

// Nothing where spare resources, which `watch` then names, were asked for too much.
std::optional<Timeline> play(const SolvedSchedule& solved, const PlacedSchedule& placed, Bytes size,
                             const MessageCost& cost, const SimulateOptions& options,
                             SpareWatch* watch) {
  Timeline timeline;
  timeline.launch = cost.launch;
  timeline.end = cost.launch;
  const std::vector<SolvedPhase>& phases = solved.phases;
  std::size_t next = 0;
  for (; options.lockstep && next < phases.size(); ++next) {
    const PhaseTraffic& traffic = phases[next].traffic();
    // A rank that only sends goes on before the others; then what follows does not start together.
    if (!traffic.everyone_receives && !traffic.lanes.empty() && next + 1 < phases.size()) break;
    const auto step = lockstep(phases[next], size, cost);
    if (!step) break;
    if (watch != nullptr && !leaves_room(phases[next], next, *watch)) return std::nullopt;
    timeline.classes.push_back(lockstep_class(phases[next], *step, timeline.end, size));
    timeline.end = timeline.classes.back().end;
  }
  if (next < phases.size()) {
    EventEngine engine(std::span<const SolvedPhase>(phases).subspan(next), solved.cells,
                       placed.slots, size, cost);
    if (watch != nullptr) engine.watch(*watch, next);
    const auto classes = engine.run(timeline.end, options.periods, options.most_changes);
    if (engine.broke_off()) {
      timeline.end = Seconds(engine.now());
      timeline.finished = false;
      return timeline;
    }
    if (watch != nullptr && !watch->overfull().empty()) return std::nullopt;
    for (const StepClass& c : classes) {
      timeline.end = std::max(timeline.end, c.end);
      timeline.classes.push_back(c);
    }
  }
  return timeline;
}

}  // namespace

Simulator::Simulator(std::shared_ptr<const PlacedSchedule> placed, Scales scales,
                     std::shared_ptr<Solutions> origin)
    : placed_(std::move(placed)),
      solutions_(std::make_shared<Solutions>(placed_, std::move(scales), std::move(origin))) {}

Expected<Simulator> Simulator::make(const schedule::Schedule& schedule,
                                    const schedule::Placement& placement,
                                    const route::Router& router) {
  WEFT_ASSERT(placement.ranks() == schedule.ranks, "a placement for as many ranks");
  WEFT_ASSERT(!placement.has_orders() || placement.orders() == schedule.channels,
              "an order for each channel");
  auto placed = PlacedSchedule::make(schedule, placement, router);
  if (!placed) return tl::make_unexpected(std::move(placed.error()));
  return Simulator(std::make_shared<const PlacedSchedule>(std::move(*placed)), {}, nullptr);
}

Simulator Simulator::scaled(std::string_view kind, double factor) const {
  Scales scales = solutions_->scales();
  scales.emplace_back(kind, factor);
  return {placed_, std::move(scales), solutions_};
}

schedule::Timeline Simulator::run(Bytes size, const MessageCost& cost,
                                  const SimulateOptions& options) const {
  if (placed_->phases.empty()) return {cost.launch, cost.launch, {}, {}};
  if (!options.classes) {
    const auto solved = solutions_->lanes();
    Timeline timeline = *play(*solved, *placed_, size, cost, options, nullptr);
    add_resource_use(*placed_, size, cost, timeline);
    return timeline;
  }
  // Each time round, at least one resource more is not left out.
  while (true) {
    const auto solved = solutions_->classes(cost.hardware_latency);
    std::vector<std::uint32_t> traffic_of;
    for (const PlacedPhase& phase : placed_->phases) traffic_of.push_back(phase.traffic);
    SpareWatch watch(*solved->classes, solved->capacity, traffic_of);
    if (auto timeline = play(*solved, *placed_, size, cost, options, &watch)) {
      add_resource_use(*placed_, *solved->classes, size, cost, *timeline);
      return std::move(*timeline);
    }
    solutions_->need(cost.hardware_latency, *solved, watch.overfull());
  }
}

}  // namespace weft::simulate
