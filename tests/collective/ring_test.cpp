// The ring algorithms: proven right, and their closed forms held against their schedules.
#include "weft/collective/ring.hpp"

#include "weft/base/assert.hpp"
#include "weft/schedule/listed_phase.hpp"
#include "weft/schedule/verify.hpp"

#include <set>
#include <string>
#include <vector>

#include "tests/collective/support.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

Schedule built(const Algorithm& algorithm, Collective collective, const Shape& shape) {
  auto schedule = algorithm.build(collective, shape);
  if (!schedule) {
    ADD_FAILURE() << to_string(schedule.error());
    return {};
  }
  return std::move(*schedule);
}

void expect_proven(const Schedule& schedule) {
  const auto verdict = verify(schedule);
  ASSERT_TRUE(verdict) << schedule.name << " of " << schedule.ranks << ", root " << schedule.root
                       << ": " << to_string(verdict.error());
  ASSERT_TRUE(verdict->proven);
}

template <class Visit>
void for_each_algorithm(Visit visit) {
  for (const Algorithm& algorithm : algorithms())
    for (const Collective collective : algorithm.collectives) {
      SCOPED_TRACE(std::string(algorithm.name) + " " + schedule::word(collective));
      visit(algorithm, collective);
    }
}

TEST(Algorithms, EveryOneIsProvenForTwoTo64RanksAndEveryRoot) {
  for_each_algorithm([](const Algorithm& algorithm, Collective collective) {
    for (Rank n = 2; n <= 64; ++n)
      for (Rank root = 0; root < (schedule::rooted(collective) ? n : 1); ++root)
        ASSERT_NO_FATAL_FAILURE(
            expect_proven(built(algorithm, collective, {.ranks = n, .root = root, .pieces = 3})));
  });
}

TEST(Algorithms, PipelinedOnesAreProvenForOneToSeventeenPieces) {
  for_each_algorithm([](const Algorithm& algorithm, Collective collective) {
    if (!algorithm.pipelined) return;
    for (const Rank n : {2u, 3u, 4u, 7u, 8u, 16u, 33u, 64u})
      for (std::uint64_t pieces = 1; pieces <= 17; ++pieces)
        for (const Rank root : std::set<Rank>{0, 1, n / 2, n - 1})
          ASSERT_NO_FATAL_FAILURE(expect_proven(
              built(algorithm, collective, {.ranks = n, .root = root, .pieces = pieces})));
  });
}

TEST(Algorithms, NoneNeedsMoreThanOneSlot) {
  for_each_algorithm([](const Algorithm& algorithm, Collective collective) {
    for (const Rank n : {2u, 3u, 8u, 17u}) {
      Schedule schedule = built(algorithm, collective, {.ranks = n, .pieces = 9});
      schedule.slots = 1;
      ASSERT_NO_FATAL_FAILURE(expect_proven(schedule));
    }
  });
}

TEST(Algorithms, ManyRanksAreSampledAndNotRefused) {
  for_each_algorithm([](const Algorithm& algorithm, Collective collective) {
    const auto verdict = verify(built(algorithm, collective, {.ranks = 5000, .pieces = 40}));
    ASSERT_TRUE(verdict) << to_string(verdict.error());
    EXPECT_FALSE(verdict->proven);
  });
}

TEST(Algorithms, TheBusiestRankSendsWhatTheClosedFormSays) {
  for_each_algorithm([](const Algorithm& algorithm, Collective collective) {
    for (Rank n = 2; n <= 33; ++n)
      for (const std::uint32_t channels : {1u, 4u}) {
        const Shape shape{.ranks = n, .root = n / 2, .channels = channels, .pieces = 5};
        const Schedule schedule = built(algorithm, collective, shape);
        const Bytes size(1e9);
        Bytes most(0);
        for (Rank r = 0; r < n; ++r) most = std::max(most, bytes_sent(schedule, r, size));
        const Bytes expected = algorithm.most_sent(collective, shape, size);
        ASSERT_NEAR(most / expected, 1, 1e-12) << n;
      }
  });
}

TEST(Algorithms, TheLongestPathHasAsManyMessagesAsTheClosedFormSays) {
  for_each_algorithm([](const Algorithm& algorithm, Collective collective) {
    for (Rank n = 2; n <= 33; ++n)
      for (const std::uint64_t pieces : {1u, 2u, 9u}) {
        const Shape shape{.ranks = n, .root = 1, .pieces = pieces};
        ASSERT_EQ(longest_path(built(algorithm, collective, shape)),
                  algorithm.steps(collective, shape))
            << n << " ranks, " << pieces << " pieces";
      }
  });
}

TEST(Algorithms, WrittenOutTheyVerifyAndSendTheSame) {
  for_each_algorithm([](const Algorithm& algorithm, Collective collective) {
    for (const Rank n : {2u, 5u, 16u}) {
      const Schedule schedule = built(algorithm, collective, {.ranks = n, .pieces = 4});
      const Schedule out = written_out(schedule);
      ASSERT_NO_FATAL_FAILURE(expect_proven(out));
      for (Rank r = 0; r < n; ++r)
        EXPECT_NEAR(bytes_sent(out, r, Bytes(1e6)).value(),
                    bytes_sent(schedule, r, Bytes(1e6)).value(), 1e-6);
    }
  });
}

TEST(Algorithms, RefuseWhatTheyDoNotDo) {
  for (const Algorithm& algorithm : algorithms())
    for (const Collective collective : schedule::collectives()) {
      if (does(algorithm, collective)) continue;
      const auto schedule = algorithm.build(collective, {.ranks = 8});
      ASSERT_FALSE(schedule) << algorithm.name << ' ' << schedule::word(collective);
      EXPECT_EQ(schedule.error().code, "ALGORITHM_UNFIT");
      EXPECT_FALSE(schedule.error().hint.empty());
    }
}

TEST(Algorithms, RefuseFewerThanTwoRanks) {
  for_each_algorithm([](const Algorithm& algorithm, Collective collective) {
    for (const Rank n : {0u, 1u}) {
      const auto schedule = algorithm.build(collective, {.ranks = n});
      ASSERT_FALSE(schedule);
      EXPECT_EQ(schedule.error().code, "RANKS_TOO_FEW");
    }
  });
}

TEST(Algorithms, AreFoundByNameOrTheNearestIsSuggested) {
  for (const Algorithm& algorithm : algorithms())
    EXPECT_EQ(find_algorithm(algorithm.name).value()->name, algorithm.name);
  const auto wrong = find_algorithm("rign");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, "ALGORITHM_UNKNOWN");
  EXPECT_NE(wrong.error().hint.find("Did you mean 'ring'?"), std::string::npos);
}

// The ring's closed forms themselves ------------------------------------------------------------

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

TEST(Ring, RefusesARootThatIsNotAmongTheRanks) {
  const auto schedule = kRing.build(Collective::broadcast, {.ranks = 4, .root = 4});
  ASSERT_FALSE(schedule);
  EXPECT_EQ(schedule.error().code, "ROOT_INVALID");
}

TEST(Ring, AShapeWithoutPiecesOrChannelsIsABrokenPromise) {
  EXPECT_THROW((void)kRing.build(Collective::broadcast, {.ranks = 4, .pieces = 0}), InternalError);
  EXPECT_THROW((void)kRing.build(Collective::all_reduce, {.ranks = 4, .channels = 0}),
               InternalError);
}

}  // namespace
}  // namespace weft::collective::test
