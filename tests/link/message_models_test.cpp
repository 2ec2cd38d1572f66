// Single transfers of devices, messages, streams and cores: closed forms by hand.
#include "weft/link/dma_transfer.hpp"
#include "weft/link/memory_access.hpp"
#include "weft/link/message_rate.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

double GBps(Bandwidth rate) { return in_gigabytes_per_second(rate); }

DmaSetting gen3x8() {
  return {.device = facts::find_dma_device("nfp6000"), .pcie = {.gen = 3, .lanes = 8}};
}

// 8 lanes of 0.985 GB/s less 6 % are 7.404; 512 B in completions of 256 B in 276: 6.868 GB/s, so
// 74.6 ns on the wire and as long in the device; with 170 + 200 + 195 ns 714 ns.
TEST(DmaTransfer, RoundTripCrossesTheWireAndTheDevice) {
  const auto trip = dma_round_trip(gen3x8(), Bytes(512));
  ASSERT_TRUE(trip);
  EXPECT_NEAR(trip->total().value(), 714.1e-9, 1e-9);
  EXPECT_NEAR(trip->stored.value(), trip->data.value(), 1e-15);
}

// A read of 512 B each way: 29.62/4 GB/s of wire; 280 + 24/2 + 16 bytes up for each 256.
TEST(DmaTransfer, BothWaysIsLessThanOneWay) {
  const auto both = dma_rate_both(gen3x8(), Bytes(512));
  const auto read = dma_rate(gen3x8(), Verb::read, Bytes(512));
  ASSERT_TRUE(both && read);
  EXPECT_LT(both->rate, read->rate);
  EXPECT_NEAR(GBps(both->rate), 7.404 / ((280 + 12 + 16) / 256.0), 0.01);
}

TEST(DmaTransfer, ColdMemoryMissesAndTheOtherSocketAddToARead) {
  DmaSetting setting = gen3x8();
  const auto base = dma_round_trip(setting, Bytes(64))->total();
  setting.cold = true;
  const auto cold = dma_round_trip(setting, Bytes(64))->total();
  setting.misses = true;
  const auto missed = dma_round_trip(setting, Bytes(64))->total();
  EXPECT_NEAR((cold - base).value(), 70e-9, 1e-12);
  EXPECT_NEAR((missed - cold).value(), 330e-9, 1e-12);
}

TEST(DmaTransfer, RefusesALinkThatCannotBe) {
  DmaSetting setting = gen3x8();
  setting.pcie.mps = 100;
  EXPECT_EQ(dma_rate(setting, Verb::write, Bytes(64)).error().code, "LINK_INVALID");
}

// 4097 B in packets of 4096 B are two.
TEST(MessageRate, CountsPackets) {
  EXPECT_EQ(message_wire_bytes(Bytes(4096), Bytes(4096), 26, 16), 4096 + 26 + 16);
  EXPECT_EQ(message_wire_bytes(Bytes(4097), Bytes(4096), 26, 16), 4097 + 52 + 16);
}

RdmaSetting ten_gigabytes() { return {.line = gigabytes_per_second(10), .overhead = 26}; }

// 4138 B at 10 GB/s are 413.8 ns, and 190 between messages; two queue pairs overlap to the wire.
TEST(MessageRate, OfOneQueuePairHasGaps) {
  RdmaSetting setting = ten_gigabytes();
  EXPECT_NEAR(rdma_rate(setting, Bytes(4096)).time.value(), 603.8e-9, 1e-12);
  setting.queue_pairs = 2;
  EXPECT_NEAR(rdma_rate(setting, Bytes(4096)).time.value(), 413.8e-9, 1e-12);
}

// 12.25 GB/s of line and copies of 26 GB/s in turns: 1 / (1/12.25 + 1/26) = 8.33 GB/s, less gaps.
TEST(MessageRate, OfWhatIsStagedTakesTurnsWithItsCopies) {
  const MessageRate found = rdma_rate(
      {.line = gigabytes_per_second(12.25), .staging = gigabytes_per_second(26)}, Bytes(1 << 26));
  EXPECT_NEAR(GBps(found.rate), 8.327, 0.001);
  EXPECT_EQ(found.limit, "staging");
}

// One read under way in 4 us and its bytes.
TEST(MessageRate, WaitsForAnswers) {
  RdmaSetting setting = ten_gigabytes();
  setting.under_way = 1;
  setting.round_trip = microseconds(4);
  const MessageRate found = rdma_rate(setting, Bytes(4096));
  EXPECT_NEAR(found.time.value(), 4.4138e-6, 1e-12);
  EXPECT_EQ(found.limit, "window");
}

// Four streams of 64 KiB a round trip of 100 us: 2.62 GB/s.
TEST(StreamRate, IsWindowsByRoundTrip) {
  const StreamRate found = tcp_rate({.goodput = gigabytes_per_second(12),
                                     .streams = 4,
                                     .window = Bytes(65536),
                                     .round_trip = microseconds(100)});
  EXPECT_NEAR(GBps(found.rate), 2.62144, 1e-9);
  EXPECT_EQ(found.limit, "window");
}

TEST(StreamRate, GrowsWithStreamsUpToTheLine) {
  double last = 0;
  for (const int streams : {1, 2, 3, 8}) {
    const double now =
        GBps(tcp_rate({.goodput = gigabytes_per_second(9), .streams = streams}).rate);
    EXPECT_GE(now, last);
    last = now;
  }
  EXPECT_EQ(last, 9);
}

// Half of what is interleaved crosses the link: at most twice it, and twice the memory.
TEST(PlacedRate, OfInterleavedPagesIsTwiceTheSlowerHalf) {
  const Bandwidth own = gigabytes_per_second(100);
  EXPECT_EQ(GBps(placed_rate(Placement::remote, own, gigabytes_per_second(30))), 30);
  EXPECT_EQ(GBps(placed_rate(Placement::interleaved, own, gigabytes_per_second(30))), 60);
  EXPECT_EQ(GBps(placed_rate(Placement::interleaved, own, gigabytes_per_second(300))), 200);
}

// 10 lines of 64 B in 80 ns: 8 GB/s a core.
TEST(LineWindow, IsLinesByLatency) {
  facts::MemoryAccess access;
  access.lines = 10;
  EXPECT_NEAR(GBps(line_window(access, 2, nanoseconds(80))), 16, 1e-9);
}

}  // namespace
}  // namespace weft::link
