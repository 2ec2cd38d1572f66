#include "weft/app/validate.hpp"

#include "tests/app/support.hpp"
#include "tests/shared.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using ::testing::HasSubstr;

constexpr const char* kNames =
    "id,class,server,nodes,ranks,operation,algorithm,options_json,bytes,metric,value,quality,"
    "source\n";

class Validate : public ::testing::Test {
 protected:
  Json of(const std::string& rows) {
    const std::string path = folder_ / "rows.csv";
    std::ofstream(path, std::ios::binary) << kNames << rows;
    ValidateRequest request;
    request.rows = path;
    const auto report = validate(request);
    EXPECT_TRUE(report) << to_string(report.error());
    return report ? Json::parse(report->json.str()) : Json();
  }

  TemporaryFolder folder_;
};

TEST_F(Validate, SaysOfEachRowWhatItPredictsAndWhatLimits) {
  const Json json = of("a,large,dgx-h100,1,8,all_reduce,ring,,8589934592,busbw_GBps,366,A,x\n");
  const Json& row = json.at("rows").at(0);
  EXPECT_NEAR(row.at("predicted").get<double>(), 366, 11);
  EXPECT_THAT(row.at("limit").get<std::string>(), HasSubstr("NVLink"));
  EXPECT_EQ(json.at("classes").at(0).at("class"), "large");
  EXPECT_EQ(json.at("classes").at(0).at("systems"), 1);
}

TEST_F(Validate, LeavesOutWhatItDoesNotKnowAndSaysWhy) {
  const Json json =
      of("a,c,dgx-h100,1,8,all_reduce,,\"{\"\"colour\"\": 1}\",8,time_us,9,A,x\n"
         "b,c,dgx-h100,1,8,all_reduce,,,8,furlongs,9,A,x\n"
         "c,c,nobody-knows,1,8,all_reduce,,,8,time_us,9,A,x\n"
         "d,c,dgx-h100,1,8,teleport,,,8,time_us,9,A,x\n"
         "e,c,dgx-h100,1,9,all_reduce,,,8,time_us,9,A,x\n"
         "f,c,dgx-h100,1,8,all_reduce,,,,time_us,9,A,x\n");
  EXPECT_EQ(json.at("rows").size(), 0U);
  const std::vector<std::string> why = {"colour",   "furlongs", "nobody-knows",
                                        "teleport", "9 ranks",  "no size"};
  ASSERT_EQ(json.at("left_out").size(), why.size());
  for (std::size_t i = 0; i < why.size(); ++i)
    EXPECT_THAT(json.at("left_out").at(i).at("why").get<std::string>(), HasSubstr(why[i]));
}

// Two GPUs of a make with 18 links, nowhere in the catalogue as a server.
TEST_F(Validate, BuildsAServerThatNothingKnowsFromTheFactsOfItsRow) {
  const Json json = of(
      "a,c,my-box,2,16,all_reduce,ring,\"{\"\"hw\"\": {\"\"gpu\"\": \"\"H100\"\", \"\"g\"\": 8, "
      "\"\"nvl\"\": 4, \"\"links\"\": 18, \"\"nic\"\": 200, \"\"net\"\": \"\"ib\"\", \"\"pcie\"\": "
      "[5, 16], \"\"cpu\"\": \"\"intel\"\"}}\",17179869184,busbw_GBps,190,A,x\n");
  ASSERT_EQ(json.at("rows").size(), 1U) << json.at("left_out");
  EXPECT_NEAR(json.at("rows").at(0).at("predicted").get<double>(), 190, 10);
}

TEST_F(Validate, CountsOnlyGoodRowsWithoutAFlag) {
  const Json json =
      of("a,c,dgx-h100,1,8,all_reduce,,,8,time_us,15,A,x\n"
         "b,c,dgx-h100,1,8,all_reduce,,,8,time_us,15,C,x\n"
         "c,c,dgx-h100,1,8,all_reduce,,\"{\"\"flag\"\": \"\"old\"\"}\",8,time_us,15,A,x\n");
  EXPECT_EQ(json.at("rows").size(), 3U);
  EXPECT_EQ(json.at("classes").at(0).at("rows"), 1);
}

TEST_F(Validate, EstimatesConstantsAgainWithoutASystem) {
  ValidateRequest request;
  request.leave_one_out = true;
  const auto report = validate(request);
  ASSERT_TRUE(report);
  const Json without = Json::parse(report->json.str());
  request.leave_one_out = false;
  const Json with = Json::parse(validate(request)->json.str());
  ASSERT_EQ(without.at("rows").size(), with.at("rows").size());
  EXPECT_TRUE(without.at("leave_one_out").get<bool>());
  EXPECT_NE(without.at("rows"), with.at("rows"));
}

// What Weft ships is all of what lies beside the checkout, restated.
TEST_F(Validate, EveryMeasurementIsPredictedOrLeftOutWithAReason) {
  ValidateRequest request;
  request.rows = test::shared_folder() / "data/validation_rows.csv";
  if (!std::filesystem::exists(request.rows)) GTEST_SKIP() << "no measurements beside the checkout";
  const auto report = validate(request);
  ASSERT_TRUE(report) << to_string(report.error());
  const Json json = Json::parse(report->json.str());
  EXPECT_EQ(json.at("rows").size() + json.at("left_out").size(), 270U);
  for (const Json& row : json.at("left_out"))
    EXPECT_FALSE(row.at("why").get<std::string>().empty());
}

}  // namespace
}  // namespace weft::app
