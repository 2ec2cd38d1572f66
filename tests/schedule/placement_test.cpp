#include "weft/schedule/placement.hpp"

#include "weft/base/assert.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace weft::schedule {
namespace {

std::vector<ComponentId> components(std::initializer_list<std::size_t> ids) {
  std::vector<ComponentId> all;
  for (const std::size_t id : ids) all.emplace_back(id);
  return all;
}

TEST(Placement, WithoutOrdersEveryChannelVisitsTheRanksAsTheyAre) {
  const Placement placement(components({7, 5, 6}));
  EXPECT_EQ(placement.ranks(), 3u);
  EXPECT_FALSE(placement.has_orders());
  EXPECT_EQ(placement.at(0, 1), ComponentId(5));
  EXPECT_EQ(placement.at(9, 2), ComponentId(6));
  EXPECT_EQ(placement.rank_at(9, 2), 2u);
}

TEST(Placement, EachChannelHasItsOrder) {
  const Placement placement(components({7, 5, 6}), {{0, 1, 2}, {2, 0, 1}});
  EXPECT_TRUE(placement.has_orders());
  EXPECT_EQ(placement.at(0, 0), ComponentId(7));
  EXPECT_EQ(placement.at(1, 0), ComponentId(6));
  EXPECT_EQ(placement.rank_at(1, 2), 1u);
}

TEST(Placement, AnOrderVisitsEachRankOnce) {
  const auto three = components({7, 5, 6});
  EXPECT_THROW(Placement(three, {{0, 1}}), InternalError);
  EXPECT_THROW(Placement(three, {{0, 1, 1}}), InternalError);
  EXPECT_THROW(Placement(three, {{0, 1, 3}}), InternalError);
  EXPECT_THROW(Placement(three, {{0, 1, 2}, {2, 2, 0}}), InternalError);
}

}  // namespace
}  // namespace weft::schedule
