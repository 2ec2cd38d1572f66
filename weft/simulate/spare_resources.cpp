#include "weft/simulate/spare_resources.hpp"

#include "weft/simulate/partition.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace weft::simulate {
std::uint64_t colour_of(const topology::Topology& topology, ResourceId id, double capacity) {
  return mixed_bits(mixed(2, std::hash<std::string>()(topology.kind_of(id))), capacity);
}

bool joins_switches(const topology::Topology& topology, ResourceId id) {
  if (id.index() >= topology.link_count()) return false;
  const topology::Link link = topology.link(LinkId(id.index()));
  return topology::is_network_switch(topology.kind(link.from)) ||
         topology::is_network_switch(topology.kind(link.to));
}

UsedResources::UsedResources(const SiteClasses& sites, const std::set<ResourceId>& needed) {
  number(sites);
  find_spare(sites, needed);
}

void UsedResources::number(const SiteClasses& sites) {
  std::unordered_map<ResourceId, std::uint32_t> known;
  for (const PhaseTraffic& t : sites.traffic) {
    auto& of_dense = number_.emplace_back();
    for (std::uint32_t dense = 0; dense < t.flows.resource_count(); ++dense) {
      const ResourceId id = t.flows.resource(dense);
      const auto [entry, is_new] = known.try_emplace(id, static_cast<std::uint32_t>(ids_.size()));
      of_dense.push_back(entry->second);
      if (!is_new) continue;
      ids_.push_back(id);
      capacity_.push_back(t.flows.capacity(dense).value());
      count_.push_back(sites.count_of(id));
      colour_.push_back(colour_of(t.flows.topology(), id, capacity_.back()));
    }
  }
}

void UsedResources::find_spare(const SiteClasses& sites, const std::set<ResourceId>& needed) {
  const std::vector<PhaseTraffic>& traffic = sites.traffic;
  struct Demand {
    std::uint64_t connection = 0;
    double most = 0;  // wire bytes per second
  };
  std::vector<std::vector<Demand>> demands(size());
  std::vector<char> candidate(size(), 0);
  spare_.assign(size(), 0);
  if (traffic.empty()) return;
  const topology::Topology& topology = traffic.front().flows.topology();
  for (std::uint32_t r = 0; r < size(); ++r)
    candidate[r] = joins_switches(topology, ids_[r]) && !needed.contains(ids_[r]) ? 1 : 0;
  for (std::size_t t = 0; t < traffic.size(); ++t)
    for (std::size_t i = 0; i < traffic[t].lanes.size(); ++i) {
      double most = std::numeric_limits<double>::infinity();
      std::uint32_t tightest = 0;
      for (const FlowUse& use : traffic[t].flows.uses(i)) {
        const std::uint32_t r = of(t, use.resource);
        const double alone = capacity_[r] / use.weight;
        // Of those that allow the same, the first, so that rounding does not choose.
        if (alone >= most * (1 - 1e-12)) continue;
        most = alone;
        tightest = r;
      }
      if (most == std::numeric_limits<double>::infinity()) continue;
      candidate[tightest] = 0;
      for (const FlowUse& use : traffic[t].flows.uses(i))
        if (const std::uint32_t r = of(t, use.resource); candidate[r] != 0)
          demands[r].push_back({traffic[t].lanes[i].connection,
                                most * use.weight * traffic[t].lanes[i].count / count_[r]});
    }
  for (std::uint32_t r = 0; r < size(); ++r) {
    if (candidate[r] == 0) continue;
    std::sort(demands[r].begin(), demands[r].end(), [](const Demand& a, const Demand& b) {
      return std::pair(a.connection, a.most) < std::pair(b.connection, b.most);
    });
    double all = 0;
    for (std::size_t i = 0; i < demands[r].size(); ++i)
      if (i + 1 == demands[r].size() || demands[r][i + 1].connection != demands[r][i].connection)
        all += demands[r][i].most;
    spare_[r] = all <= capacity_[r] * (1 + kSpareMargin) ? 1 : 0;
  }
}

}  // namespace weft::simulate
