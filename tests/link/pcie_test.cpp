#include "weft/link/pcie.hpp"

#include "weft/link/two_way.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace weft::link {
namespace {

constexpr Transfer kWrite{.verb = Verb::write};
constexpr Transfer kRead{.verb = Verb::read};

LinkModelPtr make(PcieOptions options) { return pcie_link(options).value(); }

double usable_GBps(const PcieOptions& options, const Transfer& transfer) {
  return in_gigabytes_per_second(make(options)->waterfall(transfer).usable());
}

TEST(Pcie, Gen4x16WritesReach27) {
  // 16 GT/s x 128/130 x 16 / 8 = 31.508; 6 % control traffic leaves 29.617; 256 of 280 B.
  EXPECT_NEAR(usable_GBps({.gen = 4}, kWrite), 31.507692 * 0.94 * 256 / 280, 1e-5);
  EXPECT_NEAR(usable_GBps({.gen = 4}, kWrite), 27.08, 0.01);
}

TEST(Pcie, ReadsCarryRequestsAgainstTheData) {
  // Completions of 256 B take 276 B; a request of 24 B asks for 512 B, and each 256 B of data are
  // acknowledged by 16 B.
  const Load load = make({.gen = 4})->load(kRead);
  EXPECT_DOUBLE_EQ(load.forward, 276.0 / 256);
  EXPECT_DOUBLE_EQ(load.reverse, 24.0 / 512 + 16.0 / 256);
}

TEST(Pcie, WritesAreAcknowledgedAgainstTheData) {
  EXPECT_DOUBLE_EQ(make({.gen = 4})->load(kWrite).reverse, 16.0 / 256);
  // Pieces of 64 B are acknowledged together.
  EXPECT_DOUBLE_EQ(make({.gen = 4})->load({.payload_limit = Bytes(64)}).reverse, 16.0 / 256);
  // In flit mode acknowledgements have their place in each flit.
  EXPECT_DOUBLE_EQ(make({.gen = 6})->load(kWrite).reverse, 0);
}

TEST(Pcie, FlitModeHasNoSeparateControlTraffic) {
  // Gen 6 x16: 128 x 236/256 = 118; packets of 256 B take 272 B: 111.06 GB/s.
  EXPECT_DOUBLE_EQ(in_gigabytes_per_second(make({.gen = 6})->capacity()), 118);
  EXPECT_NEAR(usable_GBps({.gen = 6}, kWrite), 118.0 * 256 / 272, 1e-9);
}

TEST(Pcie, ARootComplexThatForwardsIn64BytesCutsEveryPacket) {
  // 64 B payload takes 88 B.
  const Load load = make({.gen = 4})->load({.verb = Verb::write, .payload_limit = Bytes(64)});
  EXPECT_DOUBLE_EQ(load.forward, 88.0 / 64);
}

TEST(Pcie, FewTagsLimitReads) {
  // 32 x 512 B per us = 16.384 GB/s, below what the line gives.
  const PcieOptions few{.gen = 4, .tags = 32, .round_trip = microseconds(1)};
  EXPECT_NEAR(usable_GBps(few, kRead), 16.384, 1e-9);
  const PcieOptions many{.gen = 4, .tags = 256, .round_trip = microseconds(1)};
  EXPECT_DOUBLE_EQ(usable_GBps(many, kRead), usable_GBps({.gen = 4}, kRead));
}

TEST(Pcie, SmallCompletionsMakeReadsSlow) {
  // 64 B completions take 84 B.
  EXPECT_DOUBLE_EQ(make({.gen = 4, .rcb = 64})->load(kRead).forward, 84.0 / 64);
}

// Measured anchors ------------------------------------------------------------------------------

TEST(Pcie, Gen4x16CopiesAreWithin6PercentOfMeasuredOnes) {
  // nvbandwidth on DGX A100: 26.03 GB/s host to device; Azure NDv4: 26.24 and 25.85 GB/s.
  EXPECT_NEAR(usable_GBps({.gen = 4}, kRead), 26.03, 0.06 * 26.03);
  EXPECT_NEAR(usable_GBps({.gen = 4}, kWrite), 25.85, 0.06 * 25.85);
}

TEST(Pcie, Gen3x8MatchesPcieBenchWithin5Percent) {
  // pcie-bench, SIGCOMM 2018, E5-2637v3 with MPS 256 and MRRS 512, 2 KiB transfers:
  // reads 55.25 Gb/s = 6.906 GB/s, writes 54.44 Gb/s = 6.805 GB/s.
  EXPECT_NEAR(usable_GBps({.gen = 3, .lanes = 8}, kRead), 6.906, 0.05 * 6.906);
  EXPECT_NEAR(usable_GBps({.gen = 3, .lanes = 8}, kWrite), 6.805, 0.05 * 6.805);
}

TEST(Pcie, Gen5x16CopiesAreWithin6PercentOfMeasuredOnes) {
  // nvbandwidth on HGX H200: 55.43 GB/s host to device, 55.06 GB/s device to host.
  EXPECT_NEAR(usable_GBps({.gen = 5}, kRead), 55.43, 0.06 * 55.43);
  EXPECT_NEAR(usable_GBps({.gen = 5}, kWrite), 55.06, 0.06 * 55.06);
}

TEST(Pcie, CopiesBothWaysAreAsTheyWereMeasured) {
  // Wires of one direction carry 31.508 x 0.94 = 29.617. Those up fill first: writes of 280 B for
  // 256 and, for each byte that is read, 24/512 + 16/256 = 0.1094 of requests and acknowledgements:
  // 29.617 / (1.0938 + 0.1094) = 24.6 each way.
  const TwoWay copies = copies_both_ways(*make({.gen = 4}), Engine::copy_engine);
  EXPECT_NEAR(in_gigabytes_per_second(copies.up), 24.62, 0.01);
  EXPECT_NEAR(in_gigabytes_per_second(copies.down), 24.62, 0.01);
  // Both directions in sum, measured: Azure NDv4 (A100) 49.46, MI250 47.70, MI210 about 45 GB/s.
  for (const auto& [measured, tolerance] : {std::pair{49.46, 0.01}, {47.70, 0.04}, {45.0, 0.1}})
    EXPECT_NEAR(in_gigabytes_per_second(copies.sum()), measured, tolerance * measured);
  // A laptop's RTX 3050 on x8: one way 12.98 and 13.17, both ways 12.66 and 11.06 GB/s.
  const LinkModelPtr x8 = make({.gen = 4, .lanes = 8});
  const TwoWay half = copies_both_ways(*x8, Engine::copy_engine);
  EXPECT_NEAR(in_gigabytes_per_second(half.sum()), 12.66 + 11.06, 0.04 * 23.72);
}

TEST(Pcie, OnAWeakHostBothDirectionsTogetherGetLittleMoreThanOne) {
  // C = 29.617 of wire bytes; d of reads takes 1.0781 d down and 0.1094 d up, u of writes 1.0938 u
  // up and 0.0625 u down. Up is full: u = (C - 0.1094 d) / 1.0938. Both are 1.44 C:
  // 1.1875 d + 1.1563 u = 1.44 C, so d = 10.6 and u = 26.0. nvbandwidth 11 and 53: 12.5 + 24 and
  // 11 + 25 GB/s.
  const LinkModelPtr weak = make({.gen = 4, .weak_host = true});
  const TwoWay copies = copies_both_ways(*weak, Engine::copy_engine);
  EXPECT_NEAR(in_gigabytes_per_second(copies.down), 10.58, 0.01);
  EXPECT_NEAR(in_gigabytes_per_second(copies.up), 26.02, 0.01);
  EXPECT_NEAR(in_gigabytes_per_second(copies.down), 11, 0.05 * 11);
  EXPECT_NEAR(in_gigabytes_per_second(copies.up), 25, 0.05 * 25);
  EXPECT_NEAR(in_gigabytes_per_second(copies.sum()), 36.25, 0.02 * 36.25);
  EXPECT_EQ(weak->capacity(), make({.gen = 4})->capacity());  // one way alone is as ever
}

// Errors ----------------------------------------------------------------------------------------

TEST(Pcie, RefusesWhatPcieDoesNotHave) {
  for (const PcieOptions& bad :
       {PcieOptions{.gen = 9}, PcieOptions{.lanes = 3}, PcieOptions{.mps = 300},
        PcieOptions{.mps = 64}, PcieOptions{.mrrs = 8192}, PcieOptions{.header = 8},
        PcieOptions{.rcb = 100}, PcieOptions{.tags = 32}}) {
    const auto link = pcie_link(bad);
    ASSERT_FALSE(link);
    EXPECT_EQ(link.error().code, "LINK_INVALID");
    EXPECT_FALSE(link.error().hint.empty());
  }
}

}  // namespace
}  // namespace weft::link
