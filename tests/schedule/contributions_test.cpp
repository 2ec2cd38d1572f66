#include "weft/schedule/contributions.hpp"

#include <cstdint>
#include <set>

#include <gtest/gtest.h>

namespace weft::schedule {
namespace {

TEST(Contributions, UniteWhatIsDisjoint) {
  Contributions set = Contributions::of(3);
  EXPECT_TRUE(set.unite(Contributions::range(5, 8)));
  EXPECT_EQ(to_string(set), "{3, 5-7}");
  EXPECT_TRUE(set.unite(Contributions::of(4)));  // closes the gap
  EXPECT_EQ(set, Contributions::range(3, 8));
  EXPECT_EQ(to_string(set), "{3-7}");
}

TEST(Contributions, StayUnchangedWhereOneRankIsInBoth) {
  Contributions set = Contributions::range(0, 4);
  for (const Contributions& other : {Contributions::of(0), Contributions::of(3),
                                     Contributions::range(2, 9), Contributions::range(0, 4)}) {
    EXPECT_FALSE(set.unite(other)) << to_string(other);
    EXPECT_EQ(set, Contributions::range(0, 4));
  }
}

TEST(Contributions, NothingAddsNothing) {
  Contributions set;
  EXPECT_TRUE(set.empty());
  EXPECT_TRUE(set.unite({}));
  EXPECT_TRUE(set.unite(Contributions::range(2, 2)));
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(to_string(set), "{}");
}

TEST(Contributions, BehaveAsSetsOfRanks) {
  // Against std::set on 500 pseudo-random unions of ranges within 0 … 63.
  std::uint64_t state = 1;
  const auto next = [&](std::uint64_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<Rank>((state >> 33U) % below);
  };
  int united = 0;
  for (int trial = 0; trial < 100; ++trial) {
    Contributions set;
    std::set<Rank> reference;
    for (int step = 0; step < 5; ++step) {
      const Rank first = next(60);
      const Rank past = first + 1 + next(4);
      bool disjoint = true;
      for (Rank r = first; r < past; ++r) disjoint = disjoint && !reference.contains(r);
      ASSERT_EQ(set.unite(Contributions::range(first, past)), disjoint);
      if (!disjoint) continue;
      ++united;
      for (Rank r = first; r < past; ++r) reference.insert(r);
    }
    Contributions again;
    for (const Rank r : reference) ASSERT_TRUE(again.unite(Contributions::of(r)));
    ASSERT_EQ(set, again);
  }
  EXPECT_GT(united, 200);
}

}  // namespace
}  // namespace weft::schedule
