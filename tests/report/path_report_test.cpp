#include "weft/report/path_report.hpp"

#include "weft/link/nvlink.hpp"
#include "weft/link/pcie.hpp"
#include "weft/report/json.hpp"
#include "weft/report/path_limits.hpp"
#include "weft/topology/builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using topology::Builder;
using topology::ComponentKind;
using topology::Provenance;
using topology::Topology;

// Two GPUs on two NVSwitches (2 links of each GPU to the first, 1 to the second).
Topology switched() {
  Builder builder("switched");
  const auto gpu0 = builder.add(ComponentKind::gpu);
  const auto gpu1 = builder.add(ComponentKind::gpu);
  for (const int links : {2, 1}) {
    const auto nvswitch = builder.add(ComponentKind::nvswitch);
    for (const auto gpu : {gpu0, gpu1})
      builder.connect(nvswitch, gpu, *link::nvlink_link({.gen = 3, .links = links}),
                      Provenance::specified);
  }
  return std::move(builder).build();
}

PathReport report_of(const Topology& topology) {
  const route::Router router(topology);
  const ComponentId from = *topology.find("gpu[0]");
  const ComponentId to = *topology.find("gpu[1]");
  return {.path = *router.path(from, to, link::Engine::copy_engine),
          .alternatives = router.alternatives(from, to, link::Engine::copy_engine),
          .warnings = {},
          .waterfalls = false};
}

// Bytes are spread by width, so all four links allow the same: 75 GB/s · 16/17. Behind them stand
// the links that carry the answers, one flit of 16 B for 256 B: 75 · 16 = 1200 GB/s.
TEST(PathLimits, ResourcesThatAllowTheSameAreOneLimit) {
  const Topology t = switched();
  const auto tightest = path_limits(t, report_of(t).path);
  ASSERT_EQ(tightest.size(), 2U);
  EXPECT_EQ(tightest[0].text, "gpu[0] -> nvswitch[0] (NVLink 3 x2) and 3 alike");
  EXPECT_NEAR(tightest[0].bandwidth.value(), 75e9 * 16 / 17, 1);
  EXPECT_EQ(tightest[1].text,
            "acknowledgements on nvswitch[0] -> gpu[0] (NVLink 3 x2) and 3 alike");
  EXPECT_NEAR(tightest[1].bandwidth.value(), 1200e9, 1);
}

TEST(PathReport, HasALineForEachStripeOfAHop) {
  const Topology t = switched();
  const Json json = Json::parse(to_json(t, report_of(t)));
  std::vector<std::string> hops;
  for (const Json& hop : json["hops"])
    hops.push_back(hop["hop"].dump() + " " + hop["from"].get<std::string>() + " " +
                   hop["to"].get<std::string>() + " " + hop["share"].dump());
  EXPECT_THAT(hops,
              ElementsAre("1 gpu[0] nvswitch[0] 0.666666667", "1 gpu[0] nvswitch[1] 0.333333333",
                          "2 nvswitch[0] gpu[1] 0.666666667", "2 nvswitch[1] gpu[1] 0.333333333"));
  EXPECT_EQ(json["limit"], "gpu[0] -> nvswitch[0] (NVLink 3 x2) and 3 alike");
}

TEST(PathReport, SaysWhyTheOtherWaysWereNotTaken) {
  const Topology t = switched();
  const std::string text = to_text(t, report_of(t));
  EXPECT_THAT(text, HasSubstr("this one\n"));
  EXPECT_THAT(text, HasSubstr("gpu[0] and gpu[1] are not joined over PCIe"));
}

TEST(PathReport, ExplainsEachLinkOnceWhereAsked) {
  const Topology t = switched();
  PathReport report = report_of(t);
  EXPECT_THAT(to_text(t, report), Not(HasSubstr("line code")));
  report.waterfalls = true;
  const std::string text = to_text(t, report);
  // Two widths of link, four links.
  EXPECT_THAT(text, HasSubstr("NVLink 3 x2, as on gpu[0] -> nvswitch[0]"));
  EXPECT_THAT(text, HasSubstr("NVLink 3 x1, as on gpu[0] -> nvswitch[1]"));
  EXPECT_THAT(text, Not(HasSubstr("as on nvswitch")));
}

}  // namespace
}  // namespace weft::report
