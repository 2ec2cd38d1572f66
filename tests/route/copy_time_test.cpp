#include "weft/route/copy_time.hpp"

#include "weft/base/assert.hpp"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/oracles/rows.hpp"
#include "tests/route/support.hpp"
#include <gtest/gtest.h>

namespace weft::route::test {
namespace {

using nlohmann::json;

Bandwidth rate_of(const json& in, const char* key) {
  return gigabytes_per_second(in.at(key).get<double>());
}
Bytes bytes_of(const json& in, const char* key) { return Bytes(in.at(key).get<double>()); }

double serial(const json& in) {
  return in_microseconds(serial_copy_time(bytes_of(in, "bytes"), rate_of(in, "d2h_GBps"),
                                          rate_of(in, "h2d_GBps"), Seconds(0)));
}

double pipelined(const json& in) {
  return in_microseconds(pipelined_copy_time(bytes_of(in, "bytes"), bytes_of(in, "chunk"),
                                             rate_of(in, "d2h_GBps"), rate_of(in, "h2d_GBps"),
                                             microseconds(in.at("per_chunk_us").get<double>())));
}

double peer(const json& in) {
  return in_microseconds(peer_copy_time(bytes_of(in, "bytes"), rate_of(in, "bw_GBps"),
                                        microseconds(in.at("alpha_us").get<double>())));
}

// Two GPUs without P2P under one switch that send to each other: what each gets of the uplink.
double halved_uplink(const json& in) {
  Builder builder("two GPUs, one uplink");
  const double gBps = in.at("uplink_GBps").get<double>();
  const auto frame = add_host(builder, std::vector{rome(0, 0)}, {});
  const ComponentId top = builder.add(ComponentKind::pcie_switch);
  builder.connect(frame.numa[0], top, fixed("pcie", gBps), Provenance::specified);
  for (int i = 0; i < 2; ++i)
    builder.connect(top, builder.add(ComponentKind::gpu), fixed("pcie", 4 * gBps),
                    Provenance::specified);
  const Topology t = std::move(builder).build();
  std::map<std::uint32_t, double> load;
  for (std::size_t i : {0u, 1u})
    for (const Use& use : path(t, gpu(t, i), gpu(t, 1 - i), Mode::staged).uses)
      load[use.resource.value] += use.weight;
  Bandwidth each = kUnlimited;
  for (const auto& [resource, weight] : load)
    each = std::min(each, t.capacity(ResourceId(resource)) / weight);
  return in_gigabytes_per_second(each);
}

TEST(CopyTime, ReproducesTheOracles) {
  const std::map<std::string, double (*)(const json&)> rules = {
      {"copy.staged.serial_us", serial},
      {"copy.staged.pipelined_us", pipelined},
      {"copy.p2p_us", peer},
      {"copy.staged_same_switch_uplink_halving", halved_uplink}};
  const auto rows = oracles::rows("route");
  EXPECT_EQ(rows.size(), rules.size());
  for (const oracles::Row& row : rows)
    EXPECT_NEAR(rules.at(row.name)(row.inputs), row.expected.get<double>(), row.tolerance)
        << row.name;
}

constexpr Bytes kMebi(0x1p20);

TEST(PipelinedCopy, TheSlowerStageSetsThePace) {
  // 4 chunks of 1 MB; stages 1 us + 1 MB / 100 GB/s = 11 us and 1 us + 1 MB / 50 GB/s = 21 us:
  // 11 + 21 + 3 x 21 = 95 us, in either order.
  const Bytes chunk(1e6);
  for (const auto& [a, b] : {std::pair{100, 50}, {50, 100}})
    EXPECT_NEAR(pipelined_copy_time(4 * chunk, chunk, gigabytes_per_second(a),
                                    gigabytes_per_second(b), microseconds(1))
                    .value(),
                95e-6, 1e-12);
}

// A stage works on one chunk at a time, in order; the second waits for the first.
double played(double size, double chunk, double first, double second, double start) {
  double in = 0;
  double out = 0;
  for (double done = 0; done < size; done += chunk) {
    const double bytes = std::min(chunk, size - done);
    in += start + bytes / first;
    out = std::max(out, in) + start + bytes / second;
  }
  return out;
}

TEST(PipelinedCopy, IsWhatPlayingTheStagesGivesAlsoWithASmallerLastChunk) {
  for (const double size : {1.0, 999.0, 1000.0, 1001.0, 4096.0, 5000.5})
    for (const double chunk : {1000.0, 333.0, 7000.0})
      for (const double first : {10.0, 40.0})
        for (const double second : {10.0, 25.0, 1000.0})
          for (const double start : {0.0, 5.0, 200.0})
            EXPECT_NEAR(pipelined_copy_time(Bytes(size), Bytes(chunk), Bandwidth(first),
                                            Bandwidth(second), Seconds(start))
                            .value(),
                        played(size, chunk, first, second, start), 1e-9 * size)
                << size << ' ' << chunk << ' ' << first << ' ' << second << ' ' << start;
}

TEST(PipelinedCopy, OneChunkOfEverythingIsTheSerialCopy) {
  const Bandwidth rate = gigabytes_per_second(25);
  EXPECT_DOUBLE_EQ(pipelined_copy_time(kMebi, 2 * kMebi, rate, rate, microseconds(5)).value(),
                   serial_copy_time(kMebi, rate, rate, microseconds(5)).value());
}

TEST(PipelinedCopy, NothingStillCostsBothStarts) {
  EXPECT_DOUBLE_EQ(
      pipelined_copy_time(Bytes(0), kMebi, Bandwidth(1e9), Bandwidth(1e9), microseconds(5)).value(),
      10e-6);
  EXPECT_THROW(pipelined_copy_time(kMebi, Bytes(0), Bandwidth(1), Bandwidth(1), Seconds(0)),
               InternalError);
}

TEST(BestChunk, FollowsTheSquareRoot) {
  // sqrt(256 MiB x 5 us x 25 GB/s) = 5.79 MB for two stages, half of that for five.
  const Bytes two = best_chunk(256 * kMebi, gigabytes_per_second(25), microseconds(5));
  EXPECT_NEAR(two.value(), std::sqrt(268435456 * 5e-6 * 25e9), 1e-3);
  EXPECT_NEAR(best_chunk(256 * kMebi, gigabytes_per_second(25), microseconds(5), 5).value(),
              two.value() / 2, 1e-3);
  EXPECT_EQ(best_chunk(Bytes(100), gigabytes_per_second(25), microseconds(5)), Bytes(100));
}

TEST(BestChunk, NoOtherChunkIsNotablyFaster) {
  // The optimum is flat and counts whole chunks, hence 1 %.
  const Bytes size = 256 * kMebi;
  const Bandwidth rate = gigabytes_per_second(25);
  const Seconds start = microseconds(5);
  const auto time = [&](Bytes chunk) {
    return pipelined_copy_time(size, chunk, rate, rate, start);
  };
  const Bytes best = best_chunk(size, rate, start);
  for (double factor = 0.1; factor < 10; factor *= 1.1)
    EXPECT_GT(time(factor * best), 0.99 * time(best)) << factor;
  // S/B is 10.74 ms; the best chunk adds 2 sqrt(10.74 ms x 5 us) = 0.46 ms, a tenfold or tenth
  // of it (10 + 1/10) / 2 times that, 2.34 ms: 13.08 / 11.20 = 1.17.
  EXPECT_GT(time(10 * best), 1.16 * time(best));
  EXPECT_GT(time(0.1 * best), 1.16 * time(best));
}

}  // namespace
}  // namespace weft::route::test
