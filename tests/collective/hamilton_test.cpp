#include "weft/collective/hamilton.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/collective/support.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

constexpr std::uint64_t kBudget = 200000;  // what ring_search.cpp gives it

ArcCounts complete(std::size_t n, int parallel) {
  ArcCounts arcs(n, std::vector<int>(n, parallel));
  for (std::size_t i = 0; i < n; ++i) arcs[i][i] = 0;
  return arcs;
}

// Both directions of each edge {a, b, links}.
ArcCounts from_edges(std::size_t n, const std::vector<Edge>& edges) {
  ArcCounts arcs(n, std::vector<int>(n, 0));
  for (const Edge& edge : edges) {
    arcs[edge.a][edge.b] += edge.links;
    arcs[edge.b][edge.a] += edge.links;
  }
  return arcs;
}

// Each cycle visits every node once from node 0, and together they take no arc too often.
void expect_valid(const ArcCounts& arcs, const std::vector<Cycle>& cycles) {
  ArcCounts left = arcs;
  for (const Cycle& cycle : cycles) {
    ASSERT_EQ(cycle.size(), arcs.size());
    EXPECT_EQ(cycle.front(), 0u);
    Cycle sorted = cycle;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t node = 0; node < sorted.size(); ++node) ASSERT_EQ(sorted[node], node);
    for (std::size_t i = 0; i < cycle.size(); ++i)
      ASSERT_GE(--left[cycle[i]][cycle[(i + 1) % cycle.size()]], 0);
  }
}

std::size_t count_of(const ArcCounts& arcs) {
  const auto cycles = disjoint_cycles(arcs, kBudget);
  expect_valid(arcs, cycles);
  return cycles.size();
}

// The count must not depend on which node is called what.
void expect_always(const ArcCounts& arcs, std::size_t count, int relabellings = 200) {
  Random random(1);
  std::vector<std::size_t> label(arcs.size());
  std::iota(label.begin(), label.end(), std::size_t{0});
  for (int i = 0; i < relabellings; ++i) {
    ArcCounts renamed = arcs;
    for (std::size_t a = 0; a < arcs.size(); ++a)
      for (std::size_t b = 0; b < arcs.size(); ++b) renamed[label[a]][label[b]] = arcs[a][b];
    ASSERT_EQ(count_of(renamed), count) << "relabelling " << i;
    random.shuffle(label);
  }
}

TEST(DisjointCycles, CompleteDigraphsFallApartExceptForFourAndSix) {
  // Tillson 1980: n-1 cycles; for n = 4 and 6 one less is the most.
  for (std::size_t n = 3; n <= 10; ++n) {
    SCOPED_TRACE(n);
    expect_always(complete(n, 1), n == 4 || n == 6 ? n - 2 : n - 1, n == 6 ? 20 : 200);
  }
}

TEST(DisjointCycles, FourNodesWithTwoLinksAPairFallApart) {
  expect_always(complete(4, 2), 6);  // three neighbours, two arcs each
}

TEST(DisjointCycles, TheHybridCubeMeshOfDgx1HasOneRingALink) {
  expect_always(from_edges(8, hybrid_cube_mesh()), 6);
}

TEST(DisjointCycles, TheHybridCubeMeshOfSingleLinksHasFour) {
  auto edges = hybrid_cube_mesh();
  for (Edge& edge : edges) edge.links = 1;
  expect_always(from_edges(8, edges), 4);
}

TEST(DisjointCycles, ACubeMeshThatLostALinkLosesOneRing) {
  auto edges = hybrid_cube_mesh();
  edges[2].links = 1;  // 0-3 has one of two: nodes 0 and 3 are left with five links
  expect_always(from_edges(8, edges), 5, 50);
}

TEST(DisjointCycles, ARingHasOneCycleEachWayPerLink) {
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < 6; ++i) edges.push_back({i, (i + 1) % 6, 2});
  expect_always(from_edges(6, edges), 4);  // two links, two directions
}

TEST(DisjointCycles, OneWayArcsAreUsedOneWayOnly) {
  ArcCounts arcs(4, std::vector<int>(4, 0));
  for (std::size_t i = 0; i < 4; ++i) arcs[i][(i + 1) % 4] = 3;
  expect_always(arcs, 3, 24);
}

TEST(DisjointCycles, TwoNodesHaveACycleForEachLink) {
  expect_always(from_edges(2, {{0, 1, 5}}), 5, 2);
  EXPECT_EQ(count_of(ArcCounts{{0, 3}, {1, 0}}), 1u);  // three one way, one back
}

TEST(DisjointCycles, GraphsWithoutAHamiltonianCycleHaveNone) {
  // Two squares without a link between them; joined by one pair only, which a cycle would have
  // to cross twice at the same nodes; a star; three nodes against four.
  std::vector<Edge> squares;
  for (std::uint32_t base : {0u, 4u})
    for (std::uint32_t i = 0; i < 4; ++i) squares.push_back({base + i, base + (i + 1) % 4, 2});
  expect_always(from_edges(8, squares), 0, 20);
  squares.push_back({0, 4, 4});
  expect_always(from_edges(8, squares), 0, 20);
  expect_always(from_edges(4, {{0, 1, 3}, {0, 2, 3}, {0, 3, 3}}), 0, 24);
  std::vector<Edge> lopsided;
  for (std::uint32_t a = 0; a < 3; ++a)
    for (std::uint32_t b = 3; b < 7; ++b) lopsided.push_back({a, b, 2});
  expect_always(from_edges(7, lopsided), 0, 20);
}

TEST(DisjointCycles, DegenerateGraphsHaveNone) {
  EXPECT_TRUE(disjoint_cycles({}, kBudget).empty());
  EXPECT_TRUE(disjoint_cycles({{0}}, kBudget).empty());
  EXPECT_TRUE(disjoint_cycles({{4}}, kBudget).empty());  // a link to oneself is no ring
  EXPECT_TRUE(disjoint_cycles({{0, 0}, {0, 0}}, kBudget).empty());
  EXPECT_TRUE(disjoint_cycles({{0, 1}, {0, 0}}, kBudget).empty());
}

TEST(DisjointCycles, WithoutABudgetNothingIsFoundAndWithALittleWhatIsFoundIsValid) {
  EXPECT_TRUE(disjoint_cycles(complete(8, 1), 0).empty());
  for (const std::uint64_t budget : {1U, 10U, 30U, 60U, 100U, 1000U})
    expect_valid(complete(8, 1), disjoint_cycles(complete(8, 1), budget));
}

TEST(DisjointCycles, GivesTheSameRingsEachTime) {
  const ArcCounts arcs = from_edges(8, hybrid_cube_mesh());
  EXPECT_EQ(disjoint_cycles(arcs, kBudget), disjoint_cycles(arcs, kBudget));
}

}  // namespace
}  // namespace weft::collective::test
