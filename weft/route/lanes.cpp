#include "weft/route/lanes.hpp"

#include <algorithm>

namespace weft::route {

using topology::ComponentKind;

std::vector<Exit> exits_of(const Topology& topology, const ClusterRails& rails, ComponentId id,
                           const std::vector<Outlet>& own, bool over_nvlink, bool is_broken) {
  std::vector<Exit> exits = {{own, std::nullopt, 0}};
  const ComponentKind kind = topology.kind(id);
  if (kind == ComponentKind::nic || kind == ComponentKind::port) return exits;
  const topology::Instance server = *topology.instance_of(id);
  const ComponentId local = in_template(server, id);
  if (over_nvlink && kind == ComponentKind::gpu)
    for (const ComponentId gpu : rails.relays_of(server, local))
      exits.push_back({rails.outlets_of(server, gpu), Topology::in_instance(server, gpu), 1});
  if (kind == ComponentKind::gpu && !over_nvlink && !is_broken) return exits;
  for (Outlet o = 0; o < rails.compute()->outlets.size(); ++o)
    if (std::ranges::find(own, o) == own.end()) exits.push_back({{o}, std::nullopt, 2});
  return exits;
}

std::vector<std::pair<std::size_t, std::size_t>> by_cost(const std::vector<Exit>& sources,
                                                         const std::vector<Exit>& targets) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t s = 0; s < sources.size(); ++s)
    for (std::size_t t = 0; t < targets.size(); ++t) pairs.emplace_back(s, t);
  std::ranges::stable_sort(pairs, {}, [&](const auto& pair) {
    const Exit& source = sources[pair.first];
    const Exit& target = targets[pair.second];
    return std::pair(source.cost + target.cost, source.outlets != target.outlets);
  });
  return pairs;
}

std::vector<std::pair<Outlet, Outlet>> lanes_between(const std::vector<Outlet>& sources,
                                                     bool source_is_host,
                                                     const std::vector<Outlet>& targets,
                                                     bool target_is_host) {
  const auto beside = [](const std::vector<Outlet>& outlets, Outlet wanted, std::size_t lane) {
    return std::ranges::find(outlets, wanted) != outlets.end() ? wanted
                                                               : outlets[lane % outlets.size()];
  };
  std::vector<std::pair<Outlet, Outlet>> lanes;
  if (source_is_host != target_is_host) {
    for (std::size_t i = 0; target_is_host && i < sources.size(); ++i)
      lanes.emplace_back(sources[i], beside(targets, sources[i], i));
    for (std::size_t i = 0; source_is_host && i < targets.size(); ++i)
      lanes.emplace_back(beside(sources, targets[i], i), targets[i]);
    return lanes;
  }
  for (std::size_t i = 0; i < std::max(sources.size(), targets.size()); ++i)
    lanes.emplace_back(sources[i % sources.size()], targets[i % targets.size()]);
  return lanes;
}

}  // namespace weft::route
