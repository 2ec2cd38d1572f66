// Names as people number them.
#include "weft/base/natural_order.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(NaturalOrder, GoesByTheValueOfNumbers) {
  std::vector<std::string> names = {"n10",    "n9 b",  "n9 a10", "n9 a2", "n",  "",
                                    "n1.100", "n1.20", "m99",    "n010",  "n09"};
  std::ranges::sort(names, natural_less);
  EXPECT_EQ(names, (std::vector<std::string>{"", "m99", "n", "n1.20", "n1.100", "n09", "n9 a2",
                                             "n9 a10", "n9 b", "n010", "n10"}));
}

TEST(NaturalOrder, TellsAnyTwoDifferentTextsApart) {
  const std::vector<std::string> names = {"a0", "a00", "a", "0a", "00a", "a0b", "a00b", "7", "07"};
  for (const std::string& a : names)
    for (const std::string& b : names)
      EXPECT_EQ(natural_less(a, b) + natural_less(b, a), a == b ? 0 : 1) << a << " and " << b;
}

TEST(NaturalOrder, HoldsNumbersLongerThanAnyInteger) {
  const std::string nines(40, '9');
  EXPECT_TRUE(natural_less("n" + nines, "n1" + nines));
  EXPECT_TRUE(natural_less("n" + nines + "a", "n" + nines + "b"));
}

}  // namespace
}  // namespace weft
