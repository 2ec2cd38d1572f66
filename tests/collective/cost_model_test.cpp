// The models of single messages; their figures from the papers are in oracles_test.cpp.
#include "weft/collective/cost_model.hpp"

#include "weft/collective/bounds.hpp"

#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

TEST(AlphaBeta, ReachesHalfOfTheRateAtItsHalfBandwidthSize) {
  const AlphaBeta net{microseconds(2), gigabytes_per_second(25)};
  const Bytes half = net.half_bandwidth_size();
  EXPECT_NEAR(half / net.message(half) / net.rate, 0.5, 1e-12);
}

TEST(LogP, MessagesFollowEachOtherAtTheLargerOfGapAndOverhead) {
  EXPECT_DOUBLE_EQ((LogP{.latency = 6, .overhead = 2, .gap = 4}.small_messages(3)), 10 + 2 * 4);
  EXPECT_DOUBLE_EQ((LogP{.latency = 6, .overhead = 5, .gap = 4}.small_messages(3)), 16 + 2 * 5);
  EXPECT_DOUBLE_EQ(LogP{}.small_messages(0), 0);
}

TEST(LogP, ABroadcastIsNoSlowerThanOneToOneAndGrowsWithTheProcessors) {
  double before = 0;
  for (std::uint32_t p = 2; p <= 200; ++p) {
    const LogP model{.latency = 5, .overhead = 1, .gap = 3, .processors = p};
    EXPECT_GE(model.broadcast(), before);
    before = model.broadcast();
    // Who tells everyone itself needs p - 1 gaps.
    EXPECT_LE(before, model.small_messages(p - 1));
  }
  EXPECT_DOUBLE_EQ((LogP{.latency = 5, .overhead = 1, .gap = 3, .processors = 2}.broadcast()), 7);
}

TEST(LogP, SeveralMessagesAreOnTheirWayAtOnce) {
  EXPECT_EQ((LogP{.latency = 6, .overhead = 2, .gap = 4}.in_flight()), 2U);
  EXPECT_EQ(LogP{}.in_flight(), 0U);  // without a gap nothing limits it
}

TEST(Logarithms, RoundUpAndDown) {
  EXPECT_EQ(ceil_log2(1), 0U);
  EXPECT_EQ(ceil_log2(2), 1U);
  EXPECT_EQ(ceil_log2(3), 2U);
  EXPECT_EQ(ceil_log2(1024), 10U);
  EXPECT_EQ(ceil_log2(1025), 11U);
  EXPECT_EQ(floor_log2(1), 0U);
  EXPECT_EQ(floor_log2(1023), 9U);
  EXPECT_EQ(floor_log2(1024), 10U);
}

TEST(Bounds, AreThoseOfTheBusiestPort) {
  using schedule::Collective;
  // 8 ranks, 800 B.
  EXPECT_DOUBLE_EQ(least_bytes(Collective::all_reduce, 8, Bytes(800)).value(), 1400);
  EXPECT_DOUBLE_EQ(least_bytes(Collective::all_gather, 8, Bytes(800)).value(), 700);
  EXPECT_DOUBLE_EQ(least_bytes(Collective::broadcast, 8, Bytes(800)).value(), 800);
  EXPECT_DOUBLE_EQ(least_bytes(Collective::barrier, 8, Bytes(800)).value(), 0);
  EXPECT_EQ(least_steps(Collective::broadcast, 9), 4U);
  EXPECT_EQ(least_steps(Collective::send_recv, 9), 1U);
}

TEST(Bounds, RailsAreLimitedByNicsOrByTheFabric) {
  // 4 nodes of 8, 1 MB a pair: 24 MB over each NIC, 28 MB over the fabric of each GPU.
  const Cluster cluster{4, 8};
  const Bytes each(1e6);
  EXPECT_NEAR(in_microseconds(rail_all_to_all_time(cluster, each, gigabytes_per_second(50),
                                                   gigabytes_per_second(400))),
              480, 1e-9);
  EXPECT_NEAR(in_microseconds(rail_all_to_all_time(cluster, each, gigabytes_per_second(50),
                                                   gigabytes_per_second(40))),
              700, 1e-9);
}

}  // namespace
}  // namespace weft::collective::test
