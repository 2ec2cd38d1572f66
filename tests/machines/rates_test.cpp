// What servers of the catalogue reach: classes of measured ring rates, and what devices that share
// a link get.
#include "weft/app/predict.hpp"
#include "weft/collective/ring_search.hpp"
#include "weft/simulate/max_min.hpp"

#include <algorithm>

#include "tests/machines/support.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weft::machines {
namespace {

using nlohmann::json;

json predicted(const std::string& topology) {
  app::PredictRequest request;
  request.topology.name = topology;
  request.operation = "all_reduce";
  request.algorithm = "ring";
  request.sizes = {Bytes(8), Bytes(1 << 20), Bytes(8589934592.0)};
  const auto report = app::predict(request);
  if (!report) throw std::runtime_error(to_string(report.error()));
  return json::parse(report->json.str()).at("rows");
}

struct Measured {
  std::string server;
  double busbw_GBps;
  double tolerance;
};

class RingClass : public testing::TestWithParam<Measured> {};

TEST_P(RingClass, IsAsMeasured) {
  const double predicted_GBps = predicted(GetParam().server).back().at("busbw_GBps");
  EXPECT_NEAR(predicted_GBps, GetParam().busbw_GBps, GetParam().tolerance * GetParam().busbw_GBps);
}

// All-reduce of large messages with rings, without the switch's help (NCCL's and RCCL's tests).
INSTANTIATE_TEST_SUITE_P(Catalog, RingClass,
                         testing::Values(Measured{"dgx-h100", 366, 0.05},
                                         Measured{"hgx-h200", 366, 0.05},
                                         Measured{"dgx-a100", 235, 0.05},
                                         Measured{"dgx-1v", 130, 0.10},
                                         Measured{"mi300x", 313, 0.10}),
                         [](const auto& test) {
                           std::string name = test.param.server;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Two V100 below different root ports, through host memory (NCCL's tests, 128 MiB): 7.09 GB/s. A
// direction carries what a kernel writes (280 B for 256), requests for what it reads (24 B for 128)
// and acknowledgements (16 B for 256): 14.81 / 1.34375 = 11.02 GB/s, in two of three turns.
TEST(StagedRing, OfTwoTakesThreeTurnsForTwoMessages) {
  app::PredictRequest request;
  request.topology.name = "2x-v100pcie-cx3";
  request.operation = "all_reduce";
  request.sizes = {Bytes(134217728)};
  const auto report = app::predict(request);
  ASSERT_TRUE(report) << to_string(report.error());
  const double busbw = json::parse(report->json.str()).at("rows").back().at("busbw_GBps");
  EXPECT_NEAR(busbw, 11.02 * 2 / 3, 0.05);
  EXPECT_NEAR(busbw, 7.09, 0.15 * 7.09);
}

class ExampleOf : public testing::TestWithParam<std::string> {};

TEST_P(ExampleOf, PredictsTheSame) {
  const json from_name = predicted(GetParam());
  const json from_file = predicted(fmt::format("{}/examples/{}.xml", WEFT_SOURCE_DIR, GetParam()));
  ASSERT_EQ(from_name.size(), from_file.size());
  for (std::size_t i = 0; i < from_name.size(); ++i) {
    const double want = from_file[i].at("time_us");
    EXPECT_NEAR(from_name[i].at("time_us").get<double>(), want, 1e-6 * want);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, ExampleOf,
                         testing::Values("dgx-h100", "dgx-a100", "dgx-1v", "mi300x"), test_name);

// What each of two transfers that run together gets.
std::vector<double> together(const Topology& t,
                             const std::vector<std::pair<std::string, std::string>>& transfers,
                             link::Engine engine) {
  const route::Router router(t);
  simulate::FlowSet flows(t);
  const auto component = [&](const std::string& name) {
    const auto kind = name.substr(0, 3) == "gpu" ? ComponentKind::gpu : ComponentKind::memory;
    return t.all(kind)[std::stoul(name.substr(3))];
  };
  for (const auto& [from, to] : transfers) {
    const auto path = router.path(component(from), component(to), engine);
    if (!path) throw std::runtime_error(to_string(path.error()));
    flows.add(path->uses);
  }
  auto rates = simulate::max_min(flows).rates;
  for (double& rate : rates) rate /= 1e9;
  return rates;
}

TEST(FireFlyer, TwoGpusAtOnePortOfTheRootComplexShareIt) {
  const Topology t = server("fire-flyer");
  const auto apart = together(t, {{"gpu4", "mem1"}, {"gpu5", "mem1"}}, link::Engine::copy_engine);
  const auto shared = together(t, {{"gpu5", "mem1"}, {"gpu6", "mem1"}}, link::Engine::copy_engine);
  EXPECT_NEAR(apart[0], 27.08, 0.01);
  EXPECT_NEAR(apart[1], 27.08, 0.01);
  EXPECT_NEAR(shared[0], 18.75, 1e-6);
  EXPECT_NEAR(shared[1], 18.75, 1e-6);
}

TEST(GeForce, ExchangeOnOneSwitchGetsHalfOfThatAcrossSockets) {
  const Topology t = server("rtx4090-4");
  const auto near = together(t, {{"gpu0", "gpu1"}, {"gpu1", "gpu0"}}, link::Engine::copy_engine);
  const auto far = together(t, {{"gpu0", "gpu2"}, {"gpu2", "gpu0"}}, link::Engine::copy_engine);
  EXPECT_NEAR(near[0], far[0] / 2, 0.01 * far[0]);
  EXPECT_NEAR(near[1], far[1] / 2, 0.01 * far[1]);
}

TEST(GeForce, SaysThatBothCopiesTakeTheUplink) {
  const Topology t = server("rtx4090-4");
  const route::Router router(t);
  const auto gpus = t.all(ComponentKind::gpu);
  const auto near = router.path(gpus[0], gpus[1], link::Engine::copy_engine);
  const auto far = router.path(gpus[0], gpus[2], link::Engine::copy_engine);
  ASSERT_TRUE(near && far);
  EXPECT_EQ(near->mode, route::Mode::staged);
  EXPECT_NE(near->remark.find("both copies take the uplink of pcie-switch[0]"), std::string::npos);
  EXPECT_EQ(far->remark, "");
}

TEST(GeForce, RingOfTheNearPairIsHalfAsFastToo) {
  const Topology t = server("rtx4090-4");
  const route::Router router(t);
  const auto gpus = t.all(ComponentKind::gpu);
  const auto near = collective::find_rings(router, {gpus[0], gpus[1]});
  const auto far = collective::find_rings(router, {gpus[0], gpus[2]});
  ASSERT_TRUE(near && far);
  EXPECT_NEAR(near->rate / far->rate, 0.5, 0.01);
}

}  // namespace
}  // namespace weft::machines
