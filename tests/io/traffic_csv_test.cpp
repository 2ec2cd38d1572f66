#include "weft/io/traffic_csv.hpp"

#include <gmock/gmock.h>

namespace weft::io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TrafficCsv, ReadsColumnsInAnyOrderAndIgnoresOthers) {
  const auto read = read_traffic_csv(
      "t.csv",
      "\xEF\xBB\xBF# who to whom\r\nbytes, note,dst,src\r\n\r\n1e6,x,b,a\r\n7,y, d ,c\r\n");
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->rows.size(), 2U);
  EXPECT_FALSE(read->has_links);
  EXPECT_EQ(read->rows[0].bytes, 1e6);
  EXPECT_EQ(read->rows[1].src, "c");
  EXPECT_EQ(read->rows[1].dst, "d");
  EXPECT_EQ(read->rows[1].flow, "1");
  EXPECT_EQ(read->rows[1].line, 5);
}

TEST(TrafficCsv, ReadsStartsPathsAndNames) {
  const auto read = read_traffic_csv(
      "t.csv", "flow,src,dst,bytes,start_s,links\nf9,0,1,8,0.5,3;17;4\ng,0,1,8,0,");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(read->has_links);
  EXPECT_EQ(read->rows[0].flow, "f9");
  EXPECT_EQ(read->rows[0].start, 0.5);
  EXPECT_THAT(read->rows[0].links, ElementsAre(3, 17, 4));
  EXPECT_THAT(read->rows[1].links, ElementsAre());
}

TEST(TrafficCsv, ReadsQuotedNamesAndCountsTheirLines) {
  const auto read = read_traffic_csv(
      "t.csv", "\"src\",dst,bytes,flow\na,b,1,\"x, \"\"y\"\"\"\na,\"b\nc\",2,z\r\nd,e,3,w\n");
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->rows.size(), 3U);
  EXPECT_EQ(read->rows[0].flow, "x, \"y\"");
  EXPECT_EQ(read->rows[1].dst, "b\nc");
  EXPECT_EQ(read->rows[1].line, 3);
  EXPECT_EQ(read->rows[2].line, 5);  // the row before is two lines
}

struct Broken {
  const char* text;
  const char* code;
  int line;
  const char* message;
};

class BrokenTraffic : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenTraffic, IsRefusedWithItsLine) {
  const auto read = read_traffic_csv("t.csv", GetParam().text);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, GetParam().code);
  EXPECT_EQ(read.error().where.line, GetParam().line);
  EXPECT_THAT(read.error().message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, BrokenTraffic,
    ::testing::Values(
        Broken{"", "TRAFFIC_EMPTY", 0, "no flows"},
        Broken{"src,dst,bytes\n", "TRAFFIC_EMPTY", 0, "no flows"},
        Broken{"src,bytes\n0,1\n", "TRAFFIC_COLUMN", 1, "no column dst"},
        Broken{"src,dst,bytes,src\n", "TRAFFIC_COLUMN", 1, "src is there twice"},
        Broken{"src,dst,bytes\n0,\"1,5\n", "CSV_MALFORMED", 2, "not closed"},
        Broken{"src,dst,bytes\n0,1\n", "TRAFFIC_VALUE", 2, "2 fields; expected at least 3"},
        Broken{"src,dst,bytes\n0,1,-5\n", "TRAFFIC_VALUE", 2, "bytes is '-5'"},
        Broken{"src,dst,bytes\n0,1,nan\n", "TRAFFIC_VALUE", 2, "bytes is 'nan'"},
        Broken{"src,dst,bytes\n0,,5\n", "TRAFFIC_VALUE", 2, "empty"},
        Broken{"src,dst,bytes,start_s\n0,1,5,-1\n", "TRAFFIC_VALUE", 2, "start_s is '-1'"},
        Broken{"src,dst,bytes,links\n0,1,5,1;x\n", "TRAFFIC_VALUE", 2, "'x' is no link"},
        Broken{"src,dst,bytes,links\n0,1,5,1;2;1\n", "TRAFFIC_VALUE", 2, "link 1 is twice"},
        Broken{"src,dst,bytes,links\n0,1,5,4294967295\n", "TRAFFIC_VALUE", 2, "is no link"}));

}  // namespace
}  // namespace weft::io
