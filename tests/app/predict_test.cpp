// Several algorithms beside each other, and what is said where one does not fit.
#include "weft/app/predict.hpp"

#include "weft/collective/algorithm.hpp"

#include <fstream>
#include <map>
#include <string>

#include "tests/app/support.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

PredictRequest request(const char* topology, const char* operation, const char* algorithm) {
  PredictRequest request;
  request.topology.name = example(topology);
  request.operation = operation;
  request.algorithm = algorithm;
  request.sizes = {Bytes(1024), Bytes(1 << 30)};
  return request;
}

TEST(Comparison, HoldsThePredictionOfEachAlgorithm) {
  const auto compared = predict(request("dgx-h100.xml", "all_reduce", "all"));
  ASSERT_TRUE(compared) << to_string(compared.error());
  const Json rows = Json::parse(compared->json.str()).at("rows");
  for (const char* name : {"ring", "tree", "two_shot"}) {
    const auto alone = predict(request("dgx-h100.xml", "all_reduce", name));
    ASSERT_TRUE(alone) << to_string(alone.error());
    const Json rows_alone = Json::parse(alone->json.str()).at("rows");
    for (const Json& row : rows_alone) {
      bool found = false;
      for (Json same : rows) {
        same.erase("best");
        found = found || same == row;
      }
      EXPECT_TRUE(found) << row;
    }
  }
}

TEST(Comparison, MarksTheFastestOfEachSize) {
  const auto compared = predict(request("dgx-h100.xml", "all_reduce", "all"));
  ASSERT_TRUE(compared) << to_string(compared.error());
  std::map<double, double> fastest;
  std::map<double, int> marked;
  const Json rows = Json::parse(compared->json.str()).at("rows");
  for (const Json& row : rows) {
    const auto [best, fresh] = fastest.try_emplace(row.at("bytes"), row.at("time_us"));
    best->second = std::min(best->second, row.at("time_us").get<double>());
  }
  for (const Json& row : rows)
    if (row.at("best")) {
      ++marked[row.at("bytes")];
      EXPECT_EQ(row.at("time_us").get<double>(), fastest.at(row.at("bytes")));
    }
  EXPECT_EQ(marked, (std::map<double, int>{{1024, 1}, {1 << 30, 1}}));
}

// In a DGX-1 each GPU has links to four of the seven others.
TEST(Comparison, SaysWhatDoesNotFitTheWiring) {
  const auto compared = predict(request("dgx-1v.xml", "all_reduce", "all"));
  ASSERT_TRUE(compared) << to_string(compared.error());
  EXPECT_THAT(compared->text, HasSubstr("two_shot needs a link or a switch between every two"));
  EXPECT_THAT(Json::parse(compared->json.str()).at("unfit").dump(), HasSubstr("ALGORITHM_UNFIT"));
}

TEST(Prediction, NamesWhatWouldFitTheWiring) {
  const auto report = predict(request("dgx-1v.xml", "all_reduce", "two_shot"));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, "ALGORITHM_UNFIT");
  EXPECT_THAT(report.error().hint, HasSubstr("ring, tree"));
  EXPECT_THAT(report.error().hint, Not(HasSubstr("direct")));
}

TEST(Prediction, RefusesAProtocolThatTheLibraryDoesNotRunTheAlgorithmWith) {
  auto pat = request("dgx-h100.xml", "all_gather", "pat");
  pat.protocol = "LL";
  const auto report = predict(pat);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, "PROTOCOL_UNFIT");
}

// Everyone sends to one neighbour: a link of 64 GB/s, of which xGMI leaves 48, and not all seven.
TEST(Prediction, OfSendingToANeighbourIsNoFasterThanTheLinkToIt) {
  auto send = request("mi300x.xml", "send_recv", "");
  send.sizes = {Bytes(8589934592.0)};
  const auto report = predict(send);
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_NEAR(Json::parse(report->json.str()).at("rows")[0].at("busbw_GBps").get<double>(), 48,
              0.1);
}

// Eight NDR ports of 50 GB/s, of which packets of 4096 B leave 49.7; NCCL's share of the network
// below.
TEST(Prediction, OfALibraryOnAClusterTakesTheCablesOfItsPorts) {
  const std::string file = testing::TempDir() + "library-cluster.toml";
  std::ofstream(file) << "[cluster]\nserver = \"dgx-h100\"\nservers = 4\n[network]\n"
                         "kind = \"rail-optimized\"\nswitch = \"qm9700\"\n";
  PredictRequest asked = request("dgx-h100.xml", "all_reduce", "");
  asked.topology.name = file;
  asked.sizes = {Bytes(1073741824.0)};
  const auto report = predict(asked);
  ASSERT_TRUE(report) << to_string(report.error());
  const Json library = Json::parse(report->json.str()).at("rows")[0].at("library");
  EXPECT_THAT(library.at("limit").get<std::string>(), HasSubstr("InfiniBand"));
  EXPECT_LT(library.at("busbw_GBps").get<double>(), 8 * 49.7);
}

// Of 256 B that go through host memory the uplink carries 280 B up and, for what the GPU's kernel
// reads in requests of 128 B, 2 x 24 B of these and 16 B of acknowledgements: 280/344.
TEST(Waterfall, TakesAnswersFromTheMessagesThatCross) {
  auto staged = request("pcie-4x-a10.xml", "all_reduce", "ring");
  staged.topology.name = "workstation-2x-rtx4090";
  const auto report = predict(staged);
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_THAT(report->text,
              ContainsRegex("acknowledgements and requests of the other direction +x 0.814"));
  EXPECT_THAT(report->text, Not(HasSubstr("times the bus traffic")));
}

// Only the root sends: nothing comes back over its links. One of 18 links in five carries 5/18.
TEST(Waterfall, HasNoAnswersWhereNothingGoesTheOtherWay) {
  const auto report = predict(request("dgx-h100.xml", "scatter", "direct"));
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_THAT(report->text, Not(HasSubstr("acknowledgements")));
  EXPECT_THAT(report->text, HasSubstr("it carries 1/3.6 of the bus traffic"));
}

}  // namespace
}  // namespace weft::app
