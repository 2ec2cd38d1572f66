#include "weft/route/walk.hpp"

#include "weft/link/scaleup.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

namespace weft::route {
namespace {

using topology::ComponentKind;
using topology::Link;
using topology::LinkState;

bool is_fabric(const Link& link) { return link.model.is_scale_up(); }

using Distances = std::unordered_map<std::uint32_t, std::uint32_t>;  // links left, by component

// Distances to `to`, walking links backwards, up to that of `from`.
Distances distances_to(const Topology& topology, ComponentId from, ComponentId to,
                       const WalkRules& rules) {
  Distances distance = {{to.value, 0}};
  std::deque<ComponentId> frontier = {to};
  while (!frontier.empty() && !distance.contains(from.value)) {
    const ComponentId here = frontier.front();
    frontier.pop_front();
    if (here != to && !rules.passes(topology.kind(here))) continue;
    for (const LinkId leaving : topology.links_of(here)) {
      const Link link = topology.link(Topology::opposite(leaving));  // towards `here`
      if (link.state != LinkState::up || !rules.takes(link)) continue;
      if (distance.try_emplace(link.from.value, distance[here.value] + 1).second)
        frontier.push_back(link.from);
    }
  }
  return distance;
}

// The links that lead one step nearer to `to`, in the order in which they were added.
std::vector<LinkId> next_links(const Topology& topology, ComponentId here, ComponentId to,
                               const Distances& distance, const WalkRules& rules) {
  std::vector<LinkId> nearer;
  for (const LinkId leaving : topology.links_of(here)) {
    const Link link = topology.link(leaving);
    if (link.state != LinkState::up || !rules.takes(link)) continue;
    const auto next = distance.find(link.to.value);
    if (next == distance.end() || next->second + 1 != distance.at(here.value)) continue;
    if (link.to == to || rules.passes(topology.kind(link.to))) nearer.push_back(leaving);
  }
  return nearer;
}

}  // namespace

// A GPU passes on what a NIC that hangs on it sends to the host; nothing else has its way through
// one.
const WalkRules kPcieWalk = {[](const Link& link) { return !is_fabric(link); },
                             [](ComponentKind kind) {
                               return kind == ComponentKind::pcie_switch ||
                                      kind == ComponentKind::numa_node ||
                                      kind == ComponentKind::socket || kind == ComponentKind::gpu;
                             }};

const WalkRules kFabricWalk = {[](const Link& link) { return is_fabric(link); },
                               [](ComponentKind kind) { return kind == ComponentKind::nvswitch; }};

std::vector<std::vector<LinkId>> shortest_ways(const Topology& topology, ComponentId from,
                                               ComponentId to, const WalkRules& rules) {
  if (from == to) return {};
  const auto distance = distances_to(topology, from, to, rules);
  if (!distance.contains(from.value)) return {};

  std::vector<std::vector<LinkId>> ways;
  std::vector<std::pair<ComponentId, std::vector<LinkId>>> open = {{from, {}}};
  while (!open.empty()) {
    auto [here, way] = std::move(open.back());
    open.pop_back();
    if (here == to) {
      ways.push_back(std::move(way));
      continue;
    }
    for (const LinkId leaving : next_links(topology, here, to, distance, rules)) {
      auto longer = way;
      longer.push_back(leaving);
      open.emplace_back(topology.link(leaving).to, std::move(longer));
    }
  }
  std::reverse(ways.begin(), ways.end());  // the first link's way first
  return ways;
}

std::vector<LinkId> shortest_way(const Topology& topology, ComponentId from, ComponentId to,
                                 const WalkRules& rules) {
  if (from == to) return {};
  const auto distance = distances_to(topology, from, to, rules);
  if (!distance.contains(from.value)) return {};
  // Every component that a way may pass and that is d links away has a next one at d - 1.
  std::vector<LinkId> way;
  for (ComponentId here = from; here != to;) {
    const auto next = next_links(topology, here, to, distance, rules);
    way.push_back(next.front());
    here = topology.link(next.front()).to;
  }
  return way;
}

}  // namespace weft::route
