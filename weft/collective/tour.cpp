#include "weft/collective/tour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace weft::collective {
namespace {

using Quality = std::vector<std::vector<double>>;
using Levels = std::vector<std::vector<std::uint8_t>>;

constexpr std::size_t kExactUpTo = 16;  // 16 x 15 hops have at most 240 levels, which fit a byte
constexpr double kSameQuality = 1e-6;   // relative: rounding does not make a class of its own

// 1 for the hops of the best quality, 2 for the next … ; hops to oneself have 0.
Levels levels_of(const Quality& quality) {
  const std::size_t n = quality.size();
  std::vector<double> classes;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b)
      if (a != b) classes.push_back(quality[a][b]);
  std::sort(classes.begin(), classes.end(), std::greater<>());
  classes.erase(std::unique(classes.begin(), classes.end(),
                            [](double x, double y) {
                              return x == y || std::abs(x - y) <= kSameQuality * std::abs(x);
                            }),
                classes.end());
  Levels levels(n, std::vector<std::uint8_t>(n, 0));
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) {
      if (a == b) continue;
      std::size_t level = 0;
      while (level + 1 < classes.size() && quality[a][b] < classes[level] * (1 - kSameQuality))
        ++level;
      levels[a][b] = static_cast<std::uint8_t>(std::min<std::size_t>(level + 1, 254));
    }
  return levels;
}

// The levels of the hops of a way, worst first: what is compared is how many hops of the worst
// level there are, then of the next. Adding the same hop to two ways keeps their order.
using Hops = std::array<std::uint8_t, kExactUpTo>;

Hops with(Hops hops, std::uint8_t level) {
  for (std::uint8_t& hop : hops)
    if (hop < level) std::swap(hop, level);
  return hops;
}

std::vector<std::uint32_t> exact_tour(const Levels& levels) {
  const std::size_t n = levels.size();
  const std::size_t sets = std::size_t{1} << (n - 1);  // of the nodes other than 0
  Hops far;
  far.fill(255);
  std::vector<Hops> best(sets * n, far);  // [set][last node]
  std::vector<std::uint8_t> before(sets * n, 0);
  for (std::size_t last = 1; last < n; ++last)
    best[(std::size_t{1} << (last - 1)) * n + last] = with({}, levels[0][last]);
  for (std::size_t set = 1; set < sets; ++set)
    for (std::size_t last = 1; last < n; ++last) {
      const Hops& so_far = best[set * n + last];
      if (so_far == far) continue;
      for (std::size_t next = 1; next < n; ++next) {
        const std::size_t bit = std::size_t{1} << (next - 1);
        if ((set & bit) != 0) continue;
        const Hops longer = with(so_far, levels[last][next]);
        Hops& known = best[(set | bit) * n + next];
        if (longer >= known) continue;
        known = longer;
        before[(set | bit) * n + next] = static_cast<std::uint8_t>(last);
      }
    }
  std::size_t last = 1;
  std::size_t set = sets - 1;
  for (std::size_t node = 2; node < n; ++node)
    if (with(best[set * n + node], levels[node][0]) < with(best[set * n + last], levels[last][0]))
      last = node;
  std::vector<std::uint32_t> tour;
  while (set != 0) {
    tour.push_back(static_cast<std::uint32_t>(last));
    const std::size_t previous = before[set * n + last];
    set &= ~(std::size_t{1} << (last - 1));
    last = previous;
  }
  tour.push_back(0);
  std::reverse(tour.begin(), tour.end());
  return tour;
}

std::vector<std::uint32_t> nearest_next(const Quality& quality) {
  std::vector<std::uint32_t> tour = {0};
  std::vector<bool> visited(quality.size(), false);
  visited[0] = true;
  while (tour.size() < quality.size()) {
    const auto& from_here = quality[tour.back()];
    std::size_t next = quality.size();
    for (std::size_t node = 0; node < quality.size(); ++node)
      if (!visited[node] && (next == quality.size() || from_here[node] > from_here[next]))
        next = node;
    visited[next] = true;
    tour.push_back(static_cast<std::uint32_t>(next));
  }
  return tour;
}

}  // namespace

std::vector<std::uint32_t> best_tour(const std::vector<std::vector<double>>& quality) {
  if (quality.size() < 2) return std::vector<std::uint32_t>(quality.size(), 0);
  return quality.size() <= kExactUpTo ? exact_tour(levels_of(quality)) : nearest_next(quality);
}

}  // namespace weft::collective
