#include "weft/collective/library_time.hpp"

#include <gtest/gtest.h>

namespace weft::collective {
namespace {

using schedule::Collective;

// 8 GPUs at 360 GB/s, switches that reduce at 300 GB/s of link rate, NICs of 400 GB/s.
LibraryMachine machine(int nodes) {
  LibraryMachine m;
  m.nodes = nodes;
  m.per_node = 8;
  m.fabric = Fabric::nvlink;
  m.ring_rate = gigabytes_per_second(360);
  m.sm = 90;
  m.nvls_rate = gigabytes_per_second(300);
  m.stack = Stack::infiniband;
  m.nic_rate = gigabytes_per_second(400);
  return m;
}

// All shares 1, nothing to fill, no launch: what the closed forms say alone.
facts::LibraryValues plain() {
  facts::LibraryValues values = facts::library_values();
  const auto& constants = facts::library_constants();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (constants[i].name.ends_with("_share")) values[i] = 1;
    if (constants[i].name.find("fill") != std::string::npos) values[i] = 0;
  }
  return values;
}

double us(const LibraryMachine& m, Collective collective, const char* algorithm, double bytes) {
  const auto timed = library_time(m, collective, algorithm, Bytes(bytes), plain());
  return timed ? in_microseconds(timed->time) : -1;
}

// 2 * 7/8 * 1e9 B at 360 GB/s is 4861.1 us; Simple's launch 8.4 and 14 hops of 3.4: 56 us.
TEST(LibraryTime, OfARingIsItsHopsAndItsBytes) {
  EXPECT_NEAR(us(machine(1), Collective::all_reduce, "ring", 1e9), 4861.1 + 56, 0.1);
}

// Each GPU gives out 1e9 * 9/8 B at 300 GB/s: 3750 us, and 25 us that NCCL takes for NVLS.
TEST(LibraryTime, OfReductionInSwitchesIsAllOfTheDataAndAPart) {
  EXPECT_NEAR(us(machine(1), Collective::all_reduce, "nvls", 1e9), 3775, 0.1);
  const auto taken = library_time(machine(1), Collective::all_reduce, "", Bytes(1e9), plain());
  EXPECT_EQ(taken->algorithm, "nvls");
}

// A double tree over two servers sends each byte once each way, a ring 2 * 15/16 times; from four
// servers on an inner one of a tree sends twice.
TEST(LibraryTime, ATreeOverTwoServersNeedsTheNetworkLess) {
  LibraryMachine slow = machine(2);
  slow.nvls_rate = Bandwidth(0);
  slow.nic_rate = gigabytes_per_second(50);
  const double ring = us(slow, Collective::all_reduce, "ring", 1e11);
  EXPECT_NEAR(us(slow, Collective::all_reduce, "tree", 1e11) / ring, 1 / 1.875, 1e-3);
  slow.nodes = 4;
  EXPECT_GT(us(slow, Collective::all_reduce, "tree", 1e11),
            us(slow, Collective::all_reduce, "ring", 1e11));
}

TEST(LibraryTime, TakesTheProtocolThatIsFastest) {
  const auto small = library_time(machine(1), Collective::all_reduce, "ring", Bytes(8), plain());
  const auto large = library_time(machine(1), Collective::all_reduce, "ring", Bytes(1e9), plain());
  EXPECT_EQ(small->protocol, "LL");
  EXPECT_EQ(large->protocol, "Simple");
}

TEST(LibraryTime, GrowsWithTheSize) {
  for (const int nodes : {1, 2, 3, 8})
    for (const Collective each : {Collective::all_reduce, Collective::all_gather,
                                  Collective::reduce_scatter, Collective::all_to_all}) {
      Seconds last{0};
      for (double bytes = 8; bytes < 1e11; bytes *= 2) {
        const auto timed = library_time(machine(nodes), each, "", Bytes(bytes));
        ASSERT_TRUE(timed);
        EXPECT_GE(timed->time, last);
        last = timed->time;
      }
    }
}

TEST(LibraryTime, SwitchesOfTheNetworkReduceWhereAskedTo) {
  LibraryMachine m = machine(8);
  m.in_network = InNetwork::sharp;
  EXPECT_FALSE(library_time(m, Collective::all_reduce, "collnet", Bytes(1e9)));
  m.can_sharp = true;
  const auto timed = library_time(m, Collective::all_reduce, "collnet", Bytes(1e10), plain());
  // 1e10 B once through 400 GB/s would be 25 ms; the GPUs' switches take 1e10 * 9/8 / 300: 37.5 ms.
  EXPECT_NEAR(in_microseconds(timed->time), 37500, 100);
}

TEST(LibraryTime, RefusesWhatALibraryDoesNotHave) {
  const auto none = library_time(machine(1), Collective::all_reduce, "swing", Bytes(8));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "ALGORITHM_UNFIT");
}

}  // namespace
}  // namespace weft::collective
