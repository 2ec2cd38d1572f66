// Host lists, both ways.
#include "weft/io/hostlist.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::io {
namespace {

using testing::ElementsAre;

std::vector<std::string> expand(const char* text) {
  auto names = expand_hostlist(text);
  EXPECT_TRUE(names.has_value()) << text;
  return names ? *names : std::vector<std::string>();
}

TEST(Hostlist, ExpandsRangesListsAndSeveralBrackets) {
  EXPECT_THAT(expand("n[0-2,7]"), ElementsAre("n0", "n1", "n2", "n7"));
  EXPECT_THAT(expand("a,b[1-2],c"), ElementsAre("a", "b1", "b2", "c"));
  EXPECT_THAT(expand("r[1-2]n[3-4]"), ElementsAre("r1n3", "r1n4", "r2n3", "r2n4"));
  EXPECT_THAT(expand("switch.1.[9-10]"), ElementsAre("switch.1.9", "switch.1.10"));
}

TEST(Hostlist, KeepsZerosInFront) {
  EXPECT_THAT(expand("n[008-011]"), ElementsAre("n008", "n009", "n010", "n011"));
}

TEST(Hostlist, RefusesWhatIsNoList) {
  for (const char* bad : {"n[0-", "n[2-1]", "n]0[", "n[[0]]", "n[a-b]", "n[]"})
    EXPECT_EQ(expand_hostlist(bad).error().code, "HOSTLIST_INVALID") << bad;
  EXPECT_EQ(expand_hostlist("a[0-9999]b[0-9999]").error().code, "HOSTLIST_TOO_LONG");
}

TEST(Hostlist, CompressesNamesThatEndInNumbers) {
  const std::vector<std::string> names = {"n0", "n1", "n2", "n7", "login", "m08", "m09", "m10"};
  EXPECT_EQ(compress_hostlist(names), "n[0-2,7],login,m[08-10]");
  EXPECT_THAT(expand("n[0-2,7],login,m[08-10]"), testing::ElementsAreArray(names));
}

}  // namespace
}  // namespace weft::io
