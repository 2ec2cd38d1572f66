#include "weft/report/json.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace weft::report {
namespace {

TEST(JsonNumber, RoundsToNineDigits) {
  EXPECT_EQ(number(32 * 128.0 / 130).dump(), "31.5076923");
  EXPECT_EQ(number(0.1 + 0.2).dump(), "0.3");  // not 0.30000000000000004
}

TEST(JsonNumber, WritesWholeNumbersWithoutAPoint) {
  EXPECT_EQ(number(400).dump(), "400");
  EXPECT_EQ(number(0x1p33).dump(), "8589934592");  // 8 GiB, in full
  EXPECT_EQ(number(-0.0).dump(), "0");
}

// JSON has neither infinity nor NaN.
TEST(JsonNumber, WritesNullForWhatIsNoNumber) {
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()).dump(), "null");
  EXPECT_EQ(number(std::nan("")).dump(), "null");
  EXPECT_EQ(gbps(kUnlimited).dump(), "null");
}

TEST(JsonDump, KeepsTheOrderOfKeysAndEndsWithANewline) {
  EXPECT_EQ(dump({{"b", 1}, {"a", 2}}), "{\n  \"b\": 1,\n  \"a\": 2\n}\n");
}

// A file name may hold any byte.
TEST(JsonDump, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(dump({{"name", "a\xff"}}), "{\n  \"name\": \"a\xef\xbf\xbd\"\n}\n");
}

TEST(ErrorJson, SaysWhatWhereAndWhatToDo) {
  const Error error = fail("XML_MALFORMED", "bad", "mend it", {"t.xml", 3, 0}).value();
  const Json json = Json::parse(error_json(error));
  EXPECT_EQ(json.dump(), R"({"error":{"code":"XML_MALFORMED","message":"bad","where":"t.xml:3",)"
                         R"("hint":"mend it"}})");
}

}  // namespace
}  // namespace weft::report
