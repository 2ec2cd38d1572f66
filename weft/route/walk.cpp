#include "weft/route/walk.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>

namespace weft::route {
namespace {

using topology::ComponentKind;
using topology::Link;
using topology::LinkState;

bool is_fabric(const Link& link) {
  const std::string kind = link.model.kind();
  return kind == "nvlink" || kind == "xgmi";
}

// Distances to `to`, walking links backwards, up to that of `from`.
std::unordered_map<std::uint32_t, std::uint32_t> distances_to(const Topology& topology,
                                                              ComponentId from, ComponentId to,
                                                              const WalkRules& rules) {
  std::unordered_map<std::uint32_t, std::uint32_t> distance = {{to.value, 0}};
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

}  // namespace

const WalkRules kPcieWalk = {
    [](const Link& link) { return !is_fabric(link); },
    [](ComponentKind kind) {
      return kind == ComponentKind::pcie_switch || kind == ComponentKind::numa_node ||
             kind == ComponentKind::socket;
    }};

const WalkRules kFabricWalk = {
    [](const Link& link) { return is_fabric(link); },
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
    for (const LinkId leaving : topology.links_of(here)) {
      const Link link = topology.link(leaving);
      if (link.state != LinkState::up || !rules.takes(link)) continue;
      const auto next = distance.find(link.to.value);
      if (next == distance.end() || next->second + 1 != distance.at(here.value)) continue;
      if (link.to != to && !rules.passes(topology.kind(link.to))) continue;
      auto longer = way;
      longer.push_back(leaving);
      open.emplace_back(link.to, std::move(longer));
    }
  }
  std::reverse(ways.begin(), ways.end());  // the first link's way first
  return ways;
}

std::vector<LinkId> shortest_way(const Topology& topology, ComponentId from, ComponentId to,
                                 const WalkRules& rules) {
  auto ways = shortest_ways(topology, from, to, rules);
  return ways.empty() ? std::vector<LinkId>{} : std::move(ways.front());
}

}  // namespace weft::route
