#include "weft/base/error.hpp"

#include "weft/base/assert.hpp"

#include <string>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Where, IsPrintedAsFarAsItIsKnown) {
  EXPECT_EQ(to_string(Where{"topo.xml", 12, 3}), "topo.xml:12:3");
  EXPECT_EQ(to_string(Where{"topo.xml", 12, 0}), "topo.xml:12");
  EXPECT_EQ(to_string(Where{"topo.xml", 0, 3}), "topo.xml");
  EXPECT_EQ(to_string(Where{}), "");
}

TEST(Error, HasPlaceMessageCodeAndHint) {
  const Error error{"XML_MALFORMED", "the tag is not closed", {"topo.xml", 12, 3}, "Close it."};
  EXPECT_EQ(to_string(error), "topo.xml:12:3: the tag is not closed (XML_MALFORMED)\n  Close it.");
}

TEST(Error, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(to_string(Error{"CODE", "it broke", {}, {}}), "it broke (CODE)");
}

TEST(Expected, CarriesAnErrorOutOfAFunction) {
  const auto refuse = []() -> Expected<int> { return fail("CODE", "no", "try again"); };
  const auto result = refuse();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "CODE");
  EXPECT_EQ(result.error().hint, "try again");
}

TEST(Assert, ABrokenPromiseThrowsWithPlaceAndReason) {
  WEFT_ASSERT(1 + 1 == 2, "arithmetic holds");
  try {
    WEFT_ASSERT(1 + 1 == 3, "arithmetic holds");
    FAIL() << "nothing was thrown";
  } catch (const InternalError& broken) {
    const std::string what = broken.what();
    EXPECT_NE(what.find("error_test.cpp"), std::string::npos) << what;
    EXPECT_NE(what.find("arithmetic holds"), std::string::npos) << what;
    EXPECT_NE(what.find("1 + 1 == 3"), std::string::npos) << what;
  }
}

}  // namespace
}  // namespace weft
