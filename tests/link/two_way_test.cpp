#include "weft/link/two_way.hpp"

#include "weft/link/fixed.hpp"
#include "weft/link/nvlink.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

double GBps(Bandwidth rate) { return in_gigabytes_per_second(rate); }

LinkModelPtr ten(Sharing sharing = {}) {
  return fixed_link({.name = "ten",
                     .kind = "test",
                     .rate = gigabytes_per_second(10),
                     .source = "test",
                     .sharing = std::move(sharing)});
}

TEST(TwoWay, WiresOfTheirOwnCarryBothInFull) {
  const TwoWay rates = two_way(*ten(), {}, {});
  EXPECT_DOUBLE_EQ(GBps(rates.down), 10);
  EXPECT_DOUBLE_EQ(GBps(rates.up), 10);
  EXPECT_DOUBLE_EQ(GBps(rates.sum()), 20);
}

TEST(TwoWay, SharedWiresCarryHalfEach) {
  const LinkModelPtr link = ten(half_duplex("wires", "test"));
  EXPECT_DOUBLE_EQ(GBps(two_way(*link, {}, {}).sum()), 10);
  EXPECT_DOUBLE_EQ(GBps(same_both_ways(*link, {})), 5);
}

TEST(TwoWay, APartlySharedLinkCarriesWhatItSays) {
  EXPECT_DOUBLE_EQ(GBps(two_way(*ten({.both_ways = 1.5}), {}, {}).sum()), 15);
}

TEST(TwoWay, RingsOverNvlinkPayEachOthersResponses) {
  // 450 / (9/8 + 1/8) = 360 GB/s each way.
  const LinkModelPtr h100 = nvlink_link({.gen = 4, .links = 18}).value();
  EXPECT_NEAR(GBps(same_both_ways(*h100, {.engine = Engine::kernel})), 360, 1e-9);
}

TEST(FairShare, DevicesOnOneMediumDivideIt) {
  // PCI: 133.3 MB/s among four are 33.3 each.
  EXPECT_NEAR(fair_share(Bandwidth(133.3333e6), 4).value(), 33.3333e6, 50);
  const LinkModelPtr bus = ten(shared_by_devices("bus", "test"));
  EXPECT_DOUBLE_EQ(GBps(per_device(*bus, {}, 4)), 2.5);
}

TEST(FairShare, DevicesWithLinksOfTheirOwnShareNothing) {
  EXPECT_DOUBLE_EQ(GBps(per_device(*ten(), {}, 4)), 10);
  EXPECT_DOUBLE_EQ(GBps(per_device(*ten(half_duplex("wires", "test")), {}, 4)), 10);
}

TEST(Duplex, HasWords) {
  EXPECT_STREQ(to_string(Duplex::full), "full");
  EXPECT_STREQ(to_string(Duplex::shared), "shared");
}

}  // namespace
}  // namespace weft::link
