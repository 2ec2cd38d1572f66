#include "weft/base/parse.hpp"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace weft {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

TEST(PrintNumber, FourSignificantDigitsWithoutTrailingZeros) {
  EXPECT_EQ(print_number(31.507692), "31.51");
  EXPECT_EQ(print_number(0.123456), "0.1235");
  EXPECT_EQ(print_number(2.5), "2.5");
  EXPECT_EQ(print_number(1000), "1000");
  EXPECT_EQ(print_number(-3.14159), "-3.142");
}

TEST(PrintNumber, RoundingMayCarryIntoTheNextDigit) {
  EXPECT_EQ(print_number(9.99996), "10");
  EXPECT_EQ(print_number(999.96), "1000");
}

TEST(PrintNumber, WholePartsAreNeverCutBelowAMillion) { EXPECT_EQ(print_number(123456), "123456"); }

TEST(PrintNumber, VeryLargeAndVerySmallUseAnExponent) {
  EXPECT_EQ(print_number(1.5e9), "1.5e+09");
  EXPECT_EQ(print_number(0.0000123), "1.23e-05");
}

TEST(PrintNumber, WhatIsNoNumberIsAWord) {
  EXPECT_EQ(print_number(0), "0");
  EXPECT_EQ(print_number(-0.0), "0");
  EXPECT_EQ(print_number(kInfinity), "unlimited");
  EXPECT_EQ(print_number(-kInfinity), "-unlimited");
  EXPECT_EQ(print_number(kNotANumber), "undefined");
}

TEST(PrintSize, TheLargestUnitThatFits) {
  EXPECT_EQ(print_size(Bytes(8)), "8 B");
  EXPECT_EQ(print_size(Bytes(1023)), "1023 B");
  EXPECT_EQ(print_size(Bytes(1024)), "1 KiB");
  EXPECT_EQ(print_size(Bytes(524288)), "512 KiB");
  EXPECT_EQ(print_size(Bytes(1610612736)), "1.5 GiB");
  EXPECT_EQ(print_size(Bytes(0x1p41)), "2 TiB");
  EXPECT_EQ(print_size(Bytes(0)), "0 B");
}

TEST(PrintRate, GigabytesPerSecond) {
  EXPECT_EQ(print_rate(Bandwidth(31.507692e9)), "31.51 GB/s");
  EXPECT_EQ(print_rate(Bandwidth(0)), "0 GB/s");
  EXPECT_EQ(print_rate(kUnlimited), "unlimited");
}

TEST(PrintTime, TheUnitThatLeavesAtMostThreeDigitsBeforeThePoint) {
  EXPECT_EQ(print_time(Seconds(25e-9)), "25 ns");
  EXPECT_EQ(print_time(Seconds(1.3e-6)), "1.3 us");
  EXPECT_EQ(print_time(Seconds(2e-3)), "2 ms");
  EXPECT_EQ(print_time(Seconds(1)), "1 s");
  EXPECT_EQ(print_time(Seconds(3600)), "3600 s");
  EXPECT_EQ(print_time(Seconds(0)), "0 ns");
  EXPECT_EQ(print_time(Seconds(-2e-3)), "-2 ms");
}

TEST(PrintTime, ATimeThatRoundsUpToTheNextUnitIsPrintedInIt) {
  // 999.96 us has four significant digits 1000 us, which is 1 ms; 999.94 us stays 999.9 us.
  EXPECT_EQ(print_time(Seconds(999.96e-6)), "1 ms");
  EXPECT_EQ(print_time(Seconds(999.94e-6)), "999.9 us");
}

TEST(PrintTime, NeverIsAWord) { EXPECT_EQ(print_time(Seconds(kInfinity)), "unlimited"); }

TEST(PrintAndParse, WhatIsPrintedReadsBackToFourDigits) {
  for (const double size : {1.0, 999.0, 1500.0, 123456789.0, 8e12}) {
    const auto back = parse_size(print_size(Bytes(size)));
    ASSERT_TRUE(back);
    // Four significant digits: off by at most half of the fourth, 5e-4 relative.
    EXPECT_NEAR(back->value(), size, 5e-4 * size);
    EXPECT_NEAR(parse_rate(print_rate(Bandwidth(size))).value().value(), size, 5e-4 * size);
    const Seconds time(size * 1e-9);
    EXPECT_NEAR(parse_time(print_time(time)).value().value(), time.value(), 5e-4 * time.value());
  }
}

}  // namespace
}  // namespace weft
