// Laws that hold for every row of the table: proven right, and true to its closed forms.
#include "weft/base/assert.hpp"
#include "weft/collective/algorithm.hpp"
#include "weft/collective/bounds.hpp"
#include "weft/schedule/listed_phase.hpp"

#include <algorithm>
#include <set>

#include "tests/collective/laws.hpp"

namespace weft::collective::test {
namespace {

void expect_proven(const Schedule& schedule) {
  const auto verdict = verify(schedule);
  ASSERT_TRUE(verdict) << schedule.name << " of " << schedule.ranks << ", root " << schedule.root
                       << ": " << to_string(verdict.error());
  ASSERT_TRUE(verdict->proven);
}

// Every root of up to 24 ranks; of more, both ends and what lies between.
std::set<Rank> roots_of(Collective collective, Rank n) {
  if (!schedule::rooted(collective)) return {0};
  std::set<Rank> roots = {0, 1, n / 2, n - 1};
  for (Rank root = 0; n <= 24 && root < n; ++root) roots.insert(root);
  return roots;
}

TEST(Algorithms, EveryCollectiveHasOneAndItsFirstIsTheDefault) {
  for (const Collective collective : schedule::collectives()) {
    const Algorithm& first = default_algorithm(collective);
    EXPECT_TRUE(does(first, collective)) << schedule::word(collective);
  }
  EXPECT_STREQ(default_algorithm(Collective::all_reduce).name, "ring");
  EXPECT_STREQ(default_algorithm(Collective::all_to_all).name, "direct");
  EXPECT_STREQ(default_algorithm(Collective::barrier).name, "dissemination");
}

TEST_P(EachAlgorithm, IsProvenForTwoTo64RanksAndEveryRoot) {
  for (const Collective collective : collectives()) {
    int proven = 0;
    for (Rank n = 2; n <= 64; ++n)
      for (const Rank root : roots_of(collective, n))
        for (const Shape& shape :
             fitting(algorithm(), collective, {.ranks = n, .root = root, .pieces = 3})) {
          SCOPED_TRACE(text(shape));
          ASSERT_NO_FATAL_FAILURE(expect_proven(built(algorithm(), collective, shape)));
          ++proven;
        }
    EXPECT_GE(proven, 6);  // the powers of two at least
  }
}

TEST_P(EachAlgorithm, IsProvenForOneToSeventeenPieces) {
  for (const Collective collective : collectives()) {
    if (!pipelines(algorithm(), collective)) continue;
    for (const Rank n : {2U, 3U, 4U, 7U, 8U, 16U, 33U, 64U})
      for (std::uint64_t pieces = 1; pieces <= 17; ++pieces)
        for (const Rank root : std::set<Rank>{0, 1, n / 2, n - 1})
          ASSERT_NO_FATAL_FAILURE(expect_proven(
              built(algorithm(), collective, {.ranks = n, .root = root, .pieces = pieces})));
  }
}

TEST_P(EachAlgorithm, IsCutIntoPiecesOnlyWhereItSaysSo) {
  for (const Collective collective : collectives()) {
    const auto messages = [&](std::uint64_t pieces) {
      std::uint64_t total = 0;
      for (const auto& phase :
           built(algorithm(), collective, {.ranks = 8, .pieces = pieces}).phases)
        total += phase->repeat();
      return total;
    };
    EXPECT_EQ(messages(1) != messages(9), pipelines(algorithm(), collective));
  }
}

TEST_P(EachAlgorithm, NeedsNoMoreThanOneSlot) {
  for (const Collective collective : collectives()) {
    for (const Rank n : {2U, 3U, 8U, 17U})
      for (const Shape& shape : fitting(algorithm(), collective, {.ranks = n, .pieces = 9})) {
        Schedule schedule = built(algorithm(), collective, shape);
        schedule.slots = 1;
        ASSERT_NO_FATAL_FAILURE(expect_proven(schedule));
      }
  }
}

TEST_P(EachAlgorithm, IsSampledAndNotRefusedForManyRanks) {
  for (const Collective collective : collectives()) {
    for (const Rank n : {128U, 150U}) {
      auto shapes = fitting(algorithm(), collective, {.ranks = n, .root = 77, .pieces = 40});
      if (shapes.size() > 8) shapes.resize(8);  // one hierarchy is like another here
      for (const Shape& shape : shapes) {
        const auto verdict =
            verify(built(algorithm(), collective, shape), {.full_up_to = 64, .samples = 256});
        ASSERT_TRUE(verdict) << text(shape) << to_string(verdict.error());
        EXPECT_FALSE(verdict->proven);
      }
    }
  }
}

TEST_P(EachAlgorithm, IsBuiltForAMillionRanksInPassing) {
  // A few phases per bit of the number of ranks, each with a handful of moves.
  for (const Collective collective : collectives()) {
    if (algorithm().every_pair || collective == Collective::gather ||
        collective == Collective::scatter)
      continue;
    const Schedule schedule =
        built(algorithm(), collective, {.ranks = 1U << 20U, .pieces = 1000, .per_node = 8});
    EXPECT_LE(schedule.phases.size(), 2U * 20 + 2);
    std::vector<schedule::Move> moves;
    for (const auto& phase : schedule.phases) {
      moves.clear();
      phase->moves(999'999, moves);
      EXPECT_LE(moves.size(), 6U) << phase->name();
    }
  }
}

TEST_P(EachAlgorithm, SendsWhatItsClosedFormSays) {
  for (const Collective collective : collectives()) {
    for (Rank n = 2; n <= 64; ++n)
      for (const std::uint32_t channels : {1U, 4U})
        for (const Shape& shape :
             fitting(algorithm(), collective,
                     {.ranks = n, .root = n / 2, .channels = channels, .pieces = 5})) {
          const Schedule schedule = built(algorithm(), collective, shape);
          const Bytes size(1e9);
          Bytes most(0);
          for (Rank r = 0; r < n; ++r) most = std::max(most, bytes_sent(schedule, r, size));
          ASSERT_NEAR(most / algorithm().most_sent(collective, shape, size), 1, 1e-12)
              << text(shape);
        }
  }
}

TEST_P(EachAlgorithm, HasClosedFormsThatAgreeWithEachOther) {
  // Without bytes, time counts messages. And no algorithm moves less than must be moved.
  const Levels unit = same_everywhere({Seconds(1), kUnlimited});
  const Levels no_alpha = same_everywhere({Seconds(0), Bandwidth(1)});
  for (const Collective collective : collectives()) {
    for (Rank n = 2; n <= 64; ++n)
      for (const Shape& shape : fitting(algorithm(), collective, {.ranks = n, .pieces = 7})) {
        const auto steps = static_cast<double>(algorithm().steps(collective, shape));
        ASSERT_NEAR(algorithm().time(collective, shape, Bytes(1), unit).value(), steps,
                    1e-9 * steps)
            << text(shape);
        const Seconds bytes = algorithm().time(collective, shape, Bytes(1), no_alpha);
        ASSERT_GE(bytes.value(), least_bytes(collective, n, Bytes(1)).value() * (1 - 1e-12));
        if (algorithm().every_pair || schedule::rooted(collective)) continue;
        ASSERT_GE(steps, shape.servers > 1 || collective == Collective::all_reduce
                             ? 1.0
                             : static_cast<double>(least_steps(collective, n)))
            << text(shape);
      }
  }
}

TEST_P(EachAlgorithm, WrittenOutVerifiesAndSendsTheSame) {
  for (const Collective collective : collectives()) {
    for (const Rank n : {2U, 5U, 16U})
      for (const Shape& shape : fitting(algorithm(), collective, {.ranks = n, .pieces = 4})) {
        const Schedule schedule = built(algorithm(), collective, shape);
        const Schedule out = written_out(schedule);
        ASSERT_NO_FATAL_FAILURE(expect_proven(out));
        for (Rank r = 0; r < n; ++r)
          EXPECT_NEAR(bytes_sent(out, r, Bytes(1e6)).value(),
                      bytes_sent(schedule, r, Bytes(1e6)).value(), 1e-6);
      }
  }
}

TEST(Algorithms, RefuseWhatTheyDoNotDoAndNameThoseThatDo) {
  for (const Algorithm& algorithm : algorithms())
    for (const Collective collective : schedule::collectives()) {
      if (does(algorithm, collective)) continue;
      const auto schedule = build(algorithm, collective, {.ranks = 8});
      ASSERT_FALSE(schedule) << algorithm.name << ' ' << schedule::word(collective);
      EXPECT_EQ(schedule.error().code, "ALGORITHM_UNFIT");
      EXPECT_NE(schedule.error().hint.find(default_algorithm(collective).name), std::string::npos)
          << schedule.error().hint;
    }
}

TEST(Algorithms, RefuseRanksThatDoNotFitAndNameThoseThatDo) {
  const auto doubling = find_algorithm("recursive_doubling").value();
  const auto twelve = build(*doubling, Collective::all_gather, {.ranks = 12});
  ASSERT_FALSE(twelve);
  EXPECT_EQ(twelve.error().code, "ALGORITHM_UNFIT");
  EXPECT_EQ(twelve.error().message,
            "recursive_doubling needs a power of two of ranks, here are 12");
  EXPECT_EQ(twelve.error().hint, "ring, direct, bruck and pat do all_gather on 12 ranks.");

  const auto hierarchical = find_algorithm("hierarchical").value();
  const auto nodes = build(*hierarchical, Collective::all_reduce, {.ranks = 12, .per_node = 8});
  ASSERT_FALSE(nodes);
  EXPECT_EQ(nodes.error().message,
            "hierarchical needs nodes of equal size, here are 12 ranks in nodes of 8");
  const auto pods =
      build(*hierarchical, Collective::all_reduce, {.ranks = 12, .per_node = 2, .per_pod = 4});
  ASSERT_FALSE(pods);
  EXPECT_EQ(pods.error().message,
            "hierarchical needs pods of equal size, here are 6 nodes in pods of 4");

  const auto servers = build(*find_algorithm("parameter_server").value(), Collective::all_reduce,
                             {.ranks = 4, .servers = 5});
  ASSERT_FALSE(servers);
  EXPECT_EQ(servers.error().message,
            "parameter_server needs between 1 and 4 servers among its ranks, here are 5");
}

TEST_P(EachAlgorithm, RefusesFewerThanTwoRanksAndRootsOutside) {
  for (const Collective collective : collectives()) {
    for (const Rank n : {0U, 1U}) {
      const auto schedule = build(algorithm(), collective, {.ranks = n});
      ASSERT_FALSE(schedule);
      EXPECT_EQ(schedule.error().code, "RANKS_TOO_FEW");
    }
    EXPECT_EQ(build(algorithm(), collective, {.ranks = 4, .root = 4}).error().code, "ROOT_INVALID");
  }
}

TEST_P(EachAlgorithm, TakesNoShapeWithoutPiecesOrChannels) {
  for (const Collective collective : collectives()) {
    EXPECT_THROW((void)build(algorithm(), collective, {.ranks = 4, .pieces = 0}), InternalError);
    EXPECT_THROW((void)build(algorithm(), collective, {.ranks = 4, .channels = 0}), InternalError);
  }
}

TEST(Algorithms, AreFoundByNameOrTheNearestIsSuggested) {
  for (const Algorithm& algorithm : algorithms())
    EXPECT_EQ(find_algorithm(algorithm.name).value()->name, algorithm.name);
  EXPECT_STREQ(find_algorithm("Ring").value()->name, "ring");
  EXPECT_STREQ(find_algorithm("Halving-Doubling").value()->name, "halving_doubling");
  const auto wrong = find_algorithm("rign");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, "ALGORITHM_UNKNOWN");
  EXPECT_NE(wrong.error().hint.find("Did you mean 'ring'?"), std::string::npos);
}

TEST(Algorithms, HaveNamesOfTheirOwnAndSayWhatTheyAre) {
  std::set<std::string> names;
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_TRUE(names.insert(algorithm.name).second) << algorithm.name;
    EXPECT_FALSE(std::string(algorithm.about).empty()) << algorithm.name;
    // The formula names each collective.
    for (const Collective collective : algorithm.collectives)
      EXPECT_NE(std::string(algorithm.formula).find(schedule::word(collective)), std::string::npos)
          << algorithm.name << ' ' << schedule::word(collective);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EachAlgorithm, ::testing::ValuesIn(all_algorithms()), name_of);

}  // namespace
}  // namespace weft::collective::test
