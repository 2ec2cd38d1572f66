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
              {"1e400B", "is not a size"},            // beyond double by itself
              {"1e300TiB", "too large"},              // 1e300 x 2^40 is beyond double
              {"9223372036854775808B", "too large"},  // 2^63
              {"8388608TiB", "too large"},            // 2^23 x 2^40
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
              {"8388608T", "too large"},  // 2^63
              {"1e300T", "too large"}},
             "SIZE_INVALID");
}

// Numbers ---------------------------------------------------------------------------------------

TEST(ParseInteger, WholeNumbersOnly) {
  EXPECT_EQ(parse_integer("42").value(), 42);
  EXPECT_EQ(parse_integer(" -7 ").value(), -7);
  EXPECT_EQ(parse_integer("9223372036854775807").value(), 9223372036854775807);
  for (const char* bad : {"", " ", "1.0", "1e3", "0x10", "4 2", "+1", "x"})
    EXPECT_EQ(parse_integer(bad).error().code, "NUMBER_INVALID") << bad;
}

TEST(ParseInteger, TooManyDigitsAreCalledThat) {
  const auto wrong = parse_integer("9223372036854775808");  // 2^63
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, "NUMBER_INVALID");
  EXPECT_NE(wrong.error().message.find("too large"), std::string::npos);
}

TEST(ParseNumber, FiniteNumbersOnly) {
  EXPECT_DOUBLE_EQ(parse_number("-2.5e3").value(), -2500);
  EXPECT_DOUBLE_EQ(parse_number(" 0.25 ").value(), 0.25);
  for (const char* bad : {"", "nan", "inf", "-inf", "1e999", "1 2", "1GB", "+1"})
    EXPECT_EQ(parse_number(bad).error().code, "NUMBER_INVALID") << bad;
}

}  // namespace
}  // namespace weft
