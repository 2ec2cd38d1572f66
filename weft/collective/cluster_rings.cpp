#include "weft/collective/cluster_rings.hpp"

#include "weft/route/cluster_path.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace weft::collective {
namespace {

using topology::Instance;
using topology::Topology;

using Orders = std::vector<std::vector<Rank>>;

// The ranks of one server, and what they are in its template.
struct Group {
  Instance server;
  std::vector<Rank> ranks;
  std::vector<ComponentId> local;
};

std::vector<Group> by_server(const Topology& topology, const std::vector<ComponentId>& ranks) {
  std::vector<Group> groups;
  std::map<std::size_t, std::size_t> known;  // server → group
  for (Rank rank = 0; rank < ranks.size(); ++rank) {
    const Instance server = *topology.instance_of(ranks[rank]);
    const auto [entry, is_new] = known.try_emplace(server.server(), groups.size());
    if (is_new) groups.push_back({server, {}, {}});
    Group& group = groups[entry->second];
    group.ranks.push_back(rank);
    group.local.emplace_back(ranks[rank].index() - server.first_component());
  }
  return groups;
}

// Rings within a server as positions in Group::local; servers with the same ranks share them.
class ServerRings {
 public:
  ServerRings(const route::Router& router) : router_(router) {}

  Expected<const Orders*> of(const Group& group) {
    const std::pair key{&group.server.of(), group.local};
    if (const auto known = known_.find(key); known != known_.end()) return &known->second;
    Orders orders = {{0}};
    if (group.local.size() > 1) {
      const route::Router inside(group.server.of(), router_.policy());
      auto plan = find_rings(inside, group.local);
      if (!plan) return tl::make_unexpected(std::move(plan.error()));
      orders = std::move(plan->orders);
    }
    return &known_.emplace(key, std::move(orders)).first->second;
  }

 private:
  const route::Router& router_;
  std::map<std::pair<const Topology*, std::vector<ComponentId>>, Orders> known_;
};

// The GPUs, as positions in a group, that channels begin at: one for each set of NICs.
std::vector<std::size_t> entrances(const route::ClusterRails& rails, const Group& group) {
  std::vector<std::size_t> found;
  std::vector<std::vector<std::uint32_t>> sets;
  for (std::size_t i = 0; i < group.local.size(); ++i) {
    const auto& set = rails.outlets_of(group.server, group.local[i]);
    if (std::ranges::find(sets, set) != sets.end()) continue;
    sets.push_back(set);
    found.push_back(i);
  }
  return found;
}

Locality locality_of(const std::vector<Group>& groups, std::size_t ranks) {
  LocalityLevel level{route::Distance::sys, std::vector<std::uint32_t>(ranks, 0), 0, 0};
  level.groups = groups.size();
  const std::size_t each = groups.front().ranks.size();
  const bool equal =
      std::ranges::all_of(groups, [&](const Group& group) { return group.ranks.size() == each; });
  level.size = equal ? static_cast<Rank>(each) : 0;
  Locality locality;
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const Rank rank : groups[g].ranks) {
      level.group[rank] = static_cast<std::uint32_t>(g);
      locality.order.push_back(rank);
    }
  locality.levels.push_back(std::move(level));
  return locality;
}

}  // namespace

bool spans_servers(const Topology& topology, const std::vector<ComponentId>& ranks) {
  return std::ranges::any_of(
      ranks, [&](ComponentId rank) { return route::are_remote(topology, ranks.front(), rank); });
}

Expected<Wiring> find_cluster_wiring(const route::Router& router, std::vector<ComponentId> ranks) {
  const route::ClusterRails& rails = *router.rails();
  const std::vector<Group> groups = by_server(router.topology(), ranks);
  ServerRings inside(router);
  std::size_t channels = 0;
  for (const Group& group : groups) channels = std::max(channels, entrances(rails, group).size());
  Wiring wiring{.router = &router, .ranks = {}, .rings = {}, .locality = {}};
  wiring.rings.wiring = "rail";
  wiring.rings.orders.resize(channels);
  for (const Group& group : groups) {
    const auto orders = inside.of(group);
    if (!orders) return tl::make_unexpected(orders.error());
    const std::vector<std::size_t> enter = entrances(rails, group);
    for (std::size_t c = 0; c < channels; ++c) {
      std::vector<Rank> order = (**orders)[c % (*orders)->size()];
      const auto first = std::ranges::find(order, enter[c % enter.size()]);
      std::rotate(order.begin(), first, order.end());
      for (const Rank position : order) wiring.rings.orders[c].push_back(group.ranks[position]);
    }
  }
  wiring.locality = locality_of(groups, ranks.size());
  wiring.ranks = std::move(ranks);
  return wiring;
}

}  // namespace weft::collective
