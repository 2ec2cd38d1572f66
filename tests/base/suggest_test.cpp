#include "weft/base/suggest.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

const std::vector<std::string> kKnown = {"gpu", "nic", "leaf", "spine", "dgx-h100", "all_reduce"};

TEST(NearestName, OneOrTwoEditsAreForgiven) {
  EXPECT_EQ(nearest_name("gup", kKnown), "gpu");     // two letters exchanged: two edits
  EXPECT_EQ(nearest_name("spne", kKnown), "spine");  // one left out
  EXPECT_EQ(nearest_name("leaff", kKnown), "leaf");  // one too many
  EXPECT_EQ(nearest_name("dgx-h10", kKnown), "dgx-h100");
}

TEST(NearestName, UpperAndLowerCaseAreAlike) {
  EXPECT_EQ(nearest_name("DGX-H100", kKnown), "dgx-h100");
}

TEST(NearestName, LongNamesForgiveAThirdOfTheirLetters) {
  // Ten letters allow 3 edits: insert _, t becomes e, drop i.
  EXPECT_EQ(nearest_name("allreducti", kKnown), "all_reduce");
}

TEST(NearestName, NothingIsSuggestedWhereNothingIsLike) {
  EXPECT_EQ(nearest_name("infiniband", kKnown), "");
  EXPECT_EQ(nearest_name("xy", std::vector<std::string>{"ab"}), "");  // nothing would be left
  EXPECT_EQ(nearest_name("x", std::vector<std::string>{"hi"}), "");
  EXPECT_EQ(nearest_name("", std::vector<std::string>{"ab"}), "");
  EXPECT_EQ(nearest_name("gpu", {}), "");
  EXPECT_EQ(nearest_name(std::string(65, 'g'), kKnown), "");
}

TEST(NearestName, TheFirstOfEquallyNearNamesIsTaken) {
  EXPECT_EQ(nearest_name("cat", std::vector<std::string>{"bat", "hat"}), "bat");
}

TEST(NearestName, OfNamesThatDifferInANumberTheNearestNumberIsTaken) {
  const std::vector<std::string> rates = {"eth1", "eth2.5", "eth5", "eth10", "eth25", "eth50"};
  EXPECT_EQ(nearest_name("eth7", rates), "eth5");    // 2 away, eth1 6
  EXPECT_EQ(nearest_name("eth45", rates), "eth25");  // one edit as to eth5, 20 away against 40
}

TEST(DidYouMean, IsASentenceOrNothing) {
  EXPECT_EQ(did_you_mean("gpo", kKnown), "Did you mean 'gpu'?");
  EXPECT_EQ(did_you_mean("frontier", kKnown), "");
}

TEST(KnownNames, ComeAfterTheNearest) {
  const std::vector<std::string> known = {"LL", "LL128", "Simple"};
  EXPECT_EQ(known_names("simpel", known), "Did you mean 'Simple'? Known are LL, LL128, Simple.");
  EXPECT_EQ(known_names("frontier", known), "Known are LL, LL128, Simple.");
}

}  // namespace
}  // namespace weft
