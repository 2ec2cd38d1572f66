#include "weft/collective/ring_search.hpp"

#include "weft/base/parse.hpp"
#include "weft/collective/cycle_search.hpp"
#include "weft/collective/hamilton.hpp"
#include "weft/collective/tour.hpp"
#include "weft/link/scaleup.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace weft::collective {
namespace {

using schedule::Rank;
using topology::ComponentKind;
using topology::Topology;

// Both keep a search within a few tens of milliseconds.
constexpr std::uint64_t kSearchSteps = 200000;
constexpr std::uint64_t kCycleSteps = 100000;

bool is_fabric(const topology::Link& link) {
  return link.state == topology::LinkState::up && link.model.is_scale_up();
}

// Parallel links in a bundle, as the attribute "count" says; where the two directions disagree, the
// smaller, and where only one says it, that.
int width(const Topology& topology, LinkId link) {
  const auto stated = [&](LinkId direction) -> std::optional<int> {
    const auto count = parse_integer(topology.attributes(direction).get("count"));
    if (!count || *count < 1) return std::nullopt;
    return static_cast<int>(*count);
  };
  const auto here = stated(link);
  const auto back = stated(Topology::opposite(link));
  return std::min(here.value_or(back.value_or(1)), back.value_or(here.value_or(1)));
}

// Links of a rank to switches that every rank is linked to; 0 where there are none.
int links_to_common_switches(const Topology& topology, const std::vector<ComponentId>& ranks) {
  std::vector<std::size_t> reached(topology.component_count(), 0);  // by how many ranks
  for (const ComponentId rank : ranks) {
    std::set<ComponentId> switches;  // parallel links count once
    for (const LinkId leaving : topology.links_of(rank)) {
      const topology::Link link = topology.link(leaving);
      if (is_fabric(link) && topology.kind(link.to) == ComponentKind::nvswitch)
        switches.insert(link.to);
    }
    for (const ComponentId one : switches) ++reached[one.index()];
  }
  std::optional<int> least;
  for (const ComponentId rank : ranks) {
    int links = 0;
    for (const LinkId leaving : topology.links_of(rank)) {
      const topology::Link link = topology.link(leaving);
      if (is_fabric(link) && reached[link.to.index()] == ranks.size())
        links += width(topology, leaving);
    }
    least = std::min(links, least.value_or(links));
  }
  return least.value_or(0);
}

// Links of a rank to switches where no two ranks are linked without one, as on boards whose
// switches are linked to each other; 0 where some are.
int links_to_any_switches(const Topology& topology, const std::vector<ComponentId>& ranks) {
  std::optional<int> least;
  for (const ComponentId rank : ranks) {
    int links = 0;
    for (const LinkId leaving : topology.links_of(rank)) {
      const topology::Link link = topology.link(leaving);
      if (!is_fabric(link)) continue;
      if (topology.kind(link.to) != ComponentKind::nvswitch) return 0;
      links += width(topology, leaving);
    }
    least = std::min(links, least.value_or(links));
  }
  return least.value_or(0);
}

bool all_pairs_over_fabric(const route::Router& router, const std::vector<ComponentId>& ranks) {
  for (const ComponentId to : ranks)
    if (to != ranks.front() && router.distance(ranks.front(), to) != route::Distance::nvl)
      return false;
  return true;
}

std::vector<std::vector<Rank>> switched_rings(const route::Router& router,
                                              const std::vector<ComponentId>& ranks) {
  int links = links_to_common_switches(router.topology(), ranks);
  if (links == 0) links = links_to_any_switches(router.topology(), ranks);
  if (links == 0 || !all_pairs_over_fabric(router, ranks)) return {};
  std::vector<Rank> order(ranks.size());
  for (Rank rank = 0; rank < order.size(); ++rank) order[rank] = rank;
  return std::vector<std::vector<Rank>>(static_cast<std::size_t>(links), order);
}

ArcCounts direct_arcs(const Topology& topology, const std::vector<ComponentId>& ranks, int times) {
  std::vector<std::size_t> rank_of(topology.component_count(), ranks.size());
  for (std::size_t r = 0; r < ranks.size(); ++r) rank_of[ranks[r].index()] = r;
  ArcCounts arcs(ranks.size(), std::vector<int>(ranks.size(), 0));
  for (std::size_t r = 0; r < ranks.size(); ++r)
    for (const LinkId leaving : topology.links_of(ranks[r])) {
      const topology::Link link = topology.link(leaving);
      const std::size_t to = rank_of[link.to.index()];
      if (is_fabric(link) && to < ranks.size()) arcs[r][to] += times * width(topology, leaving);
    }
  return arcs;
}

// A wiring may not fall apart into whole rings (four nodes in a full mesh do not). Then twice as
// many rings, each taking half a link, may use more of it.
std::vector<std::vector<Rank>> direct_rings(const Topology& topology,
                                            const std::vector<ComponentId>& ranks) {
  const ArcCounts arcs = direct_arcs(topology, ranks, 1);
  int degree = -1;
  for (const auto& row : arcs) {
    int links = 0;
    for (const int count : row) links += count;
    degree = degree < 0 ? links : std::min(degree, links);
  }
  auto whole = disjoint_cycles(arcs, kSearchSteps);
  if (static_cast<int>(whole.size()) >= degree) return whole;
  auto halves = disjoint_cycles(direct_arcs(topology, ranks, 2), kSearchSteps);
  return halves.size() > 2 * whole.size() ? halves : whole;
}

// First the order whose worst hops are best and fewest, then what sharing makes of it.
Expected<std::vector<std::vector<Rank>>> mixed_ring(const route::Router& router,
                                                    const std::vector<ComponentId>& ranks) {
  const Topology& topology = router.topology();
  const std::size_t n = ranks.size();
  CycleProblem problem{n, topology.resource_count(), std::vector<std::vector<HopLoad>>(n * n)};
  std::vector<std::vector<double>> quality(n, std::vector<double>(n, 0));
  std::vector<route::Use> uses;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) {
      if (a == b) continue;
      uses.clear();
      const auto traffic = router.traffic(ranks[a], ranks[b], link::Engine::kernel, uses);
      if (!traffic) return tl::make_unexpected(traffic.error());
      double fullest = 0;
      for (const route::Use& use : uses) {
        const double load = use.weight / topology.capacity(use.resource).value();
        problem.hops[a * n + b].push_back({use.resource.value, load});
        fullest = std::max(fullest, load);
      }
      quality[a][b] = 1 / fullest;
    }
  return std::vector<std::vector<Rank>>{best_cycle(problem, best_tour(quality), kCycleSteps)};
}

}  // namespace

