#include "weft/collective/tour.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "tests/collective/support.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

using Quality = std::vector<std::vector<double>>;
using Tour = std::vector<std::uint32_t>;

// The qualities of a round trip's hops, worst first: what is to be as large as possible.
std::vector<double> hops(const Quality& quality, const Tour& tour) {
  std::vector<double> all;
  for (std::size_t i = 0; i < tour.size(); ++i)
    all.push_back(quality[tour[i]][tour[(i + 1) % tour.size()]]);
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<double> best_by_trying_all(const Quality& quality) {
  Tour tour(quality.size());
  std::iota(tour.begin(), tour.end(), 0U);
  std::vector<double> best;
  do {
    best = std::max(best, hops(quality, tour));
  } while (std::next_permutation(tour.begin() + 1, tour.end()));
  return best;
}

void expect_tour(const Quality& quality, const Tour& tour) {
  ASSERT_EQ(tour.size(), quality.size());
  EXPECT_EQ(tour.front(), 0u);
  Tour sorted = tour;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t node = 0; node < sorted.size(); ++node) EXPECT_EQ(sorted[node], node);
}

Quality random_quality(std::size_t n, std::uint64_t classes, Random& random) {
  Quality quality(n, std::vector<double>(n, 0));
  for (auto& row : quality)
    for (double& hop : row) hop = static_cast<double>(1 + random.below(classes));
  return quality;
}

TEST(BestTour, IsAsGoodAsTryingAllOfThem) {
  Random random(3);
  for (std::size_t n = 2; n <= 7; ++n)
    for (const std::uint64_t classes : {1U, 2U, 3U, 5U, 1000U})
      for (int trial = 0; trial < 20; ++trial) {
        const Quality quality = random_quality(n, classes, random);
        const Tour tour = best_tour(quality);
        expect_tour(quality, tour);
        ASSERT_EQ(hops(quality, tour), best_by_trying_all(quality)) << n << ' ' << classes;
      }
}

TEST(BestTour, KeepsTheWorstQualitiesApartHoweverManyThereAre) {
  Random random(11);
  for (int trial = 0; trial < 10; ++trial) {
    const Quality quality = random_quality(8, 1000000, random);  // 56 hops, all different
    EXPECT_EQ(hops(quality, best_tour(quality)), best_by_trying_all(quality));
  }
}

TEST(BestTour, DoesNotDependOnTheNamesOfTheNodes) {
  Random random(5);
  for (std::size_t n = 3; n <= 10; ++n) {
    const Quality quality = random_quality(n, 4, random);
    const auto expected = hops(quality, best_tour(quality));
    std::vector<std::size_t> label(n);
    std::iota(label.begin(), label.end(), std::size_t{0});
    for (int trial = 0; trial < 20; ++trial) {
      random.shuffle(label);
      Quality renamed = quality;
      for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) renamed[label[a]][label[b]] = quality[a][b];
      ASSERT_EQ(hops(renamed, best_tour(renamed)), expected) << n;
    }
  }
}

TEST(BestTour, RoundingMakesNoClassOfItsOwn) {
  // Hops that differ by 1e-9 count as one quality, so the one bad hop decides.
  Quality quality(5, std::vector<double>(5, 10));
  Random random(9);
  for (auto& row : quality)
    for (double& hop : row) hop *= 1 + 1e-10 * static_cast<double>(random.below(10));
  for (std::size_t i = 1; i < 5; ++i) quality[i][(i + 1) % 5] = 1;
  EXPECT_GT(hops(quality, best_tour(quality)).front(), 9);
}

TEST(BestTour, VisitsIslandsOneAfterTheOther) {
  // n nodes in islands of four that are near inside and far between: as many far hops as islands.
  for (const std::size_t n : {8u, 12u, 16u, 20u, 64u}) {
    Quality quality(n, std::vector<double>(n, 1));
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b)
        if (a % (n / 4) == b % (n / 4)) quality[a][b] = 10;
    const Tour tour = best_tour(quality);
    expect_tour(quality, tour);
    const auto all = hops(quality, tour);
    EXPECT_EQ(static_cast<std::size_t>(std::count(all.begin(), all.end(), 1)), n / 4) << n;
  }
}

TEST(BestTour, SmallOnesAreTrivial) {
  EXPECT_TRUE(best_tour({}).empty());
  EXPECT_EQ(best_tour({{0}}), Tour{0});
  EXPECT_EQ(best_tour({{0, 1}, {1, 0}}), (Tour{0, 1}));
}

}  // namespace
}  // namespace weft::collective::test
