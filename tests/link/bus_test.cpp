#include "weft/link/bus.hpp"

#include "weft/link/two_way.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

constexpr Transfer kWrite{.verb = Verb::write};
constexpr Transfer kRead{.verb = Verb::read};

LinkModelPtr make(const char* name, int burst = 0) {
  return bus_link({.name = name, .burst = burst}).value();
}

double MBps(Bandwidth rate) { return rate.value() / 1e6; }
double usable(const LinkModelPtr& link, const Transfer& transfer) {
  return MBps(link->waterfall(transfer).usable());
}

TEST(Bus, PeaksAreWidthTimesClockTimesTransfers) {
  EXPECT_NEAR(MBps(make("pci32-33")->capacity()), 133.33, 0.01);
  EXPECT_NEAR(MBps(make("pci64-66")->capacity()), 533.33, 0.01);
  EXPECT_NEAR(MBps(make("pcix533")->capacity()), 4266.67, 0.01);
  EXPECT_NEAR(MBps(make("agp8x")->capacity()), 2133.33, 0.01);
  // 8 B x 1333 MT/s = 10667 MB/s, of which memory traffic fills 0.7.
  EXPECT_NEAR(MBps(make("fsb1333")->capacity()), 0.7 * 10666.67, 0.01);
}

TEST(Bus, ABurstPaysForAddressAndTurnaround) {
  // 128 B over 32 bits are 32 clocks of data in 36 with address, decode and turnaround.
  EXPECT_NEAR(usable(make("pci32-33"), kWrite), 133.33 * 32 / 36, 0.01);
  // A read waits 15 clocks more: 32 of 51.
  EXPECT_NEAR(usable(make("pci32-33"), kRead), 133.33 * 32 / 51, 0.01);
  // Four times the burst: 128 of 132.
  EXPECT_NEAR(usable(make("pci32-33", 512), kWrite), 133.33 * 128 / 132, 0.01);
}

TEST(Bus, ASplitReadSendsItsRequestOverTheSameWires) {
  // PCI-X 133: 512 B are 64 clocks; completion 7 more, request 6 in the other direction.
  const Load load = make("pcix133")->load(kRead);
  EXPECT_NEAR(load.forward, 71.0 / 64, 1e-12);
  EXPECT_NEAR(load.reverse, 6.0 / 64, 1e-12);
}

TEST(Bus, BothDirectionsOfPciTakeTurns) {
  const LinkModelPtr pci = make("pci64-66");
  EXPECT_EQ(pci->sharing().duplex, Duplex::shared);
  EXPECT_NEAR(MBps(same_both_ways(*pci, kWrite)), usable(pci, kWrite) / 2, 1e-6);
}

TEST(Bus, AgpIsFastTowardsTheCardAndSlowBack) {
  // Down 256 B in 8 clocks and 3 of turnaround: 2133 x 8/11 = 1552 MB/s. Back one transfer a clock,
  // 267 MB/s of which 160 were measured on all generations (SPEC graphics group, 2003).
  const LinkModelPtr agp = make("agp8x");
  EXPECT_NEAR(usable(agp, kRead), 2133.33 * 8 / 11, 0.1);
  for (const char* name : {"agp1x", "agp4x", "agp8x"})
    EXPECT_NEAR(usable(make(name)->upward(), kWrite), 160, 0.1) << name;
  EXPECT_EQ(agp->sharing().duplex, Duplex::half);
  EXPECT_EQ(agp->upward()->upward(), nullptr);
}

TEST(Bus, CopiesOverAgpWaitForTheSlowWay) {
  // A byte down takes 11/8 of wire bytes and a byte up 2133.33/160 = 13.33, on the same wires:
  // 2133.33 / 14.71 = 145 MB/s each way.
  const TwoWay copies = copies_both_ways(*make("agp8x"), Engine::copy_engine);
  EXPECT_NEAR(MBps(copies.down), 2133.33 / (11.0 / 8 + 2133.33 / 160), 0.1);
  EXPECT_NEAR(MBps(copies.up), MBps(copies.down), 1e-6);
}

TEST(Bus, FourDevicesOnPciGetAQuarterAndOnPcieAllOfTheirOwn) {
  const LinkModelPtr pci = make("pci32-33");
  EXPECT_NEAR(MBps(per_device(*pci, kWrite, 4)), usable(pci, kWrite) / 4, 1e-9);
}

TEST(Bus, WhatCannotBeIsOneClearError) {
  for (const auto& bad :
       {bus_link({.name = "pci32-40"}), bus_link({.name = "agp8x", .burst = 3}),
        bus_link({.name = "agp8x", .burst = 8192}), bus_link({.name = "fsb1333", .burst = 64})}) {
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "LINK_INVALID");
    EXPECT_FALSE(bad.error().hint.empty());
  }
}

}  // namespace
}  // namespace weft::link