Expected<Bandwidth> ring_rate(const route::Router& router, const std::vector<ComponentId>& ranks,
                              const std::vector<std::vector<Rank>>& orders) {
  std::vector<double> load(router.topology().resource_count(), 0);
  std::vector<route::Use> uses;
  const double share = 1.0 / static_cast<double>(orders.size());
  for (const auto& order : orders)
    for (std::size_t i = 0; i < order.size(); ++i) {
      uses.clear();
      const auto traffic = router.traffic(ranks[order[i]], ranks[order[(i + 1) % order.size()]],
                                          link::Engine::kernel, uses);
      if (!traffic) return tl::make_unexpected(traffic.error());
      for (const route::Use& use : uses) load[use.resource.index()] += share * use.weight;
    }
  Bandwidth rate = kUnlimited;
  for (std::size_t r = 0; r < load.size(); ++r)
    if (load[r] > 0) rate = std::min(rate, router.topology().capacity(ResourceId(r)) / load[r]);
  return rate;
}

Expected<RingPlan> find_rings(const route::Router& router, const std::vector<ComponentId>& ranks) {
  if (ranks.size() < 2)
    return fail("RANKS_TOO_FEW",
                "a collective needs at least 2 ranks, here is " + std::to_string(ranks.size()),
                "`weft show` lists the GPUs of the topology.");
  RingPlan best;
  const auto consider = [&](std::vector<std::vector<Rank>> orders,
                            const char* wiring) -> Expected<void> {
    if (orders.empty()) return {};
    const auto rate = ring_rate(router, ranks, orders);
    if (!rate) return tl::make_unexpected(rate.error());
    if (*rate > best.rate) best = {std::move(orders), *rate, wiring};
    return {};
  };
  if (auto ok = consider(switched_rings(router, ranks), "switched"); !ok)
    return tl::make_unexpected(ok.error());
  // Where every rank meets every other in a switch there is nothing left to find.
  if (!best.orders.empty() && links_to_common_switches(router.topology(), ranks) > 0) return best;
  if (auto ok = consider(direct_rings(router.topology(), ranks), "direct"); !ok)
    return tl::make_unexpected(ok.error());
  auto mixed = mixed_ring(router, ranks);
  if (!mixed && !best.orders.empty()) return best;  // direct links are all that joins them
  if (!mixed) return tl::make_unexpected(mixed.error());
  if (auto ok = consider(std::move(*mixed), "mixed"); !ok) return tl::make_unexpected(ok.error());
  return best;
}

}  // namespace weft::collective
