#include "weft/simulate/resource_use.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace weft::simulate {
namespace {

// How often each traffic runs.
std::vector<double> times_of(const PlacedSchedule& placed) {
  std::vector<double> times(placed.traffic.size(), 0);
  for (const PlacedPhase& phase : placed.phases)
    times[phase.traffic] += static_cast<double>(phase.repeat);
  return times;
}

void add(const topology::Topology& topology, ResourceId resource, double count, double carried,
         schedule::Timeline& timeline) {
  if (carried == 0) return;
  // Without limits all happens at once; then there is no average.
  const double utilisation =
      timeline.end > Seconds(0) ? Bytes(carried) / timeline.end / topology.capacity(resource) : 0;
  timeline.resources.push_back({resource, count, Bytes(carried), utilisation});
}

}  // namespace

void add_resource_use(const PlacedSchedule& placed, Bytes size, const MessageCost& cost,
                      schedule::Timeline& timeline) {
  const std::vector<double> times = times_of(placed);
  std::map<ResourceId, double> carried;
  std::vector<route::Use> uses;
  for (std::size_t t = 0; t < placed.traffic.size(); ++t) {
    const std::vector<Lane>& lanes = placed.traffic[t].lanes;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      uses.clear();
      placed.uses(t, i, uses);
      for (const route::Use& use : uses)
        carried[use.resource] += times[t] * lanes[i].share * use.weight;
    }
  }
  for (const auto& [resource, parts] : carried)
    add(placed.topology(), resource, 1, parts * size.value() * cost.expansion, timeline);
}

void add_resource_use(const PlacedSchedule& placed, const Quotient& classes, Bytes size,
                      const MessageCost& cost, schedule::Timeline& timeline) {
  const std::vector<double> times = times_of(placed);
  for (const ResourceClass& c : classes.resources) {
    double parts = 0;
    for (const ResourceClass::Member& m : c.members)
      parts += times[m.traffic] * classes.traffic[m.traffic]->lanes[m.lane].share * m.weight;
    add(placed.topology(), c.first, c.count, parts * size.value() * cost.expansion, timeline);
  }
  std::sort(timeline.resources.begin(), timeline.resources.end(),
            [](const auto& a, const auto& b) { return a.resource < b.resource; });
}

}  // namespace weft::simulate
