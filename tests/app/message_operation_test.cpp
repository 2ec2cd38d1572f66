// DMA, RDMA and TCP: figures derived by hand, laws, and options that do not fit.
#include "weft/app/operation.hpp"
#include "weft/catalog/build_server.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::app {
namespace {

using ::testing::HasSubstr;
using Options = std::vector<std::pair<std::string, std::string>>;

Expected<OperationResult> run(const char* server, const char* word, const Options& options,
                              const std::vector<double>& sizes = {}) {
  Parameters parameters;
  for (const auto& [key, value] : options) parameters.set(key, value);
  for (const double size : sizes) parameters.sizes.emplace_back(size);
  const auto topology = catalog::build_server(server);
  EXPECT_TRUE(topology) << server;
  return run_operation(*find_operation(word), *topology, parameters);
}

double value(const char* server, const char* word, const Options& options,
             const std::vector<double>& sizes = {}) {
  const auto result = run(server, word, options, sizes);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->rows.back().value() : 0;
}

// Gen3 x8: 7.404 GB/s of packets. 64 B: 33 reads in 170 + 200 + 195 + 2 · 11.3 ns are 3.59 GB/s.
// 512 B in completions of 256 B in 276: 6.868.
TEST(DmaRead, IsLimitedByReadsUnderWayWhereTheyAreSmallAndByTheWireElse) {
  const Options nfp = {{"device", "nfp6000"}};
  EXPECT_NEAR(value("2s-haswell", "dma_read", nfp, {64}), 3.594, 0.01);
  EXPECT_NEAR(value("2s-haswell", "dma_read", nfp, {512}), 6.868, 0.01);
}

// 47.4 million writes of 64 B are 3.03 GB/s on any host.
TEST(DmaWrite, IsLimitedByTheDeviceWhereItIsSmall) {
  EXPECT_NEAR(value("2s-broadwell", "dma_write", {{"device", "nfp6000"}}, {64}), 3.034, 0.001);
  EXPECT_NEAR(value("2s-broadwell", "dma_write", {{"device", "nfp6000"}, {"numa", "remote"}}, {64}),
              3.034, 0.001);
}

// Two passes of a socket link of 53 ns.
TEST(DmaLatency, OfTheOtherSocketIsTwoPassesOfItsLinkMore) {
  const double near = value("2s-broadwell", "dma_latency", {}, {64});
  const double far = value("2s-broadwell", "dma_latency", {{"numa", "remote"}}, {64});
  EXPECT_NEAR(far - near, 0.106, 1e-6);
  EXPECT_NEAR(value("2s-broadwell", "dma_latency", {{"numa", "remote_minus_local"}}, {64}), 0.106,
              1e-6);
}

// 18 million walks a second of 64 B are 1.15 GB/s; a window within 64 pages is known.
TEST(DmaRead, WalksPageTablesWhereTheIommuDoesNotReach) {
  const auto with_window = [](const char* window) {
    return value("2s-broadwell", "dma_read",
                 {{"device", "nfp6000"}, {"iommu", "on"}, {"window", window}}, {64});
  };
  EXPECT_NEAR(with_window("64MiB"), 1.152, 0.001);
  EXPECT_NEAR(with_window("8KiB"), 3.594, 0.01);
}

// 25 GB/s · 4096/4122 = 24.84; with 190 ns between messages 64 KiB take 2.83 us.
TEST(RdmaWrite, IsTheLineLessHeadersAndGaps) {
  EXPECT_NEAR(value("host-ib-hdr", "rdma_write", {}, {8388608}), 24.83, 0.02);
  EXPECT_NEAR(value("host-ib-hdr", "rdma_write", {}, {65536}), 23.17, 0.02);
}

TEST(RdmaWrite, OfSeveralQueuePairsOverlaps) {
  double last = 0;
  for (const char* qps : {"1", "2", "4", "16"}) {
    const double now = value("host-ib-hdr", "rdma_write", {{"qps", qps}}, {4096});
    EXPECT_GE(now, last);
    last = now;
  }
  EXPECT_LE(last, 25.0 * 4096 / 4122);
}

// Over Gen5 x4 a NIC of 200 Gb/s gets 15.75 · 0.94 · 256/280 = 13.54 GB/s.
TEST(RdmaWrite, GetsNoMoreThanPcieGives) {
  EXPECT_NEAR(value("host-ib-hdr", "rdma_write", {{"nic_pcie", "gen5x4"}}, {8388608}), 13.54, 0.01);
}

TEST(RdmaWrite, NeverGetsSlowerWithSizeNorFasterThanTheLine) {
  const auto result = run("host-ib-hdr", "rdma_write", {});
  ASSERT_TRUE(result);
  for (std::size_t i = 1; i < result->rows.size(); ++i)
    EXPECT_GE(result->rows[i].rate, result->rows[i - 1].rate * (1 - 1e-9));
  EXPECT_LT(result->rows.back().value(), 25.0);
}

TEST(RdmaWrite, LosesWithSmallerPacketsAndWithMpi) {
  const auto with = [](const Options& options) {
    return value("host-ib-hdr", "rdma_write", options, {65536});
  };
  EXPECT_GT(with({{"mtu", "4096"}}), with({{"mtu", "1024"}}));
  EXPECT_GT(with({}), with({{"mpi", "true"}}));
}

// What is not in the request is fetched first: 390 ns.
TEST(RdmaLatency, OfWhatIsNotInTheRequestFetchesIt) {
  const double in = value("host-ib-edr", "rdma_latency", {}, {2});
  const double fetched = value("host-ib-edr", "rdma_latency", {{"inline_max", "0"}}, {2});
  EXPECT_NEAR(fetched - in, 0.39, 1e-6);
}

TEST(RdmaLatency, GrowsWithSwitches) {
  double last = 0;
  for (const char* hops : {"0", "1", "3"}) {
    const double now = value("host-ib-hdr", "rdma_latency", {{"switch_hops", hops}}, {64});
    EXPECT_GT(now, last);
    last = now;
  }
}

// One core at 3 GHz and 0.75 cycles a byte receives 4 GB/s of a stream; one application core sends
// 3/0.39 = 7.69; the line gives 12.5 · 1448/1538 = 11.77.
TEST(Tcp, IsLimitedByTheCoreThatReceivesThenByTheApplicationThenByTheLine) {
  EXPECT_NEAR(value("host-eth100", "tcp", {}), 4.0, 0.001);
  EXPECT_NEAR(value("host-eth100", "tcp", {{"streams", "8"}, {"cores", "1"}}), 7.692, 0.001);
  EXPECT_NEAR(value("host-eth100", "tcp", {{"streams", "8"}}), 11.77, 0.01);
}

// 64 KiB in flight a round trip of 2 · (20 + 0.6 + 0.6) us are 1.55 GB/s.
TEST(Tcp, IsLimitedByItsWindow) {
  const auto result = run("host-eth100", "tcp", {{"window", "64KiB"}});
  ASSERT_TRUE(result);
  EXPECT_NEAR(result->rows.back().value(), 1.546, 0.001);
  EXPECT_THAT(result->rows.back().limit.text, HasSubstr("windows of 64 KiB"));
}

TEST(Tcp, SaysWhatItTakesOfTheCpu) {
  const auto result = run("host-eth100", "tcp", {});
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->rows.back().cpu_seconds_per_GB);
  EXPECT_NEAR(*result->rows.back().cpu_seconds_per_GB, 0.25, 1e-9);
}

