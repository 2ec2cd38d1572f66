#include "weft/collective/canonical.hpp"

#include "tests/collective/support.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

using schedule::Rank;

PairKinds joined(const std::vector<Edge>& edges, std::size_t n) {
  PairKinds kinds(n, std::vector<std::uint32_t>(n, 0));
  for (const Edge& edge : edges)
    kinds[edge.a][edge.b] = kinds[edge.b][edge.a] = static_cast<std::uint32_t>(edge.links);
  return kinds;
}

// kinds as they are seen with other numbers: rank r is called names[r].
PairKinds renamed(const PairKinds& kinds, const std::vector<Rank>& names) {
  PairKinds other = kinds;
  for (std::size_t a = 0; a < kinds.size(); ++a)
    for (std::size_t b = 0; b < kinds.size(); ++b) other[names[a]][names[b]] = kinds[a][b];
  return other;
}

PairKinds in_order(const PairKinds& kinds, const std::vector<Rank>& order) {
  PairKinds matrix = kinds;
  for (std::size_t a = 0; a < order.size(); ++a)
    for (std::size_t b = 0; b < order.size(); ++b) matrix[a][b] = kinds[order[a]][order[b]];
  return matrix;
}

std::vector<Rank> shuffled(std::size_t n, Random& random) {
  std::vector<Rank> names(n);
  for (std::size_t i = 0; i < n; ++i) names[i] = static_cast<Rank>(i);
  random.shuffle(names);
  return names;
}

TEST(CanonicalOrder, GivesTheSameMatrixUnderAllNames) {
  const PairKinds kinds = joined(hybrid_cube_mesh(), 8);
  const PairKinds want = in_order(kinds, canonical_order(kinds, std::nullopt));
  Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const PairKinds other = renamed(kinds, shuffled(8, random));
    EXPECT_EQ(in_order(other, canonical_order(other, std::nullopt)), want);
  }
}

// All ranks are alike, and yet no two can be swapped.
TEST(CanonicalOrder, DoesSoForARingOfSixteen) {
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < 16; ++i) edges.push_back({i, (i + 1) % 16, 1});
  const PairKinds kinds = joined(edges, 16);
  const PairKinds want = in_order(kinds, canonical_order(kinds, std::nullopt));
  Random random(5);
  for (int trial = 0; trial < 10; ++trial) {
    const PairKinds other = renamed(kinds, shuffled(16, random));
    EXPECT_EQ(in_order(other, canonical_order(other, std::nullopt)), want);
  }
}

TEST(CanonicalOrder, PutsTheRootFirstAndTheRestByItsPlace) {
  const PairKinds kinds = joined(hybrid_cube_mesh(), 8);
  Random random(9);
  for (Rank root = 0; root < 8; ++root) {
    const auto order = canonical_order(kinds, root);
    EXPECT_EQ(order.front(), root);
    const auto names = shuffled(8, random);
    const PairKinds other = renamed(kinds, names);
    EXPECT_EQ(in_order(other, canonical_order(other, names[root])), in_order(kinds, order));
  }
}

// Without symmetry classes this would be 72 factorial numberings.
TEST(CanonicalOrder, TriesRanksThatAreAlikeOnce) {
  const PairKinds kinds(72, std::vector<std::uint32_t>(72, 1));
  EXPECT_EQ(canonical_order(kinds, 5).front(), 5U);
  EXPECT_EQ(canonical_order(kinds, std::nullopt).size(), 72U);
}

}  // namespace
}  // namespace weft::collective::test
