// Hierarchies composed of other algorithms than rings, and phases on sub-groups.
#include "weft/collective/hierarchical.hpp"

#include "weft/collective/group_phase.hpp"
#include "weft/schedule/verify.hpp"

#include <tuple>
#include <vector>

#include "tests/collective/laws.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

Schedule composed(const char* inside, const char* between, const Shape& shape) {
  Schedule s;
  s.name = "composed";
  s.collective = Collective::all_reduce;
  s.ranks = shape.ranks;
  fill_hierarchical(s, shape, *find_algorithm(inside).value(), *find_algorithm(between).value());
  return s;
}

TEST(Hierarchical, IsProvenForAnyAlgorithmsThatWorkInPlace) {
  for (const char* inside : {"ring", "direct"})
    for (const char* between :
         {"ring", "tree", "binary_tree", "halving_doubling", "two_shot", "direct"})
      for (const auto& [per_node, per_pod, pods] :
           {std::tuple{4U, 3U, 1U}, {8U, 2U, 2U}, {2U, 3U, 5U}, {3U, 5U, 4U}}) {
        const Schedule s = composed(inside, between,
                                    {.ranks = per_node * per_pod * pods,
                                     .pieces = 3,
                                     .per_node = per_node,
                                     .per_pod = per_pod});
        const auto verdict = verify(s);
        ASSERT_TRUE(verdict) << inside << ' ' << between << ": " << to_string(verdict.error());
        EXPECT_TRUE(verdict->proven);
      }
}

TEST(Hierarchical, CarriesOverEachNicWhatTheFormulaSays) {
  // 16 nodes of 8: messages that leave a node carry 2 · 15/16 · S/8 per rank.
  const Shape shape{.ranks = 128, .per_node = 8};
  const Schedule s = built(kHierarchical, Collective::all_reduce, shape);
  std::vector<schedule::Move> moves;
  Bytes leaving(0);
  for (const auto& phase : s.phases) {
    moves.clear();
    phase->moves(5, moves);
    for (const schedule::Move& move : moves)
      if (schedule::sends(move.op) && move.receiver() / 8 != 0)
        leaving += bytes_of(s, move, Bytes(1e9)) * static_cast<double>(phase->repeat());
  }
  EXPECT_NEAR(leaving.value(), 2 * 15.0 / 16 * 1e9 / 8, 1e-3);
}

TEST(Hierarchical, OneLevelIsARing) {
  const Shape flat{.ranks = 12, .per_node = 1};
  const Shape one_node{.ranks = 12, .per_node = 12};
  for (const Shape& shape : {flat, one_node}) {
    EXPECT_EQ(kHierarchical.steps(Collective::all_reduce, shape), 22U);
    EXPECT_EQ(built(kHierarchical, Collective::all_reduce, shape).phases.size(), 2U);
  }
}

TEST(GroupPhase, MapsRanksAndChunks) {
  // Nodes of 2: the second digit of 6 ranks has 3 members, 2 apart. Rank 5 is member 2 of local 1.
  const Digit digit{.size = 3, .apart = 2};
  EXPECT_EQ(digit.of(5), 2U);
  const Schedule ring =
      built(*find_algorithm("ring").value(), Collective::all_gather, {.ranks = 3});
  const GroupPhase phase("between", ring.phases.front(), digit, 4,
                         [](Rank rank) { return rank % 2 * 12U; });
  std::vector<schedule::Move> moves;
  phase.moves(5, moves);
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_EQ(moves[0].peer, 1U);  // member 0 of the same local place
  EXPECT_EQ(moves[1].peer, 3U);
  EXPECT_EQ(moves[0].chunks, 4U);
  EXPECT_EQ(phase.chunk(5, 0, 0), 12U + 2 * 4);
}

}  // namespace
}  // namespace weft::collective::test
