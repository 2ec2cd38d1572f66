#include "weft/app/path.hpp"

#include "tests/app/support.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using ::testing::HasSubstr;

PathRequest request(const char* file, std::string from, std::string to) {
  return {.topology = {example(file), ""}, .from = std::move(from), .to = std::move(to)};
}

Json json_of(const PathRequest& request) {
  const auto report = path(request);
  EXPECT_TRUE(report) << report.error().message;
  return report ? Json::parse(report->json.str()) : Json();
}

TEST(Path, TakesNamesBusIdsAndDevices) {
  EXPECT_EQ(json_of(request("dgx-h100.xml", "gpu[0]", "0000:2a:00.0"))["to"], "gpu[1]");
  EXPECT_EQ(json_of(request("dgx-h100.xml", "gpu0", "mlx5_0"))["mode"], "gdr");
}

// 450 GB/s of data rate, and a copy engine's packets hold 256 B behind one flit of 16 B.
TEST(Path, GoesOverNvlinkWhereThereIsSome) {
  const Json json = json_of(request("dgx-h100.xml", "gpu[0]", "gpu[1]"));
  EXPECT_EQ(json["distance"], "NVL");
  EXPECT_NEAR(json["bandwidth_GBps"].get<double>(), 450 * 16.0 / 17, 1e-6);
  EXPECT_EQ(json["hops"].size(), 8U);  // up to four switches and down again
}

TEST(Path, HeedsTheEngine) {
  PathRequest by_kernel = request("dgx-h100.xml", "gpu[0]", "gpu[1]");
  by_kernel.engine = link::Engine::kernel;
  EXPECT_NEAR(json_of(by_kernel)["bandwidth_GBps"].get<double>(), 400, 1e-6);
}

TEST(Path, CanBeMadeToTakeAnotherWay) {
  PathRequest staged = request("dgx-h100.xml", "gpu[0]", "gpu[1]");
  staged.mode = "staged";
  const Json json = json_of(staged);
  EXPECT_EQ(json["mode"], "staged");
  EXPECT_EQ(json["alternatives"][0]["why_not"], "");  // NVLink stays the usual one
  EXPECT_EQ(json["alternatives"][2]["why_not"], "nvlink is preferred");
}

// GPUs 0 and 1 share a switch. With ACS a write goes up to the CPU and comes down in 64 B pieces,
// each behind 24 B of headers, where packets of 256 B went: less than 64/88 of PCIe 3.0 x16.
TEST(Path, HeedsAcs) {
  PathRequest p2p = request("dgx-1v.xml", "gpu[0]", "gpu[1]");
  p2p.mode = "p2p";
  const Json direct = json_of(p2p);
  EXPECT_EQ(direct["distance"], "PIX");
  p2p.policy.acs = true;
  const Json json = json_of(p2p);
  EXPECT_EQ(json["distance"], "PHB");
  EXPECT_THAT(json["remark"].get<std::string>(), HasSubstr("ACS"));
  EXPECT_LE(json["bandwidth_GBps"].get<double>(), 16 * 64.0 / 88);
  EXPECT_LT(json["bandwidth_GBps"], direct["bandwidth_GBps"]);
}

TEST(Path, BeginsItsJsonWithTheStableKeys) {
  auto keys = keys_of(json_of(request("dgx-h100.xml", "gpu[0]", "gpu[1]")));
  keys.resize(10);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"from", "to", "mode", "hops", "bandwidth_GBps", "latency_us",
                                      "limit", "second_limit", "distance", "alternatives"}));
}

TEST(Path, SaysWhatIsWrongInOneError) {
  const auto code = [](const PathRequest& request) {
    const auto report = path(request);
    return report ? std::string("fine") : report.error().code;
  };
  EXPECT_EQ(code(request("dgx-h100.xml", "gpu0", "gpu[0]")), "SAME_COMPONENT");
  EXPECT_EQ(code(request("dgx-h100.xml", "gpu0", "gpu9")), "COMPONENT_UNKNOWN");
  EXPECT_EQ(code(request("dgx-h100.xml", "gpu0", "mlx5_77")), "COMPONENT_UNKNOWN");
  EXPECT_EQ(code(request("dgx-h100.xml", "nvswitch0", "nvswitch1")), "NO_PATH");
  PathRequest with_mode = request("dgx-h100.xml", "gpu0", "gpu1");
  with_mode.mode = "gdr";
  EXPECT_EQ(code(with_mode), "MODE_IMPOSSIBLE");
  with_mode.mode = "teleport";
  EXPECT_EQ(code(with_mode), "MODE_UNKNOWN");
}

}  // namespace
}  // namespace weft::app
