// Which rank stands where: groups by closeness, orders that keep messages apart, and what does not
// fit a wiring.
#include "weft/collective/arrangement.hpp"

#include "weft/collective/order_search.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/collective/laws.hpp"
#include "tests/collective/servers.hpp"
#include "tests/collective/support.hpp"
#include <gmock/gmock.h>

namespace weft::collective::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Locality, GroupsRanksUnderTheirSwitchesWhateverTheirNumbers) {
  const auto t = pcie_server(2, 4);
  const route::Router router(t);
  auto ranks = gpus_of(t);
  // Every second rank is under the other switch.
  std::vector<ComponentId> mixed;
  for (std::size_t i = 0; i < 4; ++i) {
    mixed.push_back(ranks[i]);
    mixed.push_back(ranks[4 + i]);
  }
  const Locality locality = find_locality(router, mixed);
  ASSERT_EQ(locality.levels.size(), 1U);
  EXPECT_EQ(locality.levels[0].groups, 2U);
  EXPECT_EQ(locality.levels[0].size, 4U);
  EXPECT_THAT(locality.order, ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
}

TEST(Locality, SaysWhereGroupsDiffer) {
  const auto t = pcie_server(2, 4);
  const route::Router router(t);
  auto ranks = gpus_of(t);
  ranks.pop_back();
  const Locality locality = find_locality(router, ranks);
  ASSERT_EQ(locality.levels.size(), 1U);
  EXPECT_EQ(locality.levels[0].size, 0U);
}

Expected<Arrangement> arranged(const route::Router& router, const std::vector<ComponentId>& ranks,
                               const char* algorithm, Collective collective) {
  const auto wiring = find_wiring(router, ranks, std::nullopt);
  if (!wiring) return tl::make_unexpected(wiring.error());
  return arrange(*wiring, *find_algorithm(algorithm).value(), collective);
}

TEST(Arrange, PutsRanksOfANodeBesideEachOther) {
  const auto t = pcie_server(2, 4);
  const route::Router router(t);
  const auto found = arranged(router, gpus_of(t), "hierarchical", Collective::all_reduce);
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ(found->shape.per_node, 4U);
  EXPECT_EQ(found->shape.per_pod, 0U);
  EXPECT_EQ(found->how, "nodes of 4 ranks");
}

TEST(Arrange, RefusesNodesOfDifferentSizes) {
  const auto t = pcie_server(2, 4);
  const route::Router router(t);
  auto ranks = gpus_of(t);
  ranks.pop_back();
  const auto found = arranged(router, ranks, "hierarchical", Collective::all_reduce);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, "ALGORITHM_UNFIT");
  EXPECT_THAT(found.error().message, HasSubstr("groups of different sizes"));
  const auto flat = pcie_server(1, 4);
  const route::Router flat_router(flat);
  EXPECT_THAT(
      arranged(flat_router, gpus_of(flat), "hierarchical", Collective::all_reduce).error().message,
      HasSubstr("are linked into one"));
}

TEST(Arrange, RefusesOneShotsWhereRanksHaveNoLinkBetweenThem) {
  const auto t = pcie_server(2, 2);
  const route::Router router(t);
  for (const char* algorithm : {"direct", "two_shot"}) {
    const auto found = arranged(router, gpus_of(t), algorithm, Collective::all_reduce);
    ASSERT_FALSE(found) << algorithm;
    EXPECT_THAT(found.error().message, HasSubstr("needs a link or a switch between every two"));
  }
  // An all-to-all goes where it has to.
  EXPECT_TRUE(arranged(router, gpus_of(t), "direct", Collective::all_to_all));
}

TEST(Arrange, TheRootIsInItsPlaceOnEveryChannel) {
  const auto t = pcie_server(2, 4);
  const route::Router router(t);
  for (const Rank root : {0U, 3U, 7U})
    for (const char* algorithm :
         {"ring", "chain", "binomial", "binary_tree", "scatter_allgather"}) {
      const auto wiring = find_wiring(router, gpus_of(t), root);
      ASSERT_TRUE(wiring) << to_string(wiring.error());
      EXPECT_EQ(wiring->ranks[0], gpus_of(t)[root]);
      const auto found =
          arrange(*wiring, *find_algorithm(algorithm).value(), Collective::broadcast);
      ASSERT_TRUE(found) << to_string(found.error());
      for (const auto& order : found->orders) EXPECT_EQ(order.at(0), 0U) << algorithm;
    }
}

TEST(BestOrder, CostsTheSameWhoeverIsWhichRank) {
  const auto t = pcie_server(2, 4);
  const route::Router router(t);
  Random random(7);
  for (const auto& [name, collective] : {std::pair{"tree", Collective::all_reduce},
                                         {"halving_doubling", Collective::all_reduce},
                                         {"bruck", Collective::all_gather}}) {
    const Schedule s = built(*find_algorithm(name).value(), collective, {.ranks = 8});
    auto ranks = gpus_of(t);
    double first = 0;
    for (int trial = 0; trial < 3; ++trial) {
      const auto order = best_order(router, ranks, s, find_locality(router, ranks).order);
      ASSERT_TRUE(order);
      const auto cost = order_cost(router, ranks, s, *order);
      ASSERT_TRUE(cost);
      if (trial == 0) first = cost->fullest;
      EXPECT_NEAR(cost->fullest / first, 1, 1e-9) << name;
      random.shuffle(ranks);
    }
  }
}

TEST(BestOrder, IsNoWorseThanTheOneItBeginsWith) {
  const auto t = pcie_server(3, 4);
  const route::Router router(t);
  const auto ranks = gpus_of(t);
  const Schedule s = built(*find_algorithm("tree").value(), Collective::all_reduce, {.ranks = 12});
  std::vector<Rank> first(12);
  for (Rank i = 0; i < 12; ++i) first[i] = i * 5 % 12;
  const auto order = best_order(router, ranks, s, first);
  ASSERT_TRUE(order);
  EXPECT_LE(order_cost(router, ranks, s, *order)->fullest,
            order_cost(router, ranks, s, first)->fullest * (1 + 1e-12));
  EXPECT_TRUE(std::is_permutation(order->begin(), order->end(), first.begin()));
}

TEST(WithRootInPlace, TurnsTheRing) {
  EXPECT_THAT(with_root_in_place({0, 2, 1, 3}, 0), ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(with_root_in_place({0, 2, 1, 3}, 1), ElementsAre(2, 1, 3, 0));
  EXPECT_THAT(with_root_in_place({0, 2, 1, 3}, 3), ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(with_root_in_place({0, 3, 1, 2}, 3), ElementsAre(1, 2, 0, 3));
}

}  // namespace
}  // namespace weft::collective::test
