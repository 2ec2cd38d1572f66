#include "weft/app/flows.hpp"

#include "tests/app/support.hpp"
#include "tests/shared.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using ::testing::HasSubstr;

class Flows : public ::testing::Test {
 protected:
  std::string matrix(const std::string& text) {
    const std::string path = folder_ / "traffic.csv";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  static FlowsRequest over_links(const std::string& file, double gBps) {
    FlowsRequest request;
    request.traffic = file;
    request.capacity = gigabytes_per_second(gBps);
    return request;
  }

  TemporaryFolder folder_;
};

// Links of 1 GB/s: flows a and b share link 0, a has link 1 for itself. 1 MB each: 2 ms.
TEST_F(Flows, ShareTheLinksThatTheMatrixNames) {
  const auto report = flows(
      over_links(matrix("flow,src,dst,bytes,links\na,0,1,1e6,0;1\nb,0,2,1e6,0\nc,3,3,5,\n"), 1));
  ASSERT_TRUE(report) << to_string(report.error());
  const Json rows = Json::parse(report->json.str()).at("flows");
  EXPECT_NEAR(rows[0].at("fct_s").get<double>(), 2e-3, 1e-12);
  EXPECT_EQ(rows[0].at("limit"), "0");
  EXPECT_EQ(rows[2].at("fct_s"), 0);
}

TEST_F(Flows, AreWrittenAsCsv) {
  auto request = over_links(matrix("src,dst,bytes,links\n0,1,1e6,5\n"), 1);
  request.csv = true;
  EXPECT_EQ(flows(request)->text, "flow,fct_s,limit\n0,0.001,5\n");
}

// Two GPUs send to a third at once: each gets half of its 400 GB/s of NVLink.
TEST_F(Flows, FindTheirPathsOnATopology) {
  FlowsRequest request;
  request.topology.name = example("dgx-h100.xml");
  request.traffic = matrix("src,dst,bytes\ngpu[0],gpu[2],4e8\n1,2,4e8\n");
  const auto report = flows(request);
  ASSERT_TRUE(report) << to_string(report.error());
  const Json json = Json::parse(report->json.str());
  EXPECT_NEAR(json.at("end_s").get<double>(), 2e-3, 1e-9);
  EXPECT_THAT(json.at("flows")[0].at("limit").get<std::string>(), HasSubstr("gpu[2]"));
}

TEST_F(Flows, SayWhichLineNamesWhatIsNotThere) {
  FlowsRequest request;
  request.topology.name = example("dgx-h100.xml");
  for (const char* end : {"gpu[8]", "8"}) {
    request.traffic = matrix(std::string("src,dst,bytes\n0,1,5\n0,") + end + ",5\n");
    const auto report = flows(request);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, "COMPONENT_UNKNOWN");
    EXPECT_EQ(report.error().where.line, 3);
  }
}

TEST_F(Flows, SayWhatIsMissing) {
  FlowsRequest request;
  request.traffic = matrix("src,dst,bytes\n0,1,5\n");
  EXPECT_EQ(flows(request).error().code, "TRAFFIC_LINKS");
  request.traffic = matrix("src,dst,bytes,links\n0,1,5,0\n");
  EXPECT_EQ(flows(request).error().code, "TRAFFIC_CAPACITY");
}

// Another simulator's ends of the same flows on the same paths, printed with nine decimals.
TEST_F(Flows, EndWhenAnIndependentSimulatorSays) {
  const auto folder = test::shared_folder() / "data/flows";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no recorded flows beside this checkout";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto report = flows(over_links(entry.path().string(), 12.5));
    ASSERT_TRUE(report) << to_string(report.error());
    const Json rows = Json::parse(report->json.str()).at("flows");
    std::ifstream recorded(entry.path());
    std::string line;
    std::getline(recorded, line);  // flow,src,dst,bytes,fct_s,links
    for (const Json& row : rows) {
      std::getline(recorded, line);
      for (int skipped = 0; skipped < 4; ++skipped) line.erase(0, line.find(',') + 1);
      const double want = std::stod(line);
      ASSERT_NEAR(row.at("fct_s").get<double>(), want, 1e-5 * want) << entry.path();
    }
    ++files;
  }
  EXPECT_GT(files, 0U);
}

}  // namespace
}  // namespace weft::app
