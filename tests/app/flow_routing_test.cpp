// `weft flows` on networks: policies of paths, generated traffic, distributions, notes.
#include "weft/app/flows.hpp"

#include <map>
#include <set>

#include "tests/app/support.hpp"
#include "tests/shared.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using ::testing::HasSubstr;

class FlowRouting : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  static FlowsRequest generated(const std::string& pattern, const std::string& topology,
                                double bytes = 1e6) {
    FlowsRequest request;
    request.topology.name = topology;
    request.generate = pattern;
    request.least = request.most = Bytes(bytes);
    return request;
  }
  static Json run(const FlowsRequest& request) {
    const auto report = flows(request);
    EXPECT_TRUE(report) << to_string(report.error());
    return report ? Json::parse(report->json.str()) : Json();
  }
  static route::FlowRouting routing(const std::string& text) {
    return route::parse_routing(text).value();
  }

  TemporaryFolder folder_;
};

// Everyone to each other over links of 12.5 GB/s: 15 flows of 1 MB leave each of 16 hosts: 1.2 ms.
// Played by classes as one by one, static and sprayed, whole trees and whole pods of them.
TEST_F(FlowRouting, ClassesOfFlowsEndAsAllOfThem) {
  for (const auto& [topology, hosts] : {std::pair{"fat-tree:k=4", 0},
                                        {"fat-tree:k=4", 8},
                                        {"fat-tree:k=4", 4},
                                        {"fat-tree:k=4", 2},
                                        {"fat-tree:k=8", 64},
                                        {"fat-tree:k=8,tiers=2", 0},
                                        {"spine-leaf:k=8", 8},
                                        {"fat-tree:k=4,switch_rate=6.25GB/s", 0},
                                        {"fat-tree:k=4,switch_rate=6.25GB/s", 12}})
    for (const char* policy : {"static", "spray"}) {
      FlowsRequest request = generated("all-to-all", topology);
      request.hosts = static_cast<std::uint32_t>(hosts);
      request.routing = routing(policy);
      const Json alike = run(request);
      request.symmetry = false;
      const Json one_by_one = run(request);
      const double end = one_by_one.at("end_s").get<double>();
      EXPECT_NEAR(alike.at("end_s").get<double>(), end, 1e-9 * end) << topology << policy;
      EXPECT_EQ(alike.at("flow_count"), one_by_one.at("flow_count"));
      for (const char* figure : {"least", "median", "most"})
        EXPECT_NEAR(alike.at("fct_s").at(figure).get<double>(),
                    one_by_one.at("fct_s").at(figure).get<double>(), 1e-9 * end)
            << topology << " " << policy << " " << figure;
      EXPECT_LT(alike.at("flows").size(), one_by_one.at("flows").size());
    }
}

// 1 024 hosts, each alike: 1 023 · 1 MB at 12.5 GB/s are 81.84 ms; one by one it is a million
// flows.
TEST_F(FlowRouting, AMillionFlowsEndAsTheirClasses) {
  FlowsRequest request = generated("all-to-all", "fat-tree:k=16");
  EXPECT_NEAR(run(request).at("end_s").get<double>(), 81.84e-3, 1e-11);
  request.symmetry = false;
  EXPECT_NEAR(run(request).at("end_s").get<double>(), 81.84e-3, 1e-11);
}

// Host 5 of a 4-ary tree is the second below its leaf (5 mod 2 = 1), whose leaf is the first of
// its pod (2 mod 2 = 0): from another pod up-port 1 at the leaf, then up-port 0.
TEST_F(FlowRouting, StaticIsByTheDigitsOfTheDestination) {
  FlowsRequest request;
  request.topology.name = "fat-tree:k=4,switch_rate=1GB/s";
  request.traffic = file("t.csv", "src,dst,bytes\n0,5,1e6\n1,7,1e6\n");
  const Json json = run(request);
  // Both leave by spine[1] of the pod: they share it (2 ms each).
  EXPECT_EQ(json.at("flows")[0].at("limit"), "leaf[0] -> spine[1] (1 GB/s)");
  EXPECT_NEAR(json.at("end_s").get<double>(), 2e-3, 1e-12);
}

// Two paths of 1 GB/s: alone on one it is 4 ms, over both 2 ms.
TEST_F(FlowRouting, SprayTakesAllWaysAndQueuePairsTheirOwn) {
  FlowsRequest request;
  request.topology.name = "spine-leaf:k=4,switch_rate=1GB/s,endpoints=8,spines=2";
  request.traffic = file("t.csv", "src,dst,bytes\n0,7,4e6\n");
  const auto end = [&](const char* policy, std::uint32_t queue_pairs) {
    request.routing = routing(policy);
    request.queue_pairs = queue_pairs;
    return run(request).at("end_s").get<double>();
  };
  const double alone = end("static", 1);
  EXPECT_NEAR(end("ecmp", 1), alone, 1e-12);
  EXPECT_LT(end("spray", 1), 0.6 * alone);
  EXPECT_LT(end("ecmp", 16), 0.8 * alone);
}

