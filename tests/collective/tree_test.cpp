// NCCL's trees, and what their closed forms say.
#include "weft/collective/tree.hpp"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Tree, PlacesRanksAsNcclDoes) {
  // Of 14 ranks: the root's child is 8; 8 has 4 and 12; 12 has 10 and, since 14 is no rank, 13.
  EXPECT_EQ(place_in_tree(0, 14).parent, std::nullopt);
  EXPECT_THAT(place_in_tree(0, 14).children, ElementsAre(8));
  EXPECT_EQ(place_in_tree(8, 14).parent, 0U);
  EXPECT_THAT(place_in_tree(8, 14).children, ElementsAre(4, 12));
  EXPECT_THAT(place_in_tree(12, 14).children, ElementsAre(10, 13));
  EXPECT_THAT(place_in_tree(13, 14).children, IsEmpty());
  EXPECT_EQ(place_in_tree(13, 14).parent, 12U);
}

TEST(Tree, ParentsAndChildrenAgreeInBothTrees) {
  for (Rank n = 2; n <= 200; ++n)
    for (const auto place : {place_in_tree, place_in_second_tree}) {
      int roots = 0;
      for (Rank rank = 0; rank < n; ++rank) {
        const TreePlace here = place(rank, n);
        roots += here.parent ? 0 : 1;
        ASSERT_LE(here.children.size(), 2U);
        for (const Rank child : here.children) ASSERT_EQ(place(child, n).parent, rank) << n;
        if (!here.parent) continue;
        const auto siblings = place(*here.parent, n).children;
        ASSERT_NE(std::find(siblings.begin(), siblings.end(), rank), siblings.end()) << n;
      }
      ASSERT_EQ(roots, 1) << n;
    }
}

TEST(Tree, EvenNumbersOfRanksHaveNoRankThatIsInnerTwice) {
  for (Rank n = 2; n <= 200; n += 2)
    for (Rank rank = 0; rank < n; ++rank)
      ASSERT_TRUE(place_in_tree(rank, n).children.empty() ||
                  place_in_second_tree(rank, n).children.empty());
}

TEST(Tree, TendsToTwiceTheLatencyAndTwiceTheBytes) {
  // 64 ranks, 1 GB at 50 GB/s, 2 us: 12 x 2 us + 2 x 20 ms. Without latency per piece the closed
  // form comes down to it: (6 - 1 + pieces) of two half pieces and one more half piece, each way.
  const AlphaBeta net{microseconds(2), gigabytes_per_second(50)};
  EXPECT_NEAR(in_microseconds(double_tree_limit(64, Bytes(1e9), net)), 40024, 1e-6);
  const AlphaBeta no_latency{Seconds(0), net.rate};
  const Shape shape{.ranks = 64, .pieces = 100000};
  const Seconds time =
      kTree.time(Collective::all_reduce, shape, Bytes(1e9), same_everywhere(no_latency));
  EXPECT_NEAR(in_microseconds(time), 40000 * (1 + 4.5 / 100000), 1e-3);
}

TEST(Tree, AmongThreeRanksBothTreesShareAConnection) {
  // First tree 1 → 2 → 0, second 2 → 0 → 1: everything up crosses 2 → 0.
  EXPECT_EQ(place_in_tree(2, 3).parent, 0U);
  EXPECT_EQ(place_in_second_tree(2, 3).parent, 0U);
  EXPECT_EQ(kTree.steps(Collective::all_reduce, {.ranks = 3, .pieces = 5}), 20U);
  EXPECT_EQ(kTree.steps(Collective::all_reduce, {.ranks = 4, .pieces = 5}), 12U);
}

TEST(BinaryTree, TakesTheLongestWay) {
  // 8 ranks: 0 → 4 → 2 → 1. One message of 1 s from the root, two at once (2 s) from 4 and 2.
  const AlphaBeta net{Seconds(0), Bandwidth(1)};
  EXPECT_DOUBLE_EQ(tree_time(8, 1, Bytes(1), net).value(), 5);
  EXPECT_DOUBLE_EQ(tree_time(8, 10, Bytes(1), net).value(), 5 + 9 * 2);
  // 5 ranks: 4 has one child, 2 has two. 3 ranks are a chain.
  EXPECT_DOUBLE_EQ(tree_time(5, 1, Bytes(1), net).value(), 4);
  EXPECT_DOUBLE_EQ(tree_time(3, 10, Bytes(1), net).value(), 2 + 9);
}

}  // namespace
}  // namespace weft::collective::test
