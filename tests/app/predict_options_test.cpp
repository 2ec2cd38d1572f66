// Options that an operation does not have, sizes as they are moved, and barriers.
#include "weft/app/algorithms.hpp"
#include "weft/app/element_count.hpp"
#include "weft/app/predict.hpp"

#include <functional>

#include "tests/app/support.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using schedule::Collective;
using ::testing::HasSubstr;
using ::testing::Not;

PredictRequest request(const char* operation, std::vector<Bytes> sizes = {}) {
  PredictRequest request;
  request.topology.name = example("dgx-h100.xml");
  request.operation = operation;
  request.sizes = std::move(sizes);
  return request;
}

struct Wrong {
  const char* operation;
  std::function<void(PredictRequest&)> set;
  const char* says;
};

TEST(PredictOptions, ThatTheOperationDoesNotHaveAreRefused) {
  const std::vector<Wrong> table = {
      {"all_reduce", [](auto& r) { r.root = 3; }, "all_reduce has no root"},
      {"all_reduce", [](auto& r) { r.from = "gpu[0]"; }, "--from and --to"},
      {"barrier", [](auto& r) { r.to = "gpu[0]"; }, "--from and --to"},
      {"barrier", [](auto& r) { r.sizes = {Bytes(8)}; }, "has no size"},
      {"h2d", [](auto& r) { r.root = 1; }, "no root"},
      {"h2d", [](auto& r) { r.ranks = 3; }, "no ranks"},
      {"d2h", [](auto& r) { r.algorithm = "ring"; }, "no algorithm"},
      {"p2p", [](auto& r) { r.protocol = "LL"; }, "no protocol"},
  };
  for (const Wrong& wrong : table) {
    PredictRequest asked = request(wrong.operation);
    wrong.set(asked);
    const auto refused = predict(asked);
    ASSERT_FALSE(refused) << wrong.operation << ": " << wrong.says;
    EXPECT_EQ(refused.error().code, "OPTION_CONFLICT");
    EXPECT_THAT(refused.error().message, HasSubstr(wrong.says));
    EXPECT_NE(refused.error().hint, "");
  }
}

TEST(PredictOptions, EndsAreThoseOfTheCopy) {
  struct Ends {
    const char* operation;
    const char* from;
    const char* to;
    const char* hint;
  };
  for (const Ends& ends : {Ends{"d2h", "memory[0]", "gpu[0]", "Ask for h2d"},
                           Ends{"h2d", "gpu[0]", "memory[0]", "Ask for d2h"},
                           Ends{"h2d", "gpu[0]", "gpu[1]", "Ask for p2p"},
                           Ends{"p2p", "memory[0]", "gpu[1]", "Ask for h2d"},
                           Ends{"h2d", "memory[0]", "memory[1]", "weft path"}}) {
    PredictRequest asked = request(ends.operation);
    asked.from = ends.from;
    asked.to = ends.to;
    const auto refused = predict(asked);
    ASSERT_FALSE(refused) << ends.operation << ' ' << ends.from << ' ' << ends.to;
    EXPECT_EQ(refused.error().code, "OPTION_CONFLICT");
    EXPECT_THAT(refused.error().hint, HasSubstr(ends.hint));
  }
}

TEST(PredictOptions, OneRankIsTooFew) {
  PredictRequest asked = request("all_reduce");
  asked.ranks = 1;
  const auto refused = predict(asked);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "RANKS_TOO_FEW");
  AlgorithmsRequest listed;
  listed.ranks = 1;
  EXPECT_EQ(algorithms(listed).error().code, "RANKS_TOO_FEW");
}

std::vector<double> moved(Collective collective, std::vector<Bytes> asked, std::size_t ranks,
                          std::vector<Warning>& warnings) {
  std::vector<double> sizes;
  for (const Bytes size : moved_sizes(collective, asked, ranks, warnings))
    sizes.push_back(size.value());
  return sizes;
}

TEST(MovedSizes, AreWholePartsOfEachRank) {
  std::vector<Warning> none;
  // 2^20 / 4 / 3 = 87381 elements, of which 87380 are whole units of four: x 3 ranks x 4 B.
  EXPECT_EQ(moved(Collective::all_gather, {Bytes(0x1p20)}, 3, none),
            (std::vector<double>{1048560}));
  EXPECT_EQ(element_count(Collective::all_gather, Bytes(1048560), 3), 87380u);
  EXPECT_EQ(moved(Collective::all_reduce, {Bytes(1023)}, 3, none), (std::vector<double>{1020}));
  EXPECT_EQ(element_count(Collective::all_reduce, Bytes(1020), 3), 255u);
  EXPECT_TRUE(none.empty());
}

TEST(MovedSizes, NeverAreNothing) {
  std::vector<Warning> warnings;
  // One unit of 16 B for each of 8 ranks; 8 to 64 B all become that.
  EXPECT_EQ(moved(Collective::all_gather, {Bytes(8), Bytes(16), Bytes(64), Bytes(128), Bytes(256)},
                  8, warnings),
            (std::vector<double>{128, 256}));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code, "SIZE_RAISED");
}

TEST(MovedSizes, KeepASizeThatIsAskedForTwice) {
  std::vector<Warning> none;
  EXPECT_EQ(moved(Collective::all_reduce, {Bytes(64), Bytes(64)}, 8, none),
            (std::vector<double>{64, 64}));
}

TEST(Prediction, PrintsTheSizeThatIsMoved) {
  PredictRequest asked = request("all_gather", {Bytes(0x1p20)});
  asked.ranks = 3;
  const auto report = predict(asked);
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(Json::parse(report->json.str()).at("rows").at(0).at("bytes"), 1048560);
  EXPECT_THAT(report->text, HasSubstr("1048560"));
}

TEST(Prediction, WritesLargeSizesInFull) {
  const auto report = predict(request("all_reduce", {Bytes(0x1p62)}));
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_THAT(report->json.str(), HasSubstr("\"bytes\": 4611686018427387904"));  // 2^62
}

TEST(Barrier, IsOneTimeWithoutSizeOrBandwidth) {
  const auto report = predict(request("barrier"));
  ASSERT_TRUE(report) << to_string(report.error());
  for (const char* absent : {"size (B)", "algbw", "undefined", "unlimited", "At 0 B"})
    EXPECT_THAT(report->text, Not(HasSubstr(absent)));
  const Json rows = Json::parse(report->json.str()).at("rows");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].at("bytes"), 0);
  EXPECT_TRUE(rows[0].at("algbw_GBps").is_null());
  EXPECT_TRUE(rows[0].at("busbw_GBps").is_null());
}

}  // namespace
}  // namespace weft::app
