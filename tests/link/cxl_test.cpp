#include "weft/link/cxl.hpp"

#include "weft/link/two_way.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

constexpr Transfer kWrite{.verb = Verb::write};
constexpr Transfer kRead{.verb = Verb::read};

double GBps(Bandwidth rate) { return in_gigabytes_per_second(rate); }

LinkModelPtr make(const char* generation, int lanes) {
  return cxl_link({.generation = generation, .lanes = lanes}).value();
}

TEST(Cxl, SmallFlitsLose4Of68Bytes) {
  // PCIe 5.0 x16: 63.015 GB/s x 64/68.
  EXPECT_NEAR(GBps(make("cxl2", 16)->capacity()), 63.015385 * 64 / 68, 1e-5);
  EXPECT_NEAR(GBps(make("cxl1.1", 8)->capacity()), 31.507692 * 64 / 68, 1e-5);
}

TEST(Cxl, LargeFlitsHold15SlotsOf16) {
  // PCIe 6.0 x16: 128 GB/s x 240/256 = 120.
  EXPECT_NEAR(GBps(make("cxl3", 16)->capacity()), 120, 1e-9);
}

TEST(Cxl, ALineTakesFourSlotsAndItsHeader) {
  // Written: 4 + 1 slots, answered by half a slot. Read: 4 + 1/3, asked for by one.
  const Load written = make("cxl2", 16)->load(kWrite);
  EXPECT_DOUBLE_EQ(written.forward, 5.0 / 4);
  EXPECT_DOUBLE_EQ(written.reverse, 0.5 / 4);
  const Load read = make("cxl2", 16)->load(kRead);
  EXPECT_NEAR(read.forward, 13.0 / 12, 1e-9);
  EXPECT_DOUBLE_EQ(read.reverse, 1.0 / 4);
}

TEST(Cxl, ReadsAndWritesTogetherGetMoreThanEitherAloneButNotTwice) {
  const LinkModelPtr link = make("cxl2", 16);
  const double alone = GBps(link->waterfall(kRead).usable());
  const double both = GBps(copies_both_ways(*link, Engine::kernel).sum());
  EXPECT_GT(both, alone);
  EXPECT_LT(both, 2 * alone);
}

TEST(Cxl, WhatItDoesNotHaveIsOneClearError) {
  for (const auto& bad : {cxl_link({.generation = "cxl9"}), cxl_link({.lanes = 3})}) {
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "LINK_INVALID");
  }
}

}  // namespace
}  // namespace weft::link
