#include "weft/collective/arrangement.hpp"

#include "weft/collective/canonical.hpp"
#include "weft/collective/cluster_rings.hpp"
#include "weft/collective/order_search.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace weft::collective {
namespace {

// Beyond, rank numbers count: the paths between all pairs would take too long to look at.
constexpr std::size_t kNumberedUpTo = 128;

constexpr Rank kRoot = 0;  // that is where find_wiring() puts it

const char* plural(std::size_t count) { return count == 1 ? "" : "s"; }

tl::unexpected<Error> unfit(const Algorithm& algorithm, const std::string& why) {
  return fail("ALGORITHM_UNFIT", fmt::format("{} {}", algorithm.name, why),
              "`--algorithm all` compares those that fit.");
}

// Only where two ranks are joined by a link, a switch or a network do their messages not pass
// through anyone else.
Expected<void> check_mesh(const Wiring& w, const Algorithm& algorithm) {
  const topology::Topology& topology = w.router->topology();
  for (std::size_t a = 0; a < w.ranks.size(); ++a)
    for (std::size_t b = a + 1; b < w.ranks.size(); ++b) {
      const route::Distance distance = w.router->distance(w.ranks[a], w.ranks[b]);
      if (distance == route::Distance::nvl || distance == route::Distance::net) continue;
      return unfit(algorithm,
                   fmt::format("needs a link or a switch between every two ranks; {} and {} have "
                               "none ({})",
                               topology.name(w.ranks[a]), topology.name(w.ranks[b]),
                               distance_word(topology, w.ranks[a], distance)));
    }
  return {};
}

Expected<Arrangement> by_levels(const Wiring& w, const Algorithm& algorithm, Shape shape) {
  std::vector<Rank> sizes;  // of the groups, from the inside out
  for (const LocalityLevel& level : w.locality.levels)
    if (level.size > 1) sizes.push_back(level.size);
  if (sizes.empty()) {
    const bool uneven = !w.locality.levels.empty();
    return unfit(algorithm,
                 fmt::format("needs nodes of equal size; the {} ranks {}", w.ranks.size(),
                             uneven ? "are close to each other in groups of different sizes"
                                    : "are linked into one"));
  }
  shape.per_node = sizes.front();
  shape.per_pod = sizes.size() > 1 ? sizes.back() / sizes.front() : 0;
  std::string how = fmt::format("nodes of {} ranks", shape.per_node);
  if (shape.per_pod > 0) how += fmt::format(" in pods of {} nodes", shape.per_pod);
  return Arrangement{shape, {w.locality.order}, 1, std::move(how)};
}

Expected<Arrangement> in_best_order(const Wiring& w, const Algorithm& algorithm,
                                    Collective collective, const Shape& shape) {
  const auto schedule = build(algorithm, collective, shape);
  if (!schedule) return tl::make_unexpected(schedule.error());
  // Who all talk to all can stand anywhere, and servers of a cluster are in order already.
  auto order = (algorithm.every_pair && !schedule::rooted(collective)) || w.rings.wiring == "rail"
                   ? Expected<std::vector<Rank>>(w.locality.order)
                   : best_order(*w.router, w.ranks, *schedule, w.locality.order);
  if (!order) return tl::make_unexpected(std::move(order.error()));
  return Arrangement{
      shape, {std::move(*order)}, 1, fmt::format("one channel over {} wiring", w.rings.wiring)};
}

}  // namespace

Expected<Wiring> find_wiring(const route::Router& router, const std::vector<ComponentId>& ranks,
                             std::optional<Rank> root) {
  if (spans_servers(router.topology(), ranks)) {
    std::vector<ComponentId> numbered = ranks;
    if (root) std::swap(numbered.front(), numbered.at(*root));
    return find_cluster_wiring(router, std::move(numbered));
  }
  Wiring wiring{.router = &router, .ranks = {}, .rings = {}, .locality = {}};
  if (ranks.size() <= kNumberedUpTo) {
    const auto kinds = pair_kinds(router, ranks);
    if (!kinds) return tl::make_unexpected(kinds.error());
    for (const Rank rank : canonical_order(*kinds, root)) wiring.ranks.push_back(ranks[rank]);
  } else {
    wiring.ranks = ranks;
    if (root) std::swap(wiring.ranks.front(), wiring.ranks.at(*root));
  }
  auto rings = find_rings(router, wiring.ranks);
  if (!rings) return tl::make_unexpected(std::move(rings.error()));
  wiring.rings = std::move(*rings);
  wiring.locality = find_locality(router, wiring.ranks);
  return wiring;
}

Expected<Arrangement> arrange(const Wiring& w, const Algorithm& algorithm, Collective collective) {
  Shape shape{.ranks = static_cast<Rank>(w.ranks.size())};
  if (auto fit = check_fit(algorithm, collective, shape); !fit)
    return tl::make_unexpected(std::move(fit.error()));
  const std::size_t rings = w.rings.orders.size();
  // Whoever sends to its neighbour has one: rings in other orders are no way to it.
  const bool has_one_neighbour =
      collective == Collective::send_recv && w.rings.wiring != "switched";
  if (algorithm.along_ring && !has_one_neighbour) {
    Arrangement found{
        shape,
        {},
        static_cast<std::uint32_t>(rings),
        fmt::format("{} ring{} over {} wiring", rings, plural(rings), w.rings.wiring)};
    for (const auto& order : w.rings.orders)
      found.orders.push_back(with_root_in_place(order, kRoot));
    if (std::adjacent_find(found.orders.begin(), found.orders.end(), std::not_equal_to<>()) ==
        found.orders.end())
      found.orders.resize(1);
    found.shape.channels = static_cast<std::uint32_t>(found.orders.size());
    return found;
  }
  if (algorithm.needs_full_mesh != nullptr && algorithm.needs_full_mesh(collective))
    if (auto mesh = check_mesh(w, algorithm); !mesh)
      return tl::make_unexpected(std::move(mesh.error()));
  if (algorithm.has_levels) return by_levels(w, algorithm, shape);
  if (w.rings.wiring == "switched")
    return Arrangement{shape,
                       {with_root_in_place(w.rings.orders.front(), kRoot)},
                       static_cast<std::uint32_t>(rings),
                       fmt::format("{} channel{} over switched wiring", rings, plural(rings))};
  return in_best_order(w, algorithm, collective, shape);
}

}  // namespace weft::collective
