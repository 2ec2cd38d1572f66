#include "weft/io/validation_rows.hpp"

#include <gmock/gmock.h>

namespace weft::io {
namespace {

using ::testing::HasSubstr;

constexpr const char* kNames =
    "id,class,server,nodes,ranks,operation,algorithm,options_json,bytes,metric,value,quality,"
    "source\n";

std::string with(const std::string& line) { return kNames + line; }

TEST(ValidationRows, ReadTextsNumbersAndTheFactsOfTheServer) {
  const auto rows = read_validation_rows(
      "m.csv",
      with("a-1,coll,s,2,16,all_reduce,ring,\"{\"\"gdr\"\": false, \"\"hw\"\": {\"\"gpu\"\": "
           "\"\"H100\"\", \"\"pcie\"\": [5, 16]}}\",1048576,busbw_GBps,48.5,A,where\n"));
  ASSERT_TRUE(rows) << to_string(rows.error());
  const ValidationRow& row = rows->front();
  EXPECT_EQ(row.ranks, 16);
  EXPECT_EQ(row.option("gdr"), "false");
  EXPECT_EQ(row.option("hw.gpu"), "H100");
  EXPECT_EQ(row.option("hw.pcie"), "[5,16]");
  EXPECT_EQ(row.option("absent"), "");
  EXPECT_EQ(row.bytes, 1048576);
  EXPECT_EQ(row.value, 48.5);
  EXPECT_EQ(row.line, 2);
}

TEST(ValidationRows, TakeColumnsInAnyOrderAndARowWithoutOptionsOrSize) {
  const auto rows = read_validation_rows(
      "m.csv",
      "more,source,quality,value,metric,bytes,options_json,algorithm,operation,ranks,nodes,server,"
      "class,id\nx,w,B,3,latency_us,,,,stream,1,1,s,numa,n-1\n");
  ASSERT_TRUE(rows) << to_string(rows.error());
  EXPECT_EQ(rows->front().id, "n-1");
  EXPECT_EQ(rows->front().kind, "numa");
  EXPECT_FALSE(rows->front().bytes);
}

struct Broken {
  std::string text;
  const char* code;
  int line;
  const char* message;
};

TEST(ValidationRows, SayWhatIsWrongAndWhere) {
  const std::vector<Broken> all = {
      {"", "ROWS_EMPTY", 0, "no rows"},
      {kNames, "ROWS_EMPTY", 0, "no rows"},
      {"id,class\na,b\n", "ROWS_COLUMNS", 1, "server"},
      {with("a,b\n"), "ROWS_INVALID", 2, "2 fields"},
      {with("a,c,s,0,1,op,,,8,time_us,1,A,w\n"), "ROWS_INVALID", 2, "nodes is '0'"},
      {with("a,c,s,1,x,op,,,8,time_us,1,A,w\n"), "ROWS_INVALID", 2, "ranks is 'x'"},
      {with("a,c,s,1,1,op,,,8,time_us,-1,A,w\n"), "ROWS_INVALID", 2, "value is '-1'"},
      {with("a,c,s,1,1,op,,,8,time_us,inf,A,w\n"), "ROWS_INVALID", 2, "value is 'inf'"},
      {with("a,c,s,1,1,op,,,many,time_us,1,A,w\n"), "ROWS_INVALID", 2, "bytes is 'many'"},
      {with("a,c,s,1,1,op,,{,8,time_us,1,A,w\n"), "ROWS_INVALID", 2, "no JSON object"},
      {with("\"a,c,s\n"), "CSV_MALFORMED", 2, "quote"},
  };
  for (const Broken& each : all) {
    const auto rows = read_validation_rows("m.csv", each.text);
    ASSERT_FALSE(rows) << each.text;
    EXPECT_EQ(rows.error().code, each.code) << each.text;
    EXPECT_THAT(rows.error().message, HasSubstr(each.message));
    EXPECT_EQ(rows.error().where.line, each.line) << each.text;
    EXPECT_EQ(rows.error().where.file, "m.csv");
  }
}

}  // namespace
}  // namespace weft::io
