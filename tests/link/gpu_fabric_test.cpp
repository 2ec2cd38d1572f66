#include "weft/link/fixed.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/socket_link.hpp"
#include "weft/link/xgmi.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

constexpr Transfer kKernel{.engine = Engine::kernel};
constexpr Transfer kCopy{.engine = Engine::copy_engine};

double GBps(Bandwidth rate) { return in_gigabytes_per_second(rate); }

TEST(Nvlink, CapacityIsTheStatedRate) {
  EXPECT_NEAR(GBps(nvlink_link({.gen = 1, .links = 4}).value()->capacity()), 80, 1e-9);
  EXPECT_NEAR(GBps(nvlink_link({.gen = 4, .links = 18}).value()->capacity()), 450, 1e-9);
  EXPECT_NEAR(GBps(nvlink_link({.gen = 5, .links = 18}).value()->capacity()), 900, 1e-9);
}

TEST(Nvlink, KernelsMove8Of9FlitsAndRings8Of10) {
  const LinkModelPtr h100 = nvlink_link({.gen = 4, .links = 18}).value();
  const Load load = h100->load(kKernel);
  EXPECT_DOUBLE_EQ(load.forward, 9.0 / 8);
  EXPECT_DOUBLE_EQ(load.reverse, 1.0 / 8);
  // Both directions busy: 450 / (9/8 + 1/8) = 360 GB/s, "about 370" in nccl-tests#212.
  EXPECT_NEAR(GBps(h100->capacity()) / (load.forward + load.reverse), 360, 1e-9);
}

TEST(Nvlink, CopiesAreWithin8PercentOfMeasuredOnes) {
  // nvbandwidth device-to-device writes: DGX A100 276.07 GB/s, HGX H200 396.4 GB/s.
  EXPECT_NEAR(GBps(nvlink_link({.gen = 3, .links = 12}).value()->waterfall(kCopy).usable()), 276.07,
              0.08 * 276.07);
  EXPECT_NEAR(GBps(nvlink_link({.gen = 4, .links = 18}).value()->waterfall(kCopy).usable()), 396.4,
              0.08 * 396.4);
  // Both ways at once on HGX H200: 783.73 GB/s in sum, here 2 x 450 x 16/18 = 800.
  const LinkModelPtr h200 = nvlink_link({.gen = 4, .links = 18}).value();
  const Load load = h200->load(kCopy);
  EXPECT_NEAR(2 * GBps(h200->capacity()) / (load.forward + load.reverse), 783.73, 0.03 * 783.73);
}

TEST(Xgmi, Mi300xLinksGive48AndAGpu336) {
  EXPECT_DOUBLE_EQ(GBps(xgmi_link({.arch = "mi300x", .links = 7}).value()->capacity()), 336);
  // all_reduce of two MI300X, 4 GiB: 47.67 GB/s busbw (stas00/ml-engineering, measured).
  const double link = GBps(xgmi_link({.arch = "gfx942"}).value()->capacity());
  EXPECT_DOUBLE_EQ(link, 48);
  EXPECT_NEAR(link, 47.67, 0.02 * 47.67);
}

TEST(SocketLink, UpiGivesFiveSixthsOfItsRawRate) {
  // 10.4 GT/s x 16 bit / 8 x 2 links = 41.6 GB/s; 0.826 = 34.36; MLC reads 34.29 (VSC Genius).
  const LinkModelPtr link = socket_link({.name = "upi10.4", .links = 2}).value();
  EXPECT_NEAR(GBps(link->capacity()), 34.3616, 1e-9);
  EXPECT_NEAR(GBps(link->capacity()), 34.29, 0.01 * 34.29);
  EXPECT_EQ(link->kind(), "socket-link");
}

TEST(SocketLink, ThreeUpiLinksOfIceLakeMatchMeasuredReads) {
  // 22.4 x 3 x 0.826 = 55.5 GB/s; MLC reads 55.7 (VSC wICE, 8360Y).
  EXPECT_NEAR(GBps(socket_link({.name = "upi11.2", .links = 3}).value()->capacity()), 55.68,
              0.01 * 55.68);
}

TEST(Fixed, AStatedRateIsItsCapacity) {
  const LinkModelPtr link =
      fixed_link({.name = "ideal switch", .kind = "nvlink", .rate = kUnlimited, .source = "test"});
  EXPECT_EQ(link->capacity(), kUnlimited);
  EXPECT_EQ(link->kind(), "nvlink");
}

TEST(GpuFabrics, UnknownNamesAndCountsAreOneClearError) {
  for (const auto& bad :
       {nvlink_link({.gen = 9}), nvlink_link({.gen = 4, .links = 0}), xgmi_link({.arch = "gfx1"}),
        xgmi_link({.arch = "gfx942", .links = 100}), socket_link({.name = "upi"}),
        socket_link({.name = "upi16", .links = 0})}) {
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "LINK_INVALID");
  }
}

}  // namespace
}  // namespace weft::link
