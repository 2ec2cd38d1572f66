#include "weft/collective/locality.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace weft::collective {
namespace {

using schedule::Rank;

using Distances = std::vector<std::vector<route::Distance>>;

LocalityLevel level_at(const Distances& distances, route::Distance within) {
  const std::size_t n = distances.size();
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  LocalityLevel level{within, std::vector<std::uint32_t>(n, kNone), 0, 0};
  std::vector<Rank> sizes;
  for (std::size_t first = 0; first < n; ++first) {
    if (level.group[first] != kNone) continue;
    const auto number = static_cast<std::uint32_t>(level.groups++);
    sizes.push_back(0);
    std::vector<std::size_t> open = {first};
    level.group[first] = number;
    while (!open.empty()) {
      const std::size_t here = open.back();
      open.pop_back();
      ++sizes.back();
      for (std::size_t other = 0; other < n; ++other) {
        if (level.group[other] != kNone || distances[here][other] > within) continue;
        level.group[other] = number;
        open.push_back(other);
      }
    }
  }
  if (std::all_of(sizes.begin(), sizes.end(), [&](Rank size) { return size == sizes.front(); }))
    level.size = sizes.front();
  return level;
}

}  // namespace

Locality find_locality(const route::Router& router, const std::vector<ComponentId>& ranks) {
  const std::size_t n = ranks.size();
  Distances distances(n, std::vector<route::Distance>(n, route::Distance::loc));
  std::set<route::Distance> known;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b)
      if (a != b) known.insert(distances[a][b] = router.distance(ranks[a], ranks[b]));
  Locality locality;
  std::size_t groups_before = n;
  for (const route::Distance within : known) {
    LocalityLevel level = level_at(distances, within);
    if (level.groups == groups_before) continue;  // the same groups as at a shorter distance
    groups_before = level.groups;
    if (level.groups > 1) locality.levels.push_back(std::move(level));
  }
  locality.order.resize(n);
  std::iota(locality.order.begin(), locality.order.end(), Rank{0});
  // The outermost level decides first.
  std::stable_sort(locality.order.begin(), locality.order.end(), [&](Rank a, Rank b) {
    for (auto level = locality.levels.rbegin(); level != locality.levels.rend(); ++level)
      if (level->group[a] != level->group[b]) return level->group[a] < level->group[b];
    return false;
  });
  return locality;
}

}  // namespace weft::collective
