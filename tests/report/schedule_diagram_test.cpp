#include "weft/report/schedule_diagram.hpp"

#include "weft/collective/algorithm.hpp"

#include <map>

#include <gmock/gmock.h>

namespace weft::report {
namespace {

using ::testing::HasSubstr;

schedule::Schedule built(const char* algorithm, schedule::Collective collective,
                         schedule::Rank ranks) {
  return build(*collective::find_algorithm(algorithm).value(), collective, {.ranks = ranks})
      .value();
}

// A ring of three: rank r sends chunk r first, and what it has just got from then on.
TEST(Diagram, SaysWhoSendsWhichChunkToWhom) {
  const auto text = diagram_text(built("ring", schedule::Collective::all_gather, 3));
  EXPECT_THAT(text, HasSubstr("0  [0] to 1  [1] to 2  [2] to 0"));
  EXPECT_THAT(text, HasSubstr("1  [2] to 1  [0] to 2  [1] to 0"));
}

// An all-reduce over a ring of four: 2 (n-1) iterations of n messages, half of them added.
TEST(Diagram, HasEveryMessageInItsJson) {
  const Json json = diagram_json(built("ring", schedule::Collective::all_reduce, 4));
  std::map<bool, int> messages;
  for (const Json& phase : json.at("phases"))
    for (const Json& message : phase.at("messages")) ++messages[message.at("adds").get<bool>()];
  EXPECT_EQ(messages[true], 12);
  EXPECT_EQ(messages[false], 12);
  EXPECT_EQ(json.at("ranks"), 4);
}

// Recursive doubling of eight: three steps, in each of which every rank sends all it has.
TEST(Diagram, ShowsThePartnersOfEachStep) {
  const Json json = diagram_json(built("recursive_doubling", schedule::Collective::all_reduce, 8));
  ASSERT_EQ(json.at("phases").size(), 3U);
  unsigned away = 1;
  for (const Json& phase : json.at("phases")) {
    EXPECT_EQ(phase.at("messages").size(), 8U);
    for (const Json& message : phase.at("messages"))
      EXPECT_EQ(message.at("from").get<unsigned>() ^ message.at("to").get<unsigned>(), away);
    away *= 2;
  }
}

}  // namespace
}  // namespace weft::report
