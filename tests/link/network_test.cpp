#include "weft/link/ethernet.hpp"
#include "weft/link/infiniband.hpp"
#include "weft/link/memory.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

double GBps(Bandwidth rate) { return in_gigabytes_per_second(rate); }

Load ethernet(EthernetFraming framing) {
  return ethernet_link({.rate = "eth100", .framing = framing}).value()->load({});
}

TEST(Infiniband, NdrMovesAlmost50) {
  // 53.125 GBd x 2 x 4 x 16/17 = 400 Gb/s = 50 GB/s; 4096 of 4122 B.
  const LinkModelPtr ndr = infiniband_link({.rate = "ndr"}).value();
  EXPECT_NEAR(GBps(ndr->capacity()), 50, 1e-9);
  EXPECT_NEAR(GBps(ndr->waterfall({}).usable()), 50.0 * 4096 / 4122, 1e-9);
}

TEST(Infiniband, SplitPortsHaveTwoLanes) {
  EXPECT_NEAR(GBps(infiniband_link({.rate = "hdr100"}).value()->capacity()), 12.5, 1e-9);
  EXPECT_NEAR(GBps(infiniband_link({.rate = "hdr", .lanes = 2}).value()->capacity()), 12.5, 1e-9);
  EXPECT_NEAR(GBps(infiniband_link({.rate = "ndr200"}).value()->capacity()), 25, 1e-9);
}

TEST(Infiniband, AcknowledgementsLoadTheOtherDirectionBelowHalfAPercent) {
  // 30 B for each 8 packets of 4096 B: 0.09 %.
  const Load load = infiniband_link({}).value()->load({});
  EXPECT_DOUBLE_EQ(load.reverse, 30.0 / (8 * 4096));
}

TEST(Infiniband, AzurePerftestIsWithin3PercentOfNdr) {
  // Azure accepts HB176rs v4 (NDR) from 390 Gb/s of ib_write_bw: 48.75 GB/s.
  EXPECT_NEAR(GBps(infiniband_link({}).value()->waterfall({}).usable()), 48.75, 0.03 * 48.75);
}

TEST(Ethernet, TheUsableRateOfTcpAt1500IsKnown) {
  // 1460 of 1538 B; an acknowledgement of 84 B for each two segments.
  const Load load = ethernet({.protocol = EthernetProtocol::tcp});
  EXPECT_DOUBLE_EQ(load.forward, 1538.0 / 1460);
  EXPECT_DOUBLE_EQ(load.reverse, 84.0 / (2 * 1460));
}

TEST(Ethernet, RoceCountsItsPathMtuAsPayload) {
  // 4096 B in 4096 + 82; 16 more with RETH, 4 with a VLAN tag, 20 with IPv6.
  EXPECT_DOUBLE_EQ(ethernet({.protocol = EthernetProtocol::rocev2}).forward, 4178.0 / 4096);
  EXPECT_DOUBLE_EQ(ethernet({.protocol = EthernetProtocol::rocev2, .reth = true}).forward,
                   4194.0 / 4096);
  EXPECT_DOUBLE_EQ(ethernet({.protocol = EthernetProtocol::rocev2, .vlan = true}).forward,
                   4182.0 / 4096);
  EXPECT_DOUBLE_EQ(ethernet({.protocol = EthernetProtocol::rocev2, .ipv6 = true}).forward,
                   4198.0 / 4096);
}

TEST(Ethernet, ShortFramesArePadded) {
  // A 64 B frame takes 84 B; 40 B of payload in 58 B of frame take the same.
  EXPECT_DOUBLE_EQ(ethernet_wire_bytes(64), 84);
  EXPECT_DOUBLE_EQ(ethernet_wire_bytes(58), 84);
}

TEST(Memory, ADdr4NodeOfEightChannelsStreamsFourFifthsOf204) {
  // 3.2 x 8 B x 8 channels = 204.8; 0.8 of it = 163.8; MLC reads 175.7 (8360Y, VSC wICE).
  const LinkModelPtr node =
      memory_link({.memory = "ddr4", .mega_transfers = 3200, .channels = 8}).value();
  EXPECT_NEAR(GBps(node->capacity()), 163.84, 1e-9);
  EXPECT_NEAR(GBps(node->capacity()), 175.7, 0.08 * 175.7);
}

TEST(Networks, WhatCannotBeIsOneClearError) {
  for (const auto& bad :
       {infiniband_link({.rate = "ndx"}), infiniband_link({.rate = "ndr", .lanes = 3}),
        infiniband_link({.mtu = 1500}), ethernet_link({.rate = "eth7"}),
        ethernet_link({.framing = {.mtu = 20}}), ethernet_link({.framing = {.mtu = 65536}}),
        ethernet_link({.framing = {.protocol = EthernetProtocol::rocev2, .mtu = 1500}}),
        ethernet_link({.framing = {.protocol = EthernetProtocol::udp, .timestamps = true}}),
        ethernet_link({.framing = {.protocol = EthernetProtocol::tcp, .reth = true}}),
        ethernet_link({.framing = {.ipv6 = true}}), memory_link({.memory = "sram"}),
        memory_link({.memory = "ddr5", .mega_transfers = 5}), memory_link({.channels = 0})}) {
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "LINK_INVALID") << bad.error().message;
  }
  EXPECT_FALSE(parse_protocol("quic"));
  EXPECT_EQ(parse_protocol("rocev2").value(), EthernetProtocol::rocev2);
}

}  // namespace
}  // namespace weft::link
