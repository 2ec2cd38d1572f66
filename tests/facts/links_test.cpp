// The tables behind links beside those of lines_test.cpp.
#include "weft/facts/buses.hpp"
#include "weft/facts/congestion.hpp"
#include "weft/facts/cxl.hpp"
#include "weft/facts/scaleup.hpp"
#include "weft/facts/stacks.hpp"
#include "weft/facts/wifi.hpp"

#include <set>

#include <gtest/gtest.h>

namespace weft::facts {
namespace {

// Loading throws where an entry lacks source or tag (reader_test), so that each table loads is that
// each of its facts has both.
TEST(Buses, WidthTimesClockIsTheNominalRate) {
  // e.g. AGP 8x: 32 bit x 66.67 MHz x 8 = 2133 MB/s, of a front-side bus the number in its name.
  const auto MBps = [](const Bus& bus) {
    return bus.width_bits / 8.0 * bus.clock_MHz * bus.transfers;
  };
  EXPECT_NEAR(MBps(*find_bus("agp8x")), 2133.33, 0.01);
  EXPECT_NEAR(MBps(*find_bus("pci")), 133.33, 0.01);
  for (const Bus& bus : buses())
    if (bus.kind == "front-side-bus") {
      EXPECT_NEAR(MBps(bus), 8 * std::stod(bus.name.substr(3)), 6) << bus.name;
    }
}

TEST(Buses, OnlyAgpAnswersInAnotherWay) {
  for (const Bus& bus : buses())
    EXPECT_EQ(bus.up.has_value(), bus.name.starts_with("agp")) << bus.name;
}

TEST(Cxl, FlitsHoldNoMoreThanTheyAreLong) {
  for (const CxlGeneration& generation : cxl_generations())
    EXPECT_LE(generation.flit_slots * 16, generation.flit_bytes) << generation.name;
  EXPECT_EQ(find_cxl("cxl2.0"), find_cxl("cxl2"));
}

TEST(ScaleUp, APublishedLineGivesTheStatedRate) {
  // UALink: 106.25 GBd x 2 bit x 256/257 x 514/544 = 200 Gb/s = 25 GB/s.
  for (const ScaleUpLink& link : scale_up_links()) {
    if (!link.line) continue;
    const ScaleUpLine& line = *link.line;
    EXPECT_NEAR(
        line.gbaud * line.symbol_bits * line.lanes * line.code.factor() * line.fec.factor() / 8,
        link.link_GBps, 1e-9)
        << link.name;
    EXPECT_LE(line.flit_payload, line.flit_bytes) << link.name;
  }
}

TEST(ScaleUp, NamesAndAliasesAreUnique) {
  std::set<std::string> names;
  for (const ScaleUpLink& link : scale_up_links()) {
    EXPECT_TRUE(names.insert(link.name).second) << link.name;
    for (const std::string& alias : link.aliases) EXPECT_TRUE(names.insert(alias).second) << alias;
  }
}

TEST(ScaleUp, WhatWasEstimatedIsMarkedAsDoubtful) {
  for (const ScaleUpLink& link : scale_up_links())
    EXPECT_TRUE(link.doubtful || link.evidence.tag != Tag::estimate) << link.name;
}

TEST(Wifi, SchemesAreInOrderAndReachTheHighestOfEachGeneration) {
  for (std::size_t i = 0; i < wifi().mcs.size(); ++i)
    EXPECT_EQ(wifi().mcs[i].index, static_cast<int>(i));
  for (const WifiGeneration& generation : wifi().generations) {
    EXPECT_LT(static_cast<std::size_t>(generation.highest_mcs), wifi().mcs.size());
    EXPECT_FALSE(generation.guards_us.empty());
  }
  EXPECT_EQ(find_wifi("11ax"), find_wifi("wifi6"));
}

TEST(HostStacks, RangesAreRanges) {
  for (const HostStack& stack : host_stacks())
    for (const CostRange& range : {stack.cycles_per_byte, stack.cycles_per_packet,
                                   stack.cycles_per_call, stack.latency_us}) {
      EXPECT_LE(range.least, range.most) << stack.name;
      EXPECT_FALSE(range.evidence.source.empty()) << stack.name;
    }
  EXPECT_EQ(find_host_stack("verbs"), find_host_stack("rdma"));
}

TEST(Congestion, PauseResponsesStandInTheOrderOfTheirRates) {
  double last = 0;
  for (const PauseResponse& response : congestion().pause_responses) {
    EXPECT_GT(response.gbps, last);
    last = response.gbps;
  }
}

}  // namespace
}  // namespace weft::facts