// 8 flows from one leaf to another over 8 spines: 2.59 on the fullest way on average (balls into
// bins, exactly 2.588), so that 20 GB/s of the 64 idle.
TEST_F(FlowRouting, HashSeedsGiveADistribution) {
  FlowsRequest request;
  request.topology.name = "spine-leaf:k=16";
  std::string text = "src,dst,bytes\n";
  for (int i = 0; i < 8; ++i) text += std::to_string(i) + "," + std::to_string(8 + i) + ",1e6\n";
  request.traffic = file("t.csv", text);
  request.routing = routing("ecmp");
  request.seeds = 2000;
  const Json spread = run(request).at("spread");
  EXPECT_EQ(spread.at("seeds"), 2000);
  EXPECT_NEAR(spread.at("most_flows_on_a_link").at("mean").get<double>(), 2.588, 0.05);
  const Json& end = spread.at("end_s");
  EXPECT_LE(end.at("p5").get<double>(), end.at("p50").get<double>());
  EXPECT_LE(end.at("p50").get<double>(), end.at("p95").get<double>());
}

// Least loaded: 8 flows over 8 spines never meet on the way up, and are told where they start.
TEST_F(FlowRouting, AdaptiveSpreadsWhatStartsTogether) {
  FlowsRequest request;
  request.topology.name = "spine-leaf:k=16";
  std::string text = "src,dst,bytes\n";
  for (int i = 0; i < 8; ++i) text += std::to_string(i) + "," + std::to_string(8 + i) + ",12.5e6\n";
  request.traffic = file("t.csv", text);
  for (const char* policy : {"adaptive", "adaptive:rebalanced"}) {
    request.routing = routing(policy);
    EXPECT_NEAR(run(request).at("end_s").get<double>(), 1e-3, 1e-12) << policy;
  }
}

TEST_F(FlowRouting, SeedsAndPoliciesOfANetworkAreTheDefault) {
  FlowsRequest request = generated("permutation", "fat-tree:k=4,routing=ecmp");
  EXPECT_EQ(run(request).at("routing"), "ecmp");
  request.routing = routing("spray:2");
  EXPECT_EQ(run(request).at("routing"), "spray:2");
  EXPECT_EQ(route::parse_routing("ecpm").error().code, "ROUTING_UNKNOWN");
  EXPECT_EQ(route::parse_routing("spray:0").error().code, "ROUTING_UNKNOWN");
  EXPECT_EQ(route::parse_routing("static:2").error().code, "ROUTING_UNKNOWN");
}

// The same bits from one run to the next.
TEST_F(FlowRouting, ResultsAreTheSameEachTime) {
  FlowsRequest request = generated("permutation", "fat-tree:k=8");
  request.most = Bytes(125e6);
  request.routing = routing("ecmp");
  request.csv = true;
  EXPECT_EQ(flows(request)->text, flows(request)->text);
}

TEST_F(FlowRouting, SaysWhereTheFluidModelIsOff) {
  const auto codes = [](const Json& json) {
    std::set<std::string> found;
    for (const Json& each : json.at("warnings")) found.insert(each.at("code").get<std::string>());
    return found;
  };
  EXPECT_TRUE(codes(run(generated("incast", "fat-tree:k=4"))).contains("FLUID_INCAST"));
  EXPECT_TRUE(codes(run(generated("ring", "fat-tree:k=4"))).empty());
  FlowsRequest request = generated("permutation", "fat-tree:k=4");
  request.routing = routing("ecmp");
  EXPECT_TRUE(codes(run(request)).contains("FLUID_ONE_SEED"));
  request.seeds = 3;
  EXPECT_FALSE(codes(run(request)).contains("FLUID_ONE_SEED"));
}

TEST_F(FlowRouting, WritesWhatItGenerates) {
  FlowsRequest request = generated("permutation", "fat-tree:k=4");
  request.most = Bytes(5e6);
  request.csv_out = folder_ / "out.csv";
  const Json first = run(request);
  FlowsRequest again;
  again.topology.name = "fat-tree:k=4";
  again.traffic = request.csv_out;
  EXPECT_EQ(run(again).at("end_s"), first.at("end_s"));
}

// Rank 1 answers what it gets: 1 MB at 12.5 GB/s there, 100 us of work, and back.
TEST_F(FlowRouting, PlaysWhatWaitsForWhat) {
  FlowsRequest request;
  request.topology.name = "fat-tree:k=4";
  request.traffic = file("p.goal",
                         "num_ranks 2\nrank 0 {\na: send 1000000b to 1\nb: recv 1000000b from "
                         "1\n}\nrank 1 {\na: recv 1000000b from 0\nb: calc 100000\nc: send "
                         "1000000b to 0\nb requires a\nc requires b\n}\n");
  const Json json = run(request);
  EXPECT_EQ(json.at("flow_count"), 2);
  EXPECT_NEAR(json.at("end_s").get<double>(), 80e-6 + 100e-6 + 80e-6, 1e-12);
}

TEST_F(FlowRouting, RefusesWhatDoesNotFit) {
  FlowsRequest request = generated("permutation", "fat-tree:k=4");
  request.hosts = 17;
  EXPECT_EQ(flows(request).error().code, "TRAFFIC_HOSTS");
  request = generated("all-to-all", "fat-tree:k=64");
  request.most = Bytes(2e6);
  EXPECT_EQ(flows(request).error().code, "TRAFFIC_LARGE");
  request = generated("permutation", "");
  EXPECT_EQ(flows(request).error().code, "OPTION_CONFLICT");
  request = generated("permutations", "fat-tree:k=4");
  EXPECT_EQ(flows(request).error().code, "TRAFFIC_PATTERN");
}

}  // namespace
}  // namespace weft::app
