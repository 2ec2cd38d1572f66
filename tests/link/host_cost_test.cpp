#include "weft/link/host_cost.hpp"

#include "weft/link/family.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

const facts::HostStack& stack(const char* name) { return *facts::find_host_stack(name); }

HostCost cost(const char* name, const LinkOptions& options = {}) {
  const LinkModelPtr link = parse_link(name, options).value();
  return host_cost(*link, link->waterfall({}).usable()).value();
}

TEST(HostCost, ACopyMakesThreeTimesTheTraffic) {
  // Written by the adapter, read and written again by the CPU.
  EXPECT_DOUBLE_EQ(memory_traffic_factor(1), 3);
  EXPECT_DOUBLE_EQ(memory_traffic_factor(0), 1);
}

TEST(HostCost, KernelTcpAt100GNeeds4To8Cores) {
  // 12.5 GB/s x 8960/9038 = 12.39; 1 to 2 cycles a byte, and a call of 500 to 1500 cycles for each
  // 64 KiB, at 3 GHz: 4.2 to 8.4 cores, and three times the rate of memory traffic.
  const HostCost tcp = cost("eth100:tcp:9000");
  EXPECT_NEAR(tcp.cores.least, 12.392 * (1 + 500.0 / 65536) / 3, 1e-3);
  EXPECT_NEAR(tcp.cores.most, 12.392 * (2 + 1500.0 / 65536) / 3, 1e-3);
  EXPECT_NEAR(in_gigabytes_per_second(tcp.memory), 3 * 12.392, 1e-3);
  EXPECT_EQ(tcp.latency_us.least, 10);
}

TEST(HostCost, RdmaCostsAlmostNothing) {
  const HostCost rdma = cost("eth100:rocev2");
  EXPECT_LT(rdma.cores.most, 0.1);
  EXPECT_NEAR(in_gigabytes_per_second(rdma.memory), 12.5 * 4096 / 4178, 1e-6);
  EXPECT_LT(rdma.latency_us.most, cost("eth100:tcp").latency_us.least);
  EXPECT_EQ(cost("ib-ndr").stack->name, "rdma");
  EXPECT_EQ(cost("eth100:iwarp").stack->name, "rdma");
}

TEST(HostCost, WithoutOffloadsSmallPacketsCostMore) {
  // 2500 cycles for each packet of 1460 B are 1.7 a byte, of 8960 B 0.28.
  const Range small = cycles_per_byte(stack("kernel-plain"), Bytes(1460));
  const Range large = cycles_per_byte(stack("kernel-plain"), Bytes(8960));
  EXPECT_NEAR(small.least, 0.5 + 2500.0 / 1460 + 500.0 / 65536, 1e-12);
  EXPECT_NEAR(small.least - large.least, 2500.0 / 1460 - 2500.0 / 8960, 1e-12);
  EXPECT_GT(small.least, cycles_per_byte(stack("kernel"), Bytes(1460)).least);
}

TEST(HostCost, ACoreMovesItsClockOverItsCycles) {
  // 3 GHz at 1 cycle a byte: 3 GB/s = 24 Gb/s.
  EXPECT_DOUBLE_EQ(in_gigabytes_per_second(rate_of_core(1, 3)), 3);
  EXPECT_DOUBLE_EQ(cores_needed(gigabytes_per_second(6), {1, 2}, 3).most, 4);
}

TEST(HostCost, TheStackCanBeChosen) {
  EXPECT_EQ(cost("eth100:tcp", {.stack = "bypass"}).stack->name, "bypass");
}

TEST(HostCost, NoSoftwareMovesTheBytesOfOtherLinks) {
  for (const char* name : {"pcie4x16", "nvlink4x18", "eth100"}) {
    const LinkModelPtr link = parse_link(name).value();
    EXPECT_FALSE(host_cost(*link, link->capacity())) << name;
  }
}

}  // namespace
}  // namespace weft::link
