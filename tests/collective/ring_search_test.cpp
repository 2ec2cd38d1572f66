// Rings through servers built by hand: how fast, over which wiring, and whatever the ranks' order.
#include "weft/collective/ring_search.hpp"

#include "weft/topology/builder.hpp"
#include "weft/topology/ideal_switch.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "tests/collective/servers.hpp"
#include "tests/collective/support.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

// Payload rate of PCIe 4.0 x16 when a GPU's link carries its writes up and, against the data that
// it reads, requests of 24 B per 128 B and acknowledgements of 16 B per 256 B: 31.508 GB/s less 6 %
// over 280/256 + 24/128 + 16/256. Where it is written to, acknowledgements alone go up.
constexpr double kPcie = 16e9 * 16 / 8 * 128 / 130 * 0.94;
constexpr double kWriteAndAcknowledge = 280.0 / 256 + 16.0 / 256;
constexpr double kWriteAndRequests = kWriteAndAcknowledge + 24.0 / 128;

// links[gpu] to each of `switches` NVSwitches.
Topology switched(const std::vector<int>& links, int switches) {
  Builder builder("switched");
  const auto gpus = add_gpus(builder, links.size());
  for (int s = 0; s < switches; ++s) {
    const ComponentId chip = builder.add(ComponentKind::nvswitch);
    for (std::size_t g = 0; g < gpus.size(); ++g)
      if (links[g] > 0) join(builder, chip, gpus[g], links[g]);
  }
  return std::move(builder).build();
}

Topology meshed(std::size_t n, const std::vector<Edge>& edges, const char* kind = "nvlink") {
  Builder builder("meshed");
  const auto gpus = add_gpus(builder, n);
  for (const Edge& edge : edges) join(builder, gpus[edge.a], gpus[edge.b], edge.links, kind);
  return std::move(builder).build();
}

std::vector<Edge> complete(std::uint32_t n, int links) {
  std::vector<Edge> edges;
  for (std::uint32_t a = 0; a < n; ++a)
    for (std::uint32_t b = a + 1; b < n; ++b) edges.push_back({a, b, links});
  return edges;
}

RingPlan plan_of(const Topology& t, const std::vector<ComponentId>& ranks) {
  const auto plan = find_rings(route::Router(t), ranks);
  if (!plan) {
    ADD_FAILURE() << to_string(plan.error());
    return {};
  }
  for (const auto& order : plan->orders) {
    auto sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (schedule::Rank r = 0; r < ranks.size(); ++r) EXPECT_EQ(sorted.at(r), r);
  }
  return *plan;
}

// The rate must not depend on which GPU is which rank.
void expect_rings(const Topology& t, const char* wiring, std::size_t rings, double rate) {
  Random random(1);
  auto ranks = gpus_of(t);
  for (int trial = 0; trial < 10; ++trial) {
    const RingPlan plan = plan_of(t, ranks);
    ASSERT_EQ(plan.wiring, wiring);
    ASSERT_EQ(plan.orders.size(), rings);
    ASSERT_NEAR(plan.rate.value() / rate, 1, 1e-9) << "relabelling " << trial;
    random.shuffle(ranks);
  }
}

TEST(FindRings, OnSwitchesThereIsARingForEachLinkOfAGpu) {
  // 8 GPUs, 6 switches, 2 links to each: 12 rings of 25 GB/s.
  expect_rings(switched(std::vector<int>(8, 2), 6), "switched", 12, 300e9);
}

TEST(FindRings, OnSwitchesTheGpuWithTheFewestLinksDecides) {
  std::vector<int> links(8, 3);
  links[5] = 1;
  // gpu[5] has 4 of 12 links: every ring passes it.
  expect_rings(switched(links, 4), "switched", 4, 100e9);
}

TEST(FindRings, ParallelLinkRecordsToOneSwitchCountOnce) {
  // gpu[0] has two records of one link to the switch, gpu[2] has none: not all meet there.
  Builder builder("uneven");
  const auto gpus = add_gpus(builder, 3);
  const ComponentId chip = builder.add(ComponentKind::nvswitch);
  const ComponentId other = builder.add(ComponentKind::nvswitch);
  join(builder, chip, gpus[0], 1);
  join(builder, chip, gpus[0], 1);
  join(builder, chip, gpus[1], 1);
  for (const ComponentId gpu : gpus) join(builder, other, gpu, 1);
  const Topology t = std::move(builder).build();
  const RingPlan plan = plan_of(t, gpus_of(t));
  EXPECT_EQ(plan.wiring, "switched");
  EXPECT_EQ(plan.orders.size(), 1u);  // over `other` alone
}

