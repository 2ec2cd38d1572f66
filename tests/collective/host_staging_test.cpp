#include "weft/collective/host_staging.hpp"

#include <gtest/gtest.h>

namespace weft::collective {
namespace {

double turns(const char* algorithm, Collective collective, Rank ranks) {
  return staged_turns(**find_algorithm(algorithm), collective, {.ranks = ranks});
}

TEST(StagedTurns, OfARingAreOneMoreThanItsMessages) {
  // send, recv-reduce-send, recv for two ranks: three turns for two messages.
  EXPECT_DOUBLE_EQ(turns("ring", Collective::all_reduce, 2), 3.0 / 2);
  EXPECT_DOUBLE_EQ(turns("ring", Collective::all_reduce, 8), 15.0 / 14);
  EXPECT_DOUBLE_EQ(turns("ring", Collective::all_gather, 2), 2);
  EXPECT_DOUBLE_EQ(turns("ring", Collective::reduce_scatter, 8), 8.0 / 7);
}

TEST(StagedTurns, OfChainsAndOtherAlgorithmsAreTheirMessages) {
  EXPECT_EQ(turns("ring", Collective::broadcast, 4), 1);
  EXPECT_EQ(turns("ring", Collective::send_recv, 4), 1);
  EXPECT_EQ(turns("tree", Collective::all_reduce, 4), 1);
}

}  // namespace
}  // namespace weft::collective
