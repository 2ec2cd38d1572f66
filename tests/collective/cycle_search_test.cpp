#include "weft/collective/cycle_search.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "tests/collective/support.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

using Order = std::vector<std::uint32_t>;

Order identity(std::size_t n) {
  Order order(n);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

// Each hop takes up to three of twelve resources.
CycleProblem random_problem(std::size_t n, Random& random) {
  CycleProblem problem{n, 12, std::vector<std::vector<HopLoad>>(n * n)};
  for (auto& hop : problem.hops) {
    std::vector<std::uint32_t> resources = identity(12);
    random.shuffle(resources);
    for (std::uint64_t k = 0; k < 1 + random.below(3); ++k)
      hop.push_back({resources[k], static_cast<double>(1 + random.below(4))});
  }
  return problem;
}

TEST(CycleCost, AddsUpWhatTheHopsTakeOfEachResource) {
  // 0 → 1 takes 2 of a, 1 → 2 takes 3 of a and 1 of b, 2 → 0 takes 4 of b: a has 5, b has 5.
  CycleProblem problem{3, 2, std::vector<std::vector<HopLoad>>(9)};
  problem.hops[0 * 3 + 1] = {{0, 2}};
  problem.hops[1 * 3 + 2] = {{0, 3}, {1, 1}};
  problem.hops[2 * 3 + 0] = {{1, 4}};
  const CycleCost cost = cost_of(problem, {0, 1, 2});
  EXPECT_DOUBLE_EQ(cost.fullest, 5);
  EXPECT_DOUBLE_EQ(cost.total, 10);
}

TEST(BestCycle, IsAsGoodAsTryingAllOfThem) {
  Random random(21);
  for (std::size_t n = 3; n <= 7; ++n)
    for (int trial = 0; trial < 40; ++trial) {
      const CycleProblem problem = random_problem(n, random);
      Order order = identity(n);
      CycleCost best = cost_of(problem, order);
      do {
        const CycleCost cost = cost_of(problem, order);
        if (cost.fullest < best.fullest ||
            (cost.fullest == best.fullest && cost.total < best.total))
          best = cost;
      } while (std::next_permutation(order.begin() + 1, order.end()));
      const Order found = best_cycle(problem, identity(n), 1000000);
      EXPECT_EQ(found.front(), 0u);
      Order sorted = found;
      std::sort(sorted.begin(), sorted.end());
      ASSERT_EQ(sorted, identity(n));
      EXPECT_DOUBLE_EQ(cost_of(problem, found).fullest, best.fullest);
      EXPECT_DOUBLE_EQ(cost_of(problem, found).total, best.total);
    }
}

TEST(BestCycle, NeverGetsWorseThanWhereItStarts) {
  Random random(22);
  for (const std::uint64_t budget : {0U, 1U, 10U, 1000U}) {
    const CycleProblem problem = random_problem(12, random);
    const CycleCost before = cost_of(problem, identity(12));
    const CycleCost after = cost_of(problem, best_cycle(problem, identity(12), budget));
    EXPECT_LE(after.fullest, before.fullest * (1 + 1e-9));
  }
}

TEST(BestCycle, SmallOnesAreTrivial) {
  EXPECT_EQ(best_cycle({1, 0, {{}}}, {0}, 100), Order{0});
  EXPECT_EQ(best_cycle({2, 0, {{}, {}, {}, {}}}, {0, 1}, 100), (Order{0, 1}));
}

}  // namespace
}  // namespace weft::collective::test