TEST(FindRings, AMeshOfFourWithOneLinkAPairNeedsHalvedLinks) {
  // Three links a GPU do not fall apart into three rings, but six halves do: 6 x 12.5 GB/s.
  expect_rings(meshed(4, complete(4, 1)), "direct", 6, 75e9);
}

TEST(FindRings, AMeshOfFourWithTwoLinksAPairUsesAllSix) {
  expect_rings(meshed(4, complete(4, 2)), "direct", 6, 150e9);
}

TEST(FindRings, AMeshOfEightUsesAllSevenNeighbours) {
  expect_rings(meshed(8, complete(8, 1)), "direct", 7, 175e9);
  expect_rings(meshed(8, complete(8, 1), "xgmi"), "direct", 7, 175e9);
}

TEST(FindRings, AMeshOfEightWithBundlesOfFourUsesEveryLink) {
  expect_rings(meshed(8, complete(8, 4)), "direct", 28, 700e9);
}

TEST(FindRings, TheHybridCubeMeshUsesAllSixLinks) {
  expect_rings(meshed(8, hybrid_cube_mesh()), "direct", 6, 150e9);
}

TEST(FindRings, PartOfTheHybridCubeMeshIsAsGoodAsItsWiring) {
  // GPUs 0 to 3 of it: 0-1, 0-2, 1-3 single and 0-3, 1-2, 2-3 double. GPUs 0 and 1 have four
  // links there, and four rings exist.
  const Topology t = meshed(8, hybrid_cube_mesh());
  const auto all = gpus_of(t);
  const RingPlan plan = plan_of(t, {all[0], all[1], all[2], all[3]});
  EXPECT_EQ(plan.wiring, "direct");
  EXPECT_EQ(plan.orders.size(), 4u);
  EXPECT_NEAR(plan.rate.value(), 100e9, 1);
}

TEST(FindRings, TwoGpusHaveARingForEachLinkBetweenThem) {
  expect_rings(meshed(2, {{0, 1, 3}}), "direct", 3, 75e9);
}

TEST(FindRings, AGpuThatLostALinkCostsOneRing) {
  auto edges = hybrid_cube_mesh();
  edges[2].links = 1;  // 0-3
  expect_rings(meshed(8, edges), "direct", 5, 125e9);
}

TEST(FindRings, NeedNoPathBetweenGpusThatAreNeighboursInNoRing) {
  // In a cube no GPU reaches the opposite corner, and there is no PCIe: that spoils nothing. Of
  // the three links a corner has, rings over whole links use two (found by trying all).
  std::vector<Edge> cube;
  for (std::uint32_t a = 0; a < 8; ++a)
    for (std::uint32_t bit : {1u, 2u, 4u})
      if ((a & bit) == 0) cube.push_back({a, a | bit, 1});
  const Topology t = meshed(8, cube);
  const RingPlan plan = plan_of(t, gpus_of(t));
  EXPECT_EQ(plan.wiring, "direct");
  EXPECT_GE(plan.rate.value(), 50e9);
}

TEST(FindRings, LinksThatAreDownAreNotUsed) {
  Builder builder("one down");
  const auto gpus = add_gpus(builder, 3);
  join(builder, gpus[0], gpus[1], 1);
  join(builder, gpus[1], gpus[2], 1);
  join(builder, gpus[0], gpus[2], 1);
  builder.connect(gpus[0], gpus[1], bundle("nvlink", 4), Provenance::specified,
                  topology::LinkState::down);
  const Topology t = std::move(builder).build();
  expect_rings(t, "direct", 2, 50e9);  // one each way around the triangle
}

