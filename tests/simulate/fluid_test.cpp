// Flows on resources, with ends that can be added up by hand.
#include "weft/simulate/fluid.hpp"

#include <algorithm>
#include <cmath>

#include "tests/simulate/support.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

FlowPaths on_one_link(std::size_t flows) {
  FlowPaths paths;
  for (std::size_t f = 0; f < flows; ++f) paths.add(std::vector<FlowUse>{{0, 1.0}});
  return paths;
}

// 10 and 30 bytes share 10 B/s: at 2 s the first has its 10, and 20 are left for 2 s more.
TEST(Fluid, WhatOneLeavesTheOtherTakes) {
  const auto run = play(on_one_link(2), {10}, {{.bytes = 10}, {.bytes = 30}});
  EXPECT_DOUBLE_EQ(run.end[0], 2);
  EXPECT_DOUBLE_EQ(run.end[1], 4);
  EXPECT_EQ(run.limit[1], 0U);
}

// Alone for 1 s the first moves 10 of its 20; then both have 5 B/s: 2 s for its rest, in which the
// second gets 10 of 15; 0.5 s for what is left.
TEST(Fluid, WhoComesLaterSharesFromThenOn) {
  const auto run = play(on_one_link(2), {10}, {{.bytes = 20}, {.bytes = 15, .start = 1}});
  EXPECT_DOUBLE_EQ(run.end[0], 3);
  EXPECT_DOUBLE_EQ(run.end[1], 3.5);
}

// 10 B/s for 1 s, none for 2 s, then 5 B/s for the other 10 bytes.
TEST(Fluid, ALinkMayGoDownAndComeBackSlower) {
  const auto run = play(on_one_link(1), {10}, {{.bytes = 20}}, {{1, 0, 0}, {3, 0, 5}});
  EXPECT_DOUBLE_EQ(run.end[0], 5);
}

TEST(Fluid, WhatGetsNoRateNeverEnds) {
  const auto run = play(on_one_link(2), {0}, {{.bytes = 1}, {.bytes = 0, .start = 2}});
  EXPECT_TRUE(std::isinf(run.end[0]));
  EXPECT_DOUBLE_EQ(run.end[1], 2);
}

TEST(Fluid, EqualFlowsEndInOneInstant) {
  const auto run = play(on_one_link(1000), {10}, std::vector<FluidFlow>(1000, {.bytes = 10}));
  EXPECT_EQ(run.instants, 2U);
  EXPECT_NEAR(run.end[999], 1000, 1e-9);
}

// No bytes are lost: what each resource carries from start to end is what its flows moved.
TEST(Fluid, KeepsResourcesBusyAsLongAsTheyAreTheLimit) {
  Random random(5);
  for (int trial = 0; trial < 50; ++trial) {
    const std::size_t flows = 1 + random.below(40);
    std::vector<FluidFlow> all;
    double bytes = 0;
    for (std::size_t f = 0; f < flows; ++f) {
      all.push_back({.bytes = random.between(1, 100)});
      bytes += all.back().bytes;
    }
    const auto run = play(on_one_link(flows), {7}, all);
    EXPECT_NEAR(*std::max_element(run.end.begin(), run.end.end()), bytes / 7, 1e-9 * bytes);
  }
}

}  // namespace
}  // namespace weft::simulate::test
