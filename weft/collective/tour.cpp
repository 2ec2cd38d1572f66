#include "weft/collective/tour.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft::collective {
namespace {

using Matrix = std::vector<std::vector<double>>;

constexpr std::size_t kExactUpTo = 16;
constexpr double kSameQuality = 1e-6;  // relative: rounding does not make a class of its own

// Costs such that one hop of a worse class outweighs a whole tour of the next better one.
Matrix costs(const Matrix& quality) {
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
  Matrix cost(n, std::vector<double>(n, 0));
  const double weight = static_cast<double>(n) + 1;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) {
      std::size_t level = 0;
      while (level + 1 < classes.size() &&
             quality[a][b] < classes[level] * (1 - kSameQuality))
        ++level;
      // The two worst classes must stay apart; more than a dozen would leave double's precision.
      cost[a][b] = std::pow(weight, static_cast<double>(std::min<std::size_t>(level, 12)));
    }
  return cost;
}

std::vector<std::uint32_t> exact_tour(const Matrix& cost) {
  const std::size_t n = cost.size();
  const std::size_t sets = std::size_t{1} << (n - 1);  // of the nodes other than 0
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::vector<double> best(sets * n, kFar);  // [set][last node]
  std::vector<std::uint8_t> before(sets * n, 0);
  for (std::size_t last = 1; last < n; ++last)
    best[(std::size_t{1} << (last - 1)) * n + last] = cost[0][last];
  for (std::size_t set = 1; set < sets; ++set)
    for (std::size_t last = 1; last < n; ++last) {
      const double so_far = best[set * n + last];
      if (so_far == kFar) continue;
      for (std::size_t next = 1; next < n; ++next) {
        const std::size_t bit = std::size_t{1} << (next - 1);
        if ((set & bit) != 0) continue;
        double& known = best[(set | bit) * n + next];
        if (so_far + cost[last][next] >= known) continue;
        known = so_far + cost[last][next];
        before[(set | bit) * n + next] = static_cast<std::uint8_t>(last);
      }
    }
  std::size_t last = 1;
  std::size_t set = sets - 1;
  for (std::size_t node = 2; node < n; ++node)
    if (best[set * n + node] + cost[node][0] < best[set * n + last] + cost[last][0]) last = node;
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

std::vector<std::uint32_t> nearest_next(const Matrix& cost) {
  std::vector<std::uint32_t> tour = {0};
  std::vector<bool> visited(cost.size(), false);
  visited[0] = true;
  while (tour.size() < cost.size()) {
    std::size_t next = cost.size();
    for (std::size_t node = 0; node < cost.size(); ++node)
      if (!visited[node] && (next == cost.size() || cost[tour.back()][node] < cost[tour.back()][next]))
        next = node;
    visited[next] = true;
    tour.push_back(static_cast<std::uint32_t>(next));
  }
  return tour;
}

}  // namespace

std::vector<std::uint32_t> best_tour(const std::vector<std::vector<double>>& quality) {
  if (quality.size() == 1) return {0};
  const Matrix cost = costs(quality);
  return quality.size() <= kExactUpTo ? exact_tour(cost) : nearest_next(cost);
}

}  // namespace weft::collective
