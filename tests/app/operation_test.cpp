// Copies and memory: figures derived by hand, laws, and options that do not fit.
#include "weft/app/operation.hpp"

#include "weft/catalog/build_server.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::app {
namespace {

using ::testing::HasSubstr;

constexpr double kMiB = 1 << 20;

Parameters with(std::vector<std::pair<std::string, std::string>> options,
                std::vector<double> sizes = {}) {
  Parameters parameters;
  for (auto& [key, value] : options) parameters.set(key, value);
  for (const double size : sizes) parameters.sizes.emplace_back(size);
  return parameters;
}

Expected<OperationResult> run(const char* server, const char* word, const Parameters& parameters) {
  const auto topology = catalog::build_server(server);
  EXPECT_TRUE(topology) << server;
  return run_operation(*find_operation(word), *topology, parameters);
}

double value(const char* server, const char* word, const Parameters& parameters) {
  const auto result = run(server, word, parameters);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->rows.back().value() : 0;
}

// Gen4 x16: 31.51 · 0.94 · 256/276 = 27.47 GB/s of completions, of which NVIDIA's copy engines
// reach 0.954: 26.2. 512 MiB take 20.49 ms beside 3.4 us of start and way.
TEST(Copy, ToTheDeviceIsWhatItsEngineReachesOfTheLink) {
  EXPECT_NEAR(value("dgx-a100", "h2d", with({}, {512 * kMiB})), 26.2, 0.05);
}

// Reads and writes both ways: 29.62 / (280/256 + 24/512 + 16/256) = 24.6 GB/s each.
TEST(Copy, EachWayAtOnceIsWhatRequestsAndAcknowledgementsLeave) {
  EXPECT_NEAR(value("mi250-4", "h2d", with({{"duplex", "sum"}}, {512 * kMiB})), 49.2, 0.1);
}

// One xGMI link of MI250: 50 · 0.81 = 40.5 GB/s; one engine moves at most 50.75 over four.
TEST(Copy, OfAnSdmaEngineIsLimitedByTheLinkOrByTheEngine) {
  EXPECT_NEAR(value("mi250-4", "p2p", with({{"links", "1"}}, {1024 * kMiB})), 40.5, 0.1);
  EXPECT_NEAR(value("mi250-4", "p2p", with({{"links", "4"}}, {1024 * kMiB})), 50.75, 0.1);
}

// Across sockets peers are forwarded in cache lines: 29.62 · 64/88 = 21.5 GB/s.
TEST(Copy, BetweenPeersOnTwoSocketsTravelsInCacheLines) {
  EXPECT_NEAR(
      value("a6000-6", "p2p", with({{"link", "pcie"}, {"gpu_pair", "other_group"}}, {512 * kMiB})),
      21.54, 0.05);
}

TEST(Copy, NeverGetsSlowerWithSizeNorFasterThanTheWires) {
  const std::vector<double> sizes = {1, 4096, kMiB, 64 * kMiB, 8192 * kMiB};
  for (const auto& [server, word, wire] : {std::tuple{"dgx-a100", "h2d", 31.51},
                                           {"mi250-4", "d2h", 31.51},
                                           {"hgx-h200", "d2h", 63.02},
                                           {"c4130-v100x4", "p2p", 50.0},
                                           {"gb200-tray", "p2p", 900.0}}) {
    const auto result = run(server, word, with({}, sizes));
    ASSERT_TRUE(result) << to_string(result.error());
    for (std::size_t i = 1; i < result->rows.size(); ++i) {
      EXPECT_GE(result->rows[i].rate, result->rows[i - 1].rate) << server << ' ' << word;
      EXPECT_GE(result->rows[i].time, result->rows[i - 1].time) << server << ' ' << word;
    }
    EXPECT_LT(result->rows.back().value(), wire) << server << ' ' << word;
  }
}

TEST(Copy, BothWaysMoveNoMoreThanTwiceOneWayAndNoLessThanIt) {
  for (const auto& [server, word] : {std::pair{"dgx-a100", "h2d"},
                                     {"mi250-4", "d2h"},
                                     {"hgx-h200", "p2p"},
                                     {"a6000-6", "p2p"}}) {
    const double one = value(server, word, with({}, {256 * kMiB}));
    const double both = value(server, word, with({{"duplex", "sum"}}, {256 * kMiB}));
    EXPECT_LE(both, 2 * one * (1 + 1e-9)) << server;
    EXPECT_GE(both, one * (1 - 1e-9)) << server;
    const double each = value(server, word, with({{"duplex", "per_direction"}}, {256 * kMiB}));
    EXPECT_LE(each, one * (1 + 1e-9)) << server;
  }
}

TEST(Operation, TermsAddUpToTheTime) {
  const auto result = run("dgx-a100", "h2d", with({}, {1, kMiB, 512 * kMiB}));
  ASSERT_TRUE(result);
  for (const OperationRow& row : result->rows) {
    double sum = 0;
    for (const report::Term& term : row.terms) sum += term.time.value();
    EXPECT_NEAR(sum, row.time.value(), 1e-12 + 1e-9 * row.time.value());
  }
}

// Three UPI links of 22.4 GB/s: 67.2 · 0.826 = 55.5; memory would give 204.8 · 0.837 = 171.4.
TEST(Stream, OfTheOtherSocketIsWhatItsLinksCarry) {
  EXPECT_NEAR(value("2s-icelake", "stream", with({})), 171.4, 0.1);
  EXPECT_NEAR(value("2s-icelake", "stream", with({{"numa", "remote"}})), 55.5, 0.1);
  EXPECT_NEAR(value("2s-icelake", "stream", with({{"sockets", "2"}})), 342.8, 0.1);
}

// Two of eight channels of DDR4-3200 in a part of NPS4, 51.2 · 0.91; STREAM counts whole sockets.
TEST(Stream, OfAPartKeepsToItsControllers) {
  EXPECT_NEAR(value("2s-milan", "stream", with({{"nps", "4"}})), 46.6, 0.1);
  EXPECT_NEAR(
      value("2s-milan", "stream", with({{"nps", "4"}, {"sockets", "1"}, {"kernel", "triad"}})),
      204.8 * 0.91 * (1 - 0.13 / 3), 0.1);
}

TEST(Stream, GetsSlowerWithMoreWritesAndFasterWithMoreCores) {
  double last = kUnlimited.value();
  for (const char* kernel : {"read", "rw31", "rw21", "rw11", "write"}) {
    const double now = value("2s-icelake", "stream", with({{"kernel", kernel}}));
    EXPECT_LT(now, last) << kernel;
    last = now;
  }
  EXPECT_LT(value("2s-icelake", "stream", with({{"cores", "1"}})),
            value("2s-icelake", "stream", with({{"cores", "4"}})));
}

TEST(MemoryLatency, GrowsWithDistance) {
  const auto of = [](const char* numa) {
    return value("2s-icelake", "memory_latency", with({{"numa", numa}, {"nps", "2"}}));
  };
  EXPECT_LT(of("local"), of("other_half"));
  EXPECT_LT(of("other_half"), of("remote"));
}

TEST(Operation, RefusesOptionsThatDoNotFit) {
  struct Wrong {
    const char* server;
    const char* word;
    Parameters parameters;
    const char* says;
  };
  const std::vector<Wrong> table = {
      {"dgx-a100", "h2d", with({{"cores", "4"}}, {1}), "no option 'cores'"},
      {"dgx-a100", "h2d", with({{"engine", "cpu"}}, {1}), "'cpu' is not a value of engine"},
      {"dgx-a100", "p2p", with({{"links", "5"}}, {1}), "joined as asked"},
      {"2s-icelake", "stream", with({}, {1}), "has no size"},
      {"2s-icelake", "stream", with({{"kernel", "dgemm"}}), "no streaming kernel 'dgemm'"},
      {"2s-icelake", "stream", with({{"numa", "other_half"}}), "no other half"},
      {"1s-grace", "stream", with({{"numa", "remote"}}), "one socket"},
  };
  for (const Wrong& wrong : table) {
    const auto refused = run(wrong.server, wrong.word, wrong.parameters);
    ASSERT_FALSE(refused) << wrong.says;
    EXPECT_EQ(refused.error().code, "OPTION_UNFIT") << wrong.says;
    EXPECT_THAT(refused.error().message, HasSubstr(wrong.says));
    EXPECT_NE(refused.error().hint, "");
  }
}

TEST(Operation, EachOptionHasAFlagAndEachKeyAnOption) {
  for (const Operation& operation : operations())
    for (const std::string_view key : operation.keys) {
      bool found = false;
      for (const OperationOption& option : operation_options()) found |= option.key == key;
      EXPECT_TRUE(found) << operation.word << ' ' << key;
    }
}

}  // namespace
}  // namespace weft::app