TEST(FindRings, WhereTheTwoEndsOfALinkDisagreeTheSmallerCountHolds) {
  for (const auto& [here, back] : {std::pair{"2", "3"}, {"2", ""}, {"", "2"}, {"3", "2"}}) {
    Builder builder("disagree");
    const auto gpus = add_gpus(builder, 2);
    const LinkId link =
        builder.connect(gpus[0], gpus[1], bundle("nvlink", 2), Provenance::specified);
    if (*here != '\0') builder.attributes(link).set("count", here);
    if (*back != '\0') builder.attributes(Topology::opposite(link)).set("count", back);
    const Topology t = std::move(builder).build();
    expect_rings(t, "direct", 2, 50e9);
  }
}

TEST(FindRings, UnderTwoSwitchesARingCrossesEachUplinkOnce) {
  // Inside a switch peers write to each other; between switches one GPU writes to memory and the
  // next reads. Were the switches visited in turn, each uplink would carry four such copies. A
  // GPU that reads sends requests besides its writes, and so does the uplink.
  const Topology t = pcie_server(2, 4);
  expect_rings(t, "mixed", 1, kPcie / kWriteAndRequests);
}

TEST(FindRings, IslandsOfNvlinkAreCrossedOnceEach) {
  // Two quads with a full mesh each, joined over PCIe only: again one crossing each way, and
  // inside the quads NVLink (25 GB/s) is the limit where it is slower than PCIe.
  auto edges = complete(4, 1);
  for (const Edge& edge : complete(4, 1)) edges.push_back({edge.a + 4, edge.b + 4, 1});
  // Writing and reading GPUs are not the same one, but the uplinks carry both.
  const double pcie = kPcie / kWriteAndRequests;
  expect_rings(pcie_server(2, 4, edges), "mixed", 1, std::min(25e9, pcie));
}

TEST(FindRings, AGpuWithoutItsNvlinksIsReachedOverPcie) {
  auto edges = complete(4, 4);
  std::erase_if(edges, [](const Edge& edge) { return edge.a == 0; });
  const Topology t = pcie_server(1, 4, edges);
  // gpu[0] writes to one peer and is written to by another, under one switch.
  expect_rings(t, "mixed", 1, kPcie / kWriteAndAcknowledge);
}

TEST(FindRings, OneGpuIsNoCollective) {
  const Topology t = switched({1}, 1);
  const auto plan = find_rings(route::Router(t), gpus_of(t));
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, "RANKS_TOO_FEW");
  EXPECT_EQ(find_rings(route::Router(t), {}).error().code, "RANKS_TOO_FEW");
}

TEST(FindRings, GpusThatAreNotJoinedHaveNoRing) {
  const Topology t = meshed(4, {{0, 1, 2}, {2, 3, 2}});
  const auto plan = find_rings(route::Router(t), gpus_of(t));
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, "NO_PATH");
}

TEST(FindRings, HostsOnASwitchHaveOneRingAtFullRate) {
  const Topology t = topology::ideal_switch(8, gigabytes_per_second(50), Seconds(0));
  const auto hosts = t.all(ComponentKind::host);
  const RingPlan plan = plan_of(t, {hosts.begin(), hosts.end()});
  EXPECT_NEAR(plan.rate.value(), 50e9, 1);
}

TEST(RingRate, IsWhatTheFullestResourceLeaves) {
  // Two rings the same way around three hosts of 50 GB/s share each link: 50 in total. One each
  // way use both directions, and each link still carries both: the sum stays 50.
  const Topology t = topology::ideal_switch(3, gigabytes_per_second(50), Seconds(0));
  const std::vector<ComponentId> ranks = {ComponentId(0), ComponentId(1), ComponentId(2)};
  const route::Router router(t);
  EXPECT_NEAR(ring_rate(router, ranks, {{0, 1, 2}, {0, 1, 2}}).value().value(), 50e9, 1);
  EXPECT_NEAR(ring_rate(router, ranks, {{0, 1, 2}, {0, 2, 1}}).value().value(), 50e9, 1);
  // Over direct links, the two ways around do not meet.
  const Topology mesh = meshed(3, complete(3, 2));
  const route::Router direct(mesh);
  EXPECT_NEAR(ring_rate(direct, gpus_of(mesh), {{0, 1, 2}}).value().value(), 50e9, 1);
  EXPECT_NEAR(ring_rate(direct, gpus_of(mesh), {{0, 1, 2}, {0, 2, 1}}).value().value(), 100e9, 1);
}

}  // namespace
}  // namespace weft::collective::test
