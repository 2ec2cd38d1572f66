// Sweeps of sizes, as --sizes and as nccl-tests' flags say them.
#include "weft/base/size_list.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

std::vector<double> values(const std::vector<Bytes>& sizes) {
  std::vector<double> all;
  for (const Bytes size : sizes) all.push_back(size.value());
  return all;
}

std::vector<double> list(const char* text) {
  const auto sizes = parse_size_list(text);
  if (!sizes) {
    ADD_FAILURE() << '\'' << text << "': " << to_string(sizes.error());
    return {};
  }
  return values(*sizes);
}

TEST(ParseSizeList, ARangeDoublesUnlessItSaysOtherwise) {
  EXPECT_EQ(list("8B..64B"), (std::vector<double>{8, 16, 32, 64}));
  EXPECT_EQ(list("1MiB..64MiB:x4"), (std::vector<double>{1048576, 4194304, 16777216, 67108864}));
}

TEST(ParseSizeList, TheLastSizeIsPartOnlyWhereTheStepsMeetIt) {
  EXPECT_EQ(list("8B..50B"), (std::vector<double>{8, 16, 32}));
  EXPECT_EQ(list("8B..8B"), (std::vector<double>{8}));
}

TEST(ParseSizeList, SmallStepsStillMoveOnByAWholeByte) {
  // 1 x 1.5 = 1.5 is cut to 1, so 2; then 3; 4.5 is cut to 4; 6; 9 is beyond 8.
  EXPECT_EQ(list("1B..8B:x1.5"), (std::vector<double>{1, 2, 3, 4, 6}));
}

TEST(ParseSizeList, SingleSizesAndListsKeepTheirOrder) {
  EXPECT_EQ(list("1GiB"), (std::vector<double>{1073741824}));
  EXPECT_EQ(list("64KiB, 8B,1MiB"), (std::vector<double>{65536, 8, 1048576}));
}

TEST(ParseSizeList, WhatIsNoListOfSizesIsRefused) {
  const std::vector<std::pair<const char*, const char*>> table = {
      {"8GiB..8B", "empty range"},
      {"0..8B", "empty range"},
      {"8..64", "no unit"},
      {"8B..", "is not a size"},
      {"..8B", "is not a size"},
      {"8B..64B..128B", "unknown unit"},
      {"8B..64B:x1", "not a factor"},
      {"8B..64B:x", "not a factor"},
      {"8B..64B:x-2", "not a factor"},
      {"8B..64B:xnan", "not a factor"},
      {"8B,,16B", "is not a size"},
      {"8B,", "is not a size"},
      {"", "is not a size"},
      {"0B", "moves nothing"},
      {"1.5B", "whole number of bytes"},
      {"1.5B..8B", "whole number of bytes"},
      {"8B..64B:xinf", "not a factor"},
      {"8B..64B:x1e300", "not a factor"},
      {"8G", "unknown unit"},
      {"1B..99999999999999999999B", "too large"},
      {"1B..1e300TiB", "too large"}};
  for (const auto& [text, says] : table) {
    const auto sizes = parse_size_list(text);
    ASSERT_FALSE(sizes) << text;
    EXPECT_EQ(sizes.error().code, "SIZE_INVALID") << text;
    EXPECT_NE(sizes.error().message.find(says), std::string::npos)
        << text << ": " << sizes.error().message;
    EXPECT_NE(sizes.error().hint, "") << text;
  }
}

TEST(ParseSizeList, AtMost4096SizesAreGivenAtOnce) {
  // From 2^20 to 2^60 in steps of 1.01: 40 ln 2 / ln 1.01 + 1 = 2787 sizes. To 1e300 bytes it
  // would be (300 ln 10 - 20 ln 2) / ln 1.01 > 68 000.
  EXPECT_EQ(list("1MiB..1048576TiB:x1.01").size(), 2787u);
  EXPECT_FALSE(parse_size_list("1MiB..1e300B:x1.01"));
  std::string many = "1B";
  for (int i = 1; i < 4096; ++i) many += ",1B";
  EXPECT_EQ(list(many.c_str()).size(), 4096u);
  EXPECT_FALSE(parse_size_list(many + ",1B"));
}

TEST(ParseSizeList, NcclTestsSpellingIsPointedToItsFlags) {
  const auto wrong = parse_size_list("8B..8G");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().hint.find("-b 8G -e 8G"), std::string::npos) << wrong.error().hint;
}

// -b -e -f -------------------------------------------------------------------------------------

TEST(ParseNcclSweep, GivesTheSizesOfNcclTests) {
  const auto sizes = parse_nccl_sweep({.first = "8", .last = "1K", .factor = "4"});
  ASSERT_TRUE(sizes);
  EXPECT_EQ(values(*sizes), (std::vector<double>{8, 32, 128, 512}));  // 2048 is beyond 1024
}

TEST(ParseNcclSweep, AFactorAloneSweepsTheUsualRange) {
  const auto sizes = parse_nccl_sweep({.factor = "4"});
  ASSERT_TRUE(sizes);
  // 8 = 2^3 in steps of 2^2 up to 2^33: 16 sizes.
  EXPECT_EQ(sizes->size(), 16u);
  EXPECT_EQ(sizes->front(), Bytes(8));
  EXPECT_EQ(sizes->back(), Bytes(0x1p33));
}

TEST(ParseNcclSweep, WhatIsMissingIsAsInNcclTests) {
  const auto from_8m = parse_nccl_sweep({.first = "8M"});  // to 32M
  ASSERT_TRUE(from_8m);
  EXPECT_EQ(values(*from_8m), (std::vector<double>{0x1p23, 0x1p24, 0x1p25}));
  const auto to_64m = parse_nccl_sweep({.last = "64M"});  // from 32M
  ASSERT_TRUE(to_64m);
  EXPECT_EQ(values(*to_64m), (std::vector<double>{0x1p25, 0x1p26}));
  const auto above = parse_nccl_sweep({.first = "64M"});
  ASSERT_FALSE(above);
  EXPECT_NE(above.error().hint.find("32M"), std::string::npos);
}

TEST(ParseNcclSweep, AFactorThatIsNoneNeverSweeps) {
  for (const char* factor : {"nan", "inf", "-inf", "1e300", "1", "0", "-2", "", "two", "1.009"}) {
    const auto sizes = parse_nccl_sweep({.first = "8", .last = "8G", .factor = factor});
    ASSERT_FALSE(sizes) << factor;
    EXPECT_EQ(sizes.error().code, "SIZE_INVALID") << factor;
  }
}

}  // namespace
}  // namespace weft
