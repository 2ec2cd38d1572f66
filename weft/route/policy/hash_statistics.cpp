#include "weft/route/policy/hash_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace weft::route {

double no_collision(unsigned flows, unsigned paths) {
  double probability = 1;
  for (unsigned i = 0; i < flows; ++i) probability *= std::max(0.0, 1.0 * paths - i) / paths;
  return probability;
}

double expected_used_paths(unsigned flows, unsigned paths) {
  return paths * (1 - std::pow(1 - 1.0 / paths, flows));
}

double expected_fullest_path(unsigned flows, unsigned paths) {
  // Path by path: the probability that so many flows are on the first ones, none above k on any.
  // Of `left` flows and `p` paths, the next path gets i with the binomial probability of 1/p.
  const auto all_at_most = [&](unsigned k) {
    std::vector<double> placed(flows + 1, 0);
    placed[0] = 1;
    for (unsigned p = paths; p > 0; --p) {
      std::vector<double> next(flows + 1, 0);
      for (unsigned done = 0; done <= flows; ++done) {
        if (placed[done] == 0) continue;
        const unsigned left = flows - done;
        if (p == 1) {
          if (left <= k) next[flows] += placed[done];
          continue;
        }
        double binomial = std::pow(1 - 1.0 / p, left);
        for (unsigned i = 0; i <= std::min(k, left); ++i) {
          next[done + i] += placed[done] * binomial;
          binomial *= 1.0 * (left - i) / (i + 1) / (p - 1);
        }
      }
      placed.swap(next);
    }
    return placed[flows];
  };
  double expected = 0;
  for (unsigned k = 0; k < flows; ++k) expected += 1 - all_at_most(k);
  return expected;
}

}  // namespace weft::route
