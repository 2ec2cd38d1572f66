// The ring's closed forms themselves; that they are those of its schedules is
// algorithms_test.cpp's.
#include "weft/collective/ring.hpp"

#include <vector>

#include "tests/collective/laws.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

TEST(Ring, SendsWhatPatarasuAndYuanSay) {
  // 8 ranks, 1 GB: 2 x 7/8 for all_reduce, 7/8 for each half, all of it along a chain or a shift.
  const Shape eight{.ranks = 8, .pieces = 16};
  const auto sent = [&](Collective collective) {
    return kRing.most_sent(collective, eight, Bytes(1e9)).value();
  };
  EXPECT_DOUBLE_EQ(sent(Collective::all_reduce), 1.75e9);
  EXPECT_DOUBLE_EQ(sent(Collective::reduce_scatter), 0.875e9);
  EXPECT_DOUBLE_EQ(sent(Collective::all_gather), 0.875e9);
  EXPECT_DOUBLE_EQ(sent(Collective::broadcast), 1e9);
  EXPECT_DOUBLE_EQ(sent(Collective::send_recv), 1e9);
}

TEST(Ring, TakesTheStepsOfItsHeader) {
  const Shape eight{.ranks = 8, .pieces = 16};
  EXPECT_EQ(kRing.steps(Collective::all_reduce, eight), 14u);
  EXPECT_EQ(kRing.steps(Collective::reduce_scatter, eight), 7u);
  EXPECT_EQ(kRing.steps(Collective::all_gather, eight), 7u);
  EXPECT_EQ(kRing.steps(Collective::broadcast, eight), 22u);  // 16 + 8 - 2
  EXPECT_EQ(kRing.steps(Collective::send_recv, eight), 1u);
}

TEST(Ring, IsBuiltForAMillionRanksInPassing) {
  // Two phases of two moves a rank at most, whatever the number of ranks.
  for (const Collective collective : kRing.collectives) {
    const Schedule schedule = built(kRing, collective, {.ranks = 1U << 20U, .pieces = 1000});
    EXPECT_LE(schedule.phases.size(), 2u);
    std::vector<schedule::Move> moves;
    schedule.phases.front()->moves(999999, moves);
    EXPECT_LE(moves.size(), 2u);
  }
}

}  // namespace
}  // namespace weft::collective::test