TEST(Messages, TermsAddUpToTheTime) {
  for (const auto& [server, word] : {std::pair{"host-ib-hdr", "rdma_latency"},
                                     {"host-eth100", "tcp"},
                                     {"2s-haswell", "dma_latency"}}) {
    const auto result = run(server, word, {}, {2, 512, 65536});
    ASSERT_TRUE(result) << word;
    for (const OperationRow& row : result->rows) {
      double sum = 0;
      for (const report::Term& term : row.terms) sum += term.time.value();
      EXPECT_NEAR(sum, row.time.value(), 1e-12) << word;
    }
  }
}

TEST(Messages, RefuseOptionsThatDoNotFit) {
  struct Wrong {
    const char* server;
    const char* word;
    Options options;
    const char* says;
  };
  const std::vector<Wrong> table = {
      {"2s-haswell", "dma_read", {{"device", "quantum"}}, "DMA engine of 'quantum'"},
      {"2s-haswell", "dma_read", {{"hw.pcie", "fast"}}, "no PCIe link"},
      {"1s-grace", "dma_read", {{"numa", "remote"}}, "one socket"},
      {"host-ib-hdr", "rdma_write", {{"mtu", "1500"}}, "no path MTU"},
      {"host-ib-hdr", "rdma_write", {{"streams", "4"}}, "no option 'streams'"},
      {"host-ib-hdr", "tcp", {}, "no NIC for Ethernet"},
      {"dgx-h100", "rdma_write", {{"gdr", "true"}, {"gpu_nic", "C2C"}}, "no GPU of"},
      {"host-eth100", "tcp", {{"cores", "0"}}, "cores cannot be '0'"},
  };
  for (const Wrong& wrong : table) {
    const auto refused = run(wrong.server, wrong.word, wrong.options);
    ASSERT_FALSE(refused) << wrong.says;
    EXPECT_EQ(refused.error().code, "OPTION_UNFIT") << wrong.says;
    EXPECT_THAT(refused.error().message, HasSubstr(wrong.says));
    EXPECT_NE(refused.error().hint, "");
  }
}

}  // namespace
}  // namespace weft::app
