#include "weft/simulate/placed_schedule.hpp"

#include <utility>

namespace weft::simulate {
namespace {

std::vector<SolvedPhase> solve(const PlacedSchedule& placed,
                               const std::vector<std::shared_ptr<const PhaseTraffic>>& traffic,
                               const Scales& scales) {
  std::vector<std::shared_ptr<const SolvedTraffic>> solved;
  for (std::shared_ptr<const PhaseTraffic> t : traffic) {
    if (!scales.empty()) {
      PhaseTraffic scaled = *t;
      for (const auto& [kind, factor] : scales) scaled.flows.scale(kind, factor);
      t = std::make_shared<const PhaseTraffic>(std::move(scaled));
    }
    Allocation allocation = max_min(t->flows);
    solved.push_back(
        std::make_shared<const SolvedTraffic>(SolvedTraffic{std::move(t), std::move(allocation)}));
  }
  std::vector<SolvedPhase> phases;
  for (const PlacedPhase& phase : placed.phases)
    phases.push_back({phase.name, phase.repeat, phase.traffic, solved[phase.traffic]});
  return phases;
}

}  // namespace

Expected<PlacedSchedule> PlacedSchedule::make(const schedule::Schedule& schedule,
                                              const schedule::Placement& placement,
                                              const route::Router& router) {
  PlacedSchedule placed;
  for (std::uint32_t channel = 0; channel < schedule.channels; ++channel)
    for (schedule::Rank rank = 0; rank < schedule.ranks; ++rank)
      placed.cells.push_back(placement.at(channel, rank));
  placed.slots = schedule.slots;
  placed.ranks = schedule.ranks;
  const auto ways = std::make_shared<route::Ways>(router);
  std::vector<std::size_t> first;  // [traffic]: the phase it was placed for
  for (std::size_t p = 0; p < schedule.phases.size(); ++p) {
    std::uint32_t t = 0;
    while (t < first.size() && !same_traffic(schedule, first[t], p)) ++t;
    if (t == first.size()) {
      auto traffic = place_phase(schedule, p, placement, *ways);
      if (!traffic) return tl::make_unexpected(std::move(traffic.error()));
      placed.traffic.push_back(std::move(*traffic));
      first.push_back(p);
    }
    placed.phases.push_back({schedule.phases[p]->name(), schedule.phases[p]->repeat(), t});
  }
  placed.ways = ways;
  return placed;
}

void PlacedSchedule::uses(std::size_t of_traffic, std::size_t i,
                          std::vector<route::Use>& out) const {
  const Lane& lane = traffic[of_traffic].lanes[i];
  if (lane.computes) return;
  ways->uses(cells[lane.from_cell], cells[lane.to_cell], traffic[of_traffic].ways[i], out);
}

PhaseTraffic PlacedSchedule::flows(std::size_t of_traffic) const {
  PhaseTraffic out(topology(), traffic[of_traffic]);
  std::vector<route::Use> taken;
  for (std::size_t i = 0; i < out.lanes.size(); ++i) {
    taken.clear();
    uses(of_traffic, i, taken);
    out.flows.add(taken);
    out.traffic.push_back(out.lanes[i].computes ? route::Traffic{} : message(of_traffic, i));
  }
  return out;
}

SolvedSchedule solve_lanes(const PlacedSchedule& placed, const Scales& scales) {
  std::vector<std::shared_ptr<const PhaseTraffic>> traffic;
  for (std::size_t t = 0; t < placed.traffic.size(); ++t)
    traffic.push_back(std::make_shared<const PhaseTraffic>(placed.flows(t)));
  return {
      solve(placed, traffic, scales), static_cast<std::uint32_t>(placed.cells.size()), nullptr, {}};
}

SolvedSchedule solve_classes(const PlacedSchedule& placed, std::shared_ptr<const Quotient> classes,
                             const Scales& scales) {
  SolvedSchedule solved{solve(placed, classes->traffic, scales), classes->cells, classes, {}};
  const topology::Topology& topology = placed.topology();
  for (const ResourceClass& c : classes->resources) {
    solved.capacity.push_back(c.capacity);
    for (const auto& [kind, factor] : scales)
      if (topology.kind_of(c.first) == kind) solved.capacity.back() *= factor;
  }
  return solved;
}

}  // namespace weft::simulate
