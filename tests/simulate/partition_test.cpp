// Classes of vertices that nothing tells apart.
#include "weft/simulate/partition.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "tests/simulate/support.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

std::size_t classes(const std::vector<std::uint32_t>& partition) {
  return std::set<std::uint32_t>(partition.begin(), partition.end()).size();
}

// A cycle whose vertices see the next as 1 and the one before as 2.
ColouredGraph cycle(std::uint32_t n) {
  ColouredGraph graph;
  for (std::uint32_t v = 0; v < n; ++v) graph.add(0);
  for (std::uint32_t v = 0; v < n; ++v) graph.join(v, 1, (v + 1) % n, 2);
  return graph;
}

TEST(Partition, NothingTellsTheVerticesOfACycleApart) {
  EXPECT_EQ(classes(equitable_partition(cycle(17))), 1u);
}

TEST(Partition, OneOddVertexTellsAllApartByTheirDistance) {
  ColouredGraph graph = cycle(17);
  graph.join(5, 3, graph.add(0), 4);
  EXPECT_EQ(classes(equitable_partition(graph)), 18u);
}

TEST(Partition, HasNoClassesWhereThereAreNoVertices) {
  EXPECT_TRUE(equitable_partition(ColouredGraph()).empty());
}

TEST(Partition, SplitsByColoursWithoutEdges) {
  ColouredGraph graph;
  for (const std::uint64_t colour : {3u, 7u, 3u, 9u}) graph.add(colour);
  const auto partition = equitable_partition(graph);
  EXPECT_EQ(partition[0], partition[2]);
  EXPECT_EQ(classes(partition), 3u);
}

// By the definition: rounds over everything until no class splits.
std::vector<std::uint32_t> slowly(const ColouredGraph& graph) {
  using View = std::pair<std::uint64_t, std::multiset<std::pair<std::uint64_t, std::uint32_t>>>;
  std::vector<std::uint32_t> own(graph.colours().size(), 0);
  for (std::size_t before = 0;;) {
    std::vector<View> views;
    for (std::size_t v = 0; v < own.size(); ++v)
      views.push_back({(graph.colours()[v] << 32U) | own[v], {}});
    for (const auto& edge : graph.edges()) {
      views[edge.a].second.insert({edge.seen_by_a, own[edge.b]});
      views[edge.b].second.insert({edge.seen_by_b, own[edge.a]});
    }
    std::vector<View> different = views;
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    for (std::size_t v = 0; v < own.size(); ++v)
      own[v] = static_cast<std::uint32_t>(
          std::lower_bound(different.begin(), different.end(), views[v]) - different.begin());
    if (different.size() == before) return own;
    before = different.size();
  }
}

TEST(Partition, IsThatOfRefiningEverythingRoundByRound) {
  Random random(11);
  for (int trial = 0; trial < 500; ++trial) {
    ColouredGraph graph;
    const auto n = static_cast<std::uint32_t>(1 + random.below(24));
    for (std::uint32_t v = 0; v < n; ++v) graph.add(random.below(2));
    for (std::uint64_t e = 0; e < random.below(40); ++e)
      graph.join(static_cast<std::uint32_t>(random.below(n)), random.below(2),
                 static_cast<std::uint32_t>(random.below(n)), random.below(2));
    const auto partition = equitable_partition(graph);
    const auto expected = slowly(graph);
    ASSERT_EQ(classes(partition), classes(expected)) << trial;
    for (std::uint32_t a = 0; a < n; ++a)
      for (std::uint32_t b = 0; b < n; ++b)
        ASSERT_EQ(partition[a] == partition[b], expected[a] == expected[b]) << trial;
  }
}

}  // namespace
}  // namespace weft::simulate::test
