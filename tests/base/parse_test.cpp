#include "weft/base/parse.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

struct Good {
  const char* text;
  double value;
};

struct Bad {
  const char* text;
  const char* says;  // part of the message
};

template <class Parse>
void expect_good(Parse parse, const std::vector<Good>& table) {
  for (const auto& [text, value] : table) {
    const auto parsed = parse(text);
    ASSERT_TRUE(parsed.has_value()) << '\'' << text << "': " << to_string(parsed.error());
    // Every factor below is exact in double or rounds once.
    EXPECT_DOUBLE_EQ(parsed->value(), value) << text;
  }
}

template <class Parse>
void expect_bad(Parse parse, const std::vector<Bad>& table, const char* code) {
  for (const auto& [text, says] : table) {
    const auto parsed = parse(text);
    ASSERT_FALSE(parsed.has_value()) << '\'' << text << "' was read";
    EXPECT_EQ(parsed.error().code, code) << text;
    EXPECT_NE(parsed.error().message.find(says), std::string::npos)
        << '\'' << text << "': " << parsed.error().message;
  }
}

// Sizes -----------------------------------------------------------------------------------------

TEST(ParseSize, UnitsAreBinary) {
  expect_good(parse_size, {{"8B", 8},
                           {"1KiB", 1024},
                           {"512KiB", 524288},
                           {"1MiB", 1048576},
                           {"1.5GiB", 1610612736},  // 1.5 x 2^30
                           {"2TiB", 2199023255552},
                           {"1e3B", 1000},
                           {"0.5KiB", 512}});
}

TEST(ParseSize, SpaceAroundAndBeforeTheUnitIsAllowed) {
  expect_good(parse_size, {{" 8 MiB ", 8388608}, {"\t8\tB", 8}});
}

TEST(ParseSize, OnlyZeroNeedsNoUnit) {
  expect_good(parse_size, {{"0", 0}, {"0.0", 0}, {"0B", 0}});
  expect_bad(parse_size, {{"8", "no unit"}, {"1e9", "no unit"}, {"0.1", "no unit"}},
             "SIZE_INVALID");
}

TEST(ParseSize, UnitsThatMeanSomethingElseAreRefused) {
  // GB is decimal, Gb are bits, M alone is ambiguous, X is none; units keep their case.
  expect_bad(parse_size,
             {{"8X", "unknown unit 'X'"},
              {"8GB", "unknown unit 'GB'"},
              {"8Gb", "unknown unit 'Gb'"},
              {"8M", "unknown unit 'M'"},
              {"8kib", "unknown unit 'kib'"},
              {"8b", "unknown unit 'b'"},
              {"8B8B", "unknown unit 'B8B'"},
              {"0x10B", "unknown unit 'x10B'"},
              {"1eB", "unknown unit 'eB'"},
              {"1,5GiB", "unknown unit ',5GiB'"}},
             "SIZE_INVALID");
}

TEST(ParseSize, TheHintNamesTheUnitsThatExist) {
  const auto wrong = parse_size("8GB");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().hint, "Write a number and one of B KiB MiB GiB TiB, for example 8MiB.");
}

TEST(ParseSize, WhatIsNoFiniteNumberFromZeroUpIsRefused) {
  expect_bad(parse_size,
             {{"", "is not a size"},
              {" ", "is not a size"},
              {"B", "is not a size"},
              {"MiB", "is not a size"},
              {"-1B", "is not a size"},
              {"-0B", "is not a size"},
              {"+1B", "is not a size"},
              {"nanB", "is not a size"},
              {"NaN", "is not a size"},
              {"infB", "is not a size"},
              {"-inf", "is not a size"},
              {".B", "is not a size"},
              {"1e400B", "is not a size"},  // beyond double by itself
              {"1e300TiB", "too large"},    // 1e300 x 2^40 is beyond double
              {"1.7e308KiB", "too large"}},
             "SIZE_INVALID");
}

// Rates and times -------------------------------------------------------------------------------

TEST(ParseRate, BitsAndBytesAreToldApart) {
  expect_good(parse_rate, {{"31.5GB/s", 31.5e9},
                           {"400Gb/s", 50e9},  // 400e9 / 8
                           {"100Mb/s", 12.5e6},
                           {"1b/s", 0.125},
                           {"8 kb/s", 1000},
                           {"1kB/s", 1000},
                           {"1.6Tb/s", 200e9},
                           {"3TB/s", 3e12},
                           {"0", 0}});
}

