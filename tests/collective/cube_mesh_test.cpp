// The wiring of the DGX-1 with V100 in figures, from the facts.
#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "tests/collective/support.hpp"
#include "tests/oracles/rows.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

constexpr std::uint32_t kGpus = 8;

int total_links(const std::vector<Edge>& edges) {
  int total = 0;
  for (const Edge& edge : edges) total += edge.links;
  return total;
}

// Links between the GPUs in `side` (a bit each) and the others.
int cut(const std::vector<Edge>& edges, std::uint32_t side) {
  int links = 0;
  for (const Edge& edge : edges)
    if (((side >> edge.a) & 1U) != ((side >> edge.b) & 1U)) links += edge.links;
  return links;
}

int bisection(const std::vector<Edge>& edges) {
  int least = std::numeric_limits<int>::max();
  for (std::uint32_t side = 0; side < 1U << kGpus; ++side)
    if (std::popcount(side) == kGpus / 2) least = std::min(least, cut(edges, side));
  return least;
}

int diameter(const std::vector<Edge>& edges) {
  // Floyd and Warshall.
  std::vector<std::vector<int>> hops(kGpus, std::vector<int>(kGpus, 100));
  for (std::uint32_t i = 0; i < kGpus; ++i) hops[i][i] = 0;
  for (const Edge& edge : edges) hops[edge.a][edge.b] = hops[edge.b][edge.a] = 1;
  for (std::uint32_t k = 0; k < kGpus; ++k)
    for (std::uint32_t i = 0; i < kGpus; ++i)
      for (std::uint32_t j = 0; j < kGpus; ++j)
        hops[i][j] = std::min(hops[i][j], hops[i][k] + hops[k][j]);
  int longest = 0;
  for (const auto& row : hops)
    longest = std::max(longest, *std::max_element(row.begin(), row.end()));
  return longest;
}

TEST(HybridCubeMesh, ReproducesTheOracles) {
  const auto edges = hybrid_cube_mesh();
  const std::map<std::string, int> figures = {
      {"dgx1v.hcm.edges", static_cast<int>(edges.size())},
      {"dgx1v.hcm.total_links", total_links(edges)},
      {"dgx1v.hcm.diameter", diameter(edges)},
      {"dgx1v.hcm.nonadjacent_pairs", static_cast<int>(kGpus * (kGpus - 1) / 2 - edges.size())},
      {"dgx1v.hcm.cross_socket_links", cut(edges, 0x0f)},
      {"dgx1v.hcm.bisection_links", bisection(edges)}};
  std::size_t checked = 0;
  for (const oracles::Row& row : oracles::rows("collective")) {
    if (!row.name.starts_with("dgx1v.")) continue;  // oracles_test.cpp
    EXPECT_NEAR(figures.at(row.name), row.expected.get<double>(), row.tolerance) << row.name;
    ++checked;
  }
  EXPECT_EQ(checked, figures.size());
}

TEST(HybridCubeMesh, EveryGpuHasSixLinks) {
  std::vector<int> links(kGpus, 0);
  for (const Edge& edge : hybrid_cube_mesh()) {
    links[edge.a] += edge.links;
    links[edge.b] += edge.links;
  }
  EXPECT_EQ(links, std::vector<int>(kGpus, 6));
}

}  // namespace
}  // namespace weft::collective::test
