#include "weft/app/show.hpp"

#include "tests/app/support.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Show, CountsDrawsAndComparesByDefault) {
  const auto report = show({.topology = {example("dgx-h100.xml"), ""}});
  ASSERT_TRUE(report);
  EXPECT_THAT(report->text, HasSubstr("8 GPUs (NVIDIA H100 SXM5 80GB), 4 NVSwitches, 8 NICs"));
  EXPECT_THAT(report->text, HasSubstr("├─ gpu[0]"));
  // 5 + 4 + 4 + 5 links of each GPU to the four NVSwitches.
  EXPECT_THAT(report->text, HasSubstr("GPU0  X     NV18  NV18"));
}

TEST(Show, LeavesOutWhatWasNotAskedFor) {
  const auto report = show({.topology = {example("dgx-h100.xml"), ""}, .links = true});
  EXPECT_THAT(report->text, HasSubstr("known by"));
  EXPECT_THAT(report->text, Not(HasSubstr("└─")));
  EXPECT_THAT(report->text, Not(HasSubstr("GPU0")));
}

TEST(Show, SaysWhatAFileHides) {
  const auto bare = show({.topology = {example("guest-8gpu-skeleton.xml"), ""}});
  EXPECT_THAT(bare->text, HasSubstr("(FABRIC_HIDDEN)"));
  EXPECT_THAT(bare->text, HasSubstr("GPU0  X     PHB"));
  const auto completed = show({.topology = {example("guest-8gpu-skeleton.xml"), "h100-sxm5-80gb"}});
  EXPECT_THAT(completed->text, HasSubstr("(FABRIC_ASSUMED)"));
  EXPECT_THAT(completed->text, HasSubstr("GPU0  X     NV18"));
}

// nvidia-smi on these machines: hybrid cube mesh, NVLink pairs, xGMI full mesh.
TEST(Show, KnowsTheMatricesOfDirectWiring) {
  const auto matrix = [](const char* name) {
    return Json::parse(show({.topology = {example(name), ""}})->json.str())["distances"]["matrix"];
  };
  EXPECT_EQ(matrix("dgx-1v.xml")[0].dump(),
            R"(["X","NV1","NV1","NV2","NV2","SYS","SYS","SYS","PIX","PHB","SYS","SYS"])");
  EXPECT_EQ(matrix("a100-pcie-bridged-pairs.xml")[0].dump(), R"(["X","NV12","SYS","SYS","PHB"])");
  EXPECT_EQ(matrix("mi300x.xml")[0][7], "XGMI");
}

TEST(Show, BeginsItsJsonWithTheStableKeys) {
  const auto report = show({.topology = {example("dgx-1v.xml"), ""}});
  const Json json = Json::parse(report->json.str());
  EXPECT_EQ(keys_of(json),
            (std::vector<std::string>{"components", "links", "topology", "counts",
                                      "shared_capacities", "distances", "warnings"}));
  const auto link_keys = keys_of(json["links"][0]);
  EXPECT_EQ((std::vector<std::string>(link_keys.begin(), link_keys.begin() + 6)),
            (std::vector<std::string>{"from", "to", "kind", "GBps", "latency_us", "provenance"}));
}

TEST(Show, HandsOnWhatIsWrongWithTheFile) {
  EXPECT_EQ(show({.topology = {"/nowhere/topo.xml", ""}}).error().code, "FILE_MISSING");
}

}  // namespace
}  // namespace weft::app
