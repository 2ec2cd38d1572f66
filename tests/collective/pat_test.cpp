// What is particular to PAT and to Bruck's algorithms: which blocks travel how far.
#include "weft/collective/pat.hpp"

#include "weft/collective/bruck.hpp"

#include <map>
#include <utility>
#include <vector>

#include "tests/collective/laws.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

// How far rank 0 sends in each phase, and how many chunks.
std::vector<std::pair<Rank, std::uint32_t>> sends_of(const Schedule& s) {
  std::vector<std::pair<Rank, std::uint32_t>> all;
  for (const auto& phase : s.phases) {
    std::vector<schedule::Move> moves;
    phase->moves(0, moves);
    for (const schedule::Move& move : moves)
      if (schedule::sends(move.op)) all.emplace_back(move.receiver(), move.chunks);
  }
  return all;
}

TEST(Pat, SendsLittleFarAndMuchNear) {
  const Schedule s = built(kPat, Collective::all_gather, {.ranks = 8});
  EXPECT_THAT(sends_of(s), ElementsAre(Pair(4, 1), Pair(2, 2), Pair(1, 4)));
}

TEST(Pat, NeverBundlesMoreThanABufferHolds) {
  for (Rank n = 2; n <= 64; ++n)
    for (std::uint64_t bundle = 1; bundle <= 9; ++bundle)
      for (const Collective c : {Collective::all_gather, Collective::reduce_scatter})
        for (const auto& [distance, chunks] :
             sends_of(built(kPat, c, {.ranks = n, .bundle = bundle})))
          ASSERT_LE(chunks, bundle) << n;
}

TEST(Pat, TakesAStepPerRankWhereOneChunkFits) {
  EXPECT_EQ(kPat.steps(Collective::all_gather, {.ranks = 8, .bundle = 1}), 7U);
  // Two chunks of 8: one far step, then the tree of 4 ranks, each message for two of them.
  EXPECT_EQ(kPat.steps(Collective::all_gather, {.ranks = 8, .bundle = 2}), 4U);
  EXPECT_EQ(kPat.steps(Collective::all_gather, {.ranks = 8, .bundle = 4}), 3U);
  const Schedule s = built(kPat, Collective::all_gather, {.ranks = 8, .bundle = 2});
  EXPECT_THAT(sends_of(s), ElementsAre(Pair(4, 1), Pair(2, 2), Pair(1, 2), Pair(1, 2)));
}

TEST(Bruck, RoutesEachBlockOverTheBitsOfItsWay) {
  // 5 ranks: ways 1 … 4; bit 0 in 1 and 3, bit 1 in 2 and 3, bit 2 in 4.
  const Schedule s = built(kBruck, Collective::all_to_all, {.ranks = 5});
  EXPECT_THAT(sends_of(s), ElementsAre(Pair(1, 2), Pair(2, 2), Pair(4, 1)));
}

}  // namespace
}  // namespace weft::collective::test
