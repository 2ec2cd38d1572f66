// Traffic of other tools: what is read, and what is refused with which line.
#include "weft/io/traffic_file.hpp"

#include <gmock/gmock.h>

namespace weft::io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

constexpr const char* kChain =
    "Nodes 8\nConnections 3\nTriggers 2\n"
    "0->1 id 1 start 0 size 2000000 send_done_trigger 1 prio 0\n"
    "1->2 id 2 trigger 1 size 1000000 recv_done_trigger 2\n"
    "3->4 id 9 start 5000000 size 10\n"
    "trigger id 1 oneshot\ntrigger id 2 barrier 1\n";

// 5 000 000 ps are 5 us.
TEST(HtsimMatrix, ReadsFlowsStartsAndTriggers) {
  const auto read = read_traffic("m.cm", kChain);
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->rows.size(), 3U);
  EXPECT_EQ(read->rows[0].bytes, 2e6);
  EXPECT_EQ(read->rows[1].src, "1");
  EXPECT_EQ(read->rows[2].flow, "9");
  EXPECT_DOUBLE_EQ(read->rows[2].start, 5e-6);
  EXPECT_THAT(read->waits, ElementsAre(Pair(0, 1)));
  EXPECT_EQ(read->ends, 8U);
}

struct Refused {
  const char* text;
  const char* code;
  int line;
  const char* reason;
};

TEST(HtsimMatrix, SaysWhichLineIsWrongAndWhy) {
  for (const Refused& wrong : {
           Refused{"Nodes 2\n0->2 id 1 start 0 size 5\n", "HTSIM_MATRIX", 2, "no node 2"},
           Refused{"Nodes 2\n0->1 id 1 start 0\n", "HTSIM_MATRIX", 2, "never end"},
           Refused{"Nodes 2\n0->1 id 1 start -1 size 5\n", "HTSIM_MATRIX", 2, "from 0 on"},
           Refused{"Nodes 2\n0->1 id 1 size 5\n", "HTSIM_MATRIX", 2, "start"},
           Refused{"Nodes 2\n0->1 id 1 trigger 4 size 5\n", "HTSIM_MATRIX", 0, "no line declares"},
           Refused{"Nodes 2\nConnections 2\n0->1 start 0 size 5\n", "HTSIM_MATRIX", 0, "another"},
           Refused{"Nodes 2\n0->1 start 0 size 5\ntrigger id 1 multishot\n", "HTSIM_MATRIX", 3,
                   "more than once"},
           Refused{"Nodes 2\n0->1 start 0 size 5 weight 3\n", "HTSIM_MATRIX", 2, "'weight'"},
           Refused{"Nodes 2\nFailures 1\n", "HTSIM_MATRIX", 2, "topology"},
           Refused{"Nodes 2\nConnections 0\n", "TRAFFIC_EMPTY", 0, "no flows"},
           Refused{"Nodes 2\n0->1 trigger 1 size 5 send_done_trigger 2\n"
                   "1->0 trigger 2 size 5 send_done_trigger 1\ntrigger id 1 oneshot\n"
                   "trigger id 2 oneshot\n",
                   "TRAFFIC_CYCLE", 2, "circle"},
       }) {
    const auto read = read_traffic("m.cm", wrong.text);
    ASSERT_FALSE(read) << wrong.text;
    EXPECT_EQ(read.error().code, wrong.code) << wrong.text;
    EXPECT_EQ(read.error().where.line, wrong.line) << wrong.text;
    EXPECT_THAT(read.error().message, HasSubstr(wrong.reason));
  }
}

// Rows as they stand: calc, send, recv of rank 0, recv and send of rank 1. The receive of rank 0
// waits for the start of its send, which is a step of its own (row 5).
TEST(Goal, ReadsSendsReceivesAndWhatTheyRequire) {
  const auto read = read_traffic("p.goal",
                                 "// two ranks\nnum_ranks 2\nrank 0 {\nl1: calc 100 cpu 0\n"
                                 "l2: send 10b to 1 tag 7\nl3: recv 20b from 1\n"
                                 "l2 requires l1\nl3 irequires l2\n}\n"
                                 "rank 1 {\na: recv 10b from 0 tag 7\nb: send 20b to 0\n"
                                 "b requires a\n}\n");
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->rows.size(), 6U);
  EXPECT_DOUBLE_EQ(read->rows[0].delay, 100e-9);
  EXPECT_TRUE(read->rows[1].is_flow);
  EXPECT_EQ(read->rows[1].dst, "1");
  EXPECT_FALSE(read->rows[2].is_flow);
  EXPECT_THAT(read->waits, UnorderedElementsAre(Pair(0, 5), Pair(5, 1), Pair(5, 2), Pair(1, 3),
                                                Pair(3, 4), Pair(4, 2)));
}

TEST(Goal, SaysWhichLineIsWrongAndWhy) {
  for (const Refused& wrong : {
           Refused{"num_ranks 2\nrank 2 {\n", "GOAL_INVALID", 2, "from 0 to 1"},
           Refused{"num_ranks 2\nrank 0 {\nsend 5b to 1\n}\n", "GOAL_INVALID", 3, "counterpart"},
           Refused{"num_ranks 2\nrank 0 {\nrecv 5b from 1\n}\n", "GOAL_INVALID", 3, "counterpart"},
           Refused{"num_ranks 2\nrank 0 {\nl: calc 5\nl requires m\n}\n", "GOAL_INVALID", 4, "'m'"},
           Refused{"num_ranks 2\nrank 0 {\nl: calc -5\n}\n", "GOAL_INVALID", 3, "nanoseconds"},
           Refused{"num_ranks 2\nrank 0 {\nl: put 5b to 1\n}\n", "GOAL_INVALID", 3, "'put'"},
           Refused{"num_ranks 2\nrank 0 {\nl: calc 5\nl: calc 5\n}\n", "GOAL_INVALID", 4, "twice"},
           Refused{"num_ranks 2\nrank 0 {\n", "GOAL_INVALID", 3, "closing brace"},
           Refused{"num_ranks 2\nrank 0 {\na: send 5b to 1\nb: recv 5b from 1\na requires b\n}\n"
                   "rank 1 {\na: send 5b to 0\nb: recv 5b from 0\na requires b\n}\n",
                   "TRAFFIC_CYCLE", 3, "circle"},
       }) {
    const auto read = read_traffic("p.goal", wrong.text);
    ASSERT_FALSE(read) << wrong.text;
    EXPECT_EQ(read.error().code, wrong.code) << wrong.text;
    EXPECT_EQ(read.error().where.line, wrong.line) << wrong.text;
    EXPECT_THAT(read.error().message, HasSubstr(wrong.reason));
  }
}

TEST(TrafficFile, TakesWhatNoOtherFormatIsForACsv) {
  EXPECT_TRUE(read_traffic("t.csv", "src,dst,bytes\n0,1,5\n"));
  EXPECT_EQ(read_traffic("t.csv", "Nodeset,1\n").error().code, "TRAFFIC_COLUMN");
}

}  // namespace
}  // namespace weft::io