TEST(ParseRate, WhatIsNoRateIsRefused) {
  expect_bad(parse_rate,
             {{"400", "no unit"},
              {"400G", "unknown unit"},
              {"400Gbps", "unknown unit"},
              {"16GT/s", "unknown unit"},  // transfers depend on the line code
              {"1GiB/s", "unknown unit"},  // rates are decimal
              {"-1GB/s", "is not a rate"},
              {"nan GB/s", "is not a rate"},
              {"1e300TB/s", "too large"},
              {"fast", "is not a rate"}},
             "RATE_INVALID");
}

TEST(ParseTime, UnitsAreDecimal) {
  expect_good(parse_time, {{"1.3us", 1.3e-6}, {"25ns", 25e-9}, {"2ms", 2e-3}, {"1s", 1}, {"0", 0}});
}

TEST(ParseTime, WhatIsNoTimeIsRefused) {
  expect_bad(parse_time,
             {{"5", "no unit"},
              {"5m", "unknown unit"},
              {"5min", "unknown unit"},
              {"-5us", "is not a time"},
              {"inf s", "is not a time"},
              {"soon", "is not a time"}},
             "TIME_INVALID");
}

// nccl-tests' own sizes -------------------------------------------------------------------------

TEST(ParseNcclSize, BareNumbersAndBinaryLettersAreRead) {
  expect_good(parse_nccl_size, {{"8", 8},
                                {"8K", 8192},
                                {"8k", 8192},
                                {"128M", 134217728},
                                {"8G", 8589934592},
                                {"1T", 1099511627776},
                                {"1.5K", 1536},
                                {"0", 0}});
}

TEST(ParseNcclSize, WhatNcclTestsWouldNotReadIsRefused) {
  expect_bad(parse_nccl_size,
             {{"8X", "unknown unit"},
              {"8GiB", "unknown unit"},
              {"0.5", "not a whole number of bytes"},
              {"-8", "is not a size"},
              {"", "is not a size"},
              {"1e300T", "too large"}},
             "SIZE_INVALID");
}

// Lists -----------------------------------------------------------------------------------------

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
  expect_bad(
      [](std::string_view text) {
        return parse_size_list(text).map([](auto) { return Bytes(0); });
      },
      {{"8GiB..8B", "empty range"},
       {"0..8B", "empty range"},
       {"8..64", "no unit"},
       {"8B..", "is not a size"},
       {"..8B", "is not a size"},
       {"8B..64B..128B", "unknown unit"},
       {"8B..64B:x1", "at least 1.01"},
       {"8B..64B:x", "at least 1.01"},
       {"8B..64B:x-2", "at least 1.01"},
       {"8B..64B:xnan", "at least 1.01"},
       {"8B,,16B", "is not a size"},
       {"8B,", "is not a size"},
       {"", "is not a size"},
       {"0B", "moves nothing"},
       {"1.5B", "whole number of bytes"},
       {"1.5B..8B", "whole number of bytes"},
       {"1B..1e300TiB", "too large"}},
      "SIZE_INVALID");
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

// Numbers ---------------------------------------------------------------------------------------

TEST(ParseInteger, WholeNumbersOnly) {
  EXPECT_EQ(parse_integer("42").value(), 42);
  EXPECT_EQ(parse_integer(" -7 ").value(), -7);
  EXPECT_EQ(parse_integer("9223372036854775807").value(), 9223372036854775807);
  for (const char* bad : {"", " ", "1.0", "1e3", "0x10", "9223372036854775808", "4 2", "+1", "x"})
    EXPECT_EQ(parse_integer(bad).error().code, "NUMBER_INVALID") << bad;
}

TEST(ParseNumber, FiniteNumbersOnly) {
  EXPECT_DOUBLE_EQ(parse_number("-2.5e3").value(), -2500);
  EXPECT_DOUBLE_EQ(parse_number(" 0.25 ").value(), 0.25);
  for (const char* bad : {"", "nan", "inf", "-inf", "1e999", "1 2", "1GB", "+1"})
    EXPECT_EQ(parse_number(bad).error().code, "NUMBER_INVALID") << bad;
}

}  // namespace
}  // namespace weft
