#include "weft/base/units.hpp"

#include "weft/base/id.hpp"

#include <concepts>

#include <gtest/gtest.h>

namespace weft {
namespace {

// What compiles and what must not: the point of the unit types. -----------------------------------

template <class A, class B>
concept Adds = requires(A a, B b) { a + b; };
template <class A, class B>
concept Subtracts = requires(A a, B b) { a - b; };
template <class A, class B>
concept Multiplies = requires(A a, B b) { a* b; };
template <class A, class B>
concept Divides = requires(A a, B b) { a / b; };
template <class A, class B>
concept Compares = requires(A a, B b) { a < b; };
template <class A, class B>
concept Equates = requires(A a, B b) { a == b; };

static_assert(Adds<Bytes, Bytes> && Subtracts<Seconds, Seconds> && Compares<Bandwidth, Bandwidth>);
static_assert(std::same_as<decltype(Bytes{} / Bandwidth{}), Seconds>);
static_assert(std::same_as<decltype(Bytes{} / Seconds{}), Bandwidth>);
static_assert(std::same_as<decltype(Bandwidth{} * Seconds{}), Bytes>);
static_assert(std::same_as<decltype(Seconds{} * Bandwidth{}), Bytes>);
static_assert(std::same_as<decltype(Bytes{} / Bytes{}), double>);
static_assert(std::same_as<decltype(2.0 * Bytes{}), Bytes>);
static_assert(std::same_as<decltype(Bandwidth{} * Ratio{}), Bandwidth>);

static_assert(!Adds<Bytes, Seconds> && !Adds<Bytes, Bandwidth> && !Adds<Bytes, double>);
static_assert(!Subtracts<Bytes, Seconds> && !Subtracts<Seconds, double>);
static_assert(!Multiplies<Bytes, Bytes> && !Multiplies<Bytes, Seconds> &&
              !Multiplies<Bandwidth, Bandwidth> && !Multiplies<Seconds, Seconds>);
static_assert(!Divides<Bandwidth, Bytes> && !Divides<Seconds, Bytes> && !Divides<double, Seconds> &&
              !Divides<Bandwidth, Seconds> && !Divides<Seconds, Bandwidth>);
static_assert(!Compares<Bytes, Seconds> && !Compares<Bytes, double> && !Equates<Bytes, Bandwidth>);
static_assert(!std::convertible_to<double, Bytes> && !std::convertible_to<Bytes, double> &&
              !std::convertible_to<Bytes, Seconds>);

static_assert(!std::convertible_to<LinkId, ComponentId> && !Equates<LinkId, ComponentId> &&
              !Equates<LinkId, ResourceId> && !std::convertible_to<std::size_t, LinkId>);

// What they compute. ------------------------------------------------------------------------------

TEST(Units, SizeRateAndTimeBelongTogether) {
  // 1 GB at 50 GB/s takes 20 ms.
  EXPECT_DOUBLE_EQ((Bytes(1e9) / gigabytes_per_second(50)).value(), 0.02);
  EXPECT_DOUBLE_EQ((Bytes(1e9) / Seconds(0.02)).value(), 50e9);
  EXPECT_DOUBLE_EQ((gigabytes_per_second(50) * Seconds(0.02)).value(), 1e9);
}

TEST(Units, RatesAreDecimalAndCountBytes) {
  EXPECT_DOUBLE_EQ(gigabits_per_second(400).value(), 50e9);
  EXPECT_DOUBLE_EQ(in_gigabytes_per_second(gigabits_per_second(200)), 25);
}

TEST(Units, TimesScaleByThousands) {
  EXPECT_DOUBLE_EQ(microseconds(3).value(), 3e-6);
  EXPECT_DOUBLE_EQ(nanoseconds(3).value(), 3e-9);
  EXPECT_DOUBLE_EQ(in_microseconds(Seconds(2e-3)), 2000);
}

TEST(Units, SumsAndMultiplesStayInTheirUnit) {
  Bytes total(3);
  total += Bytes(5);
  total -= Bytes(1);
  EXPECT_DOUBLE_EQ(total.value(), 7);
  EXPECT_DOUBLE_EQ((total * 2 / 4).value(), 3.5);
  EXPECT_DOUBLE_EQ((Bytes(10) * Ratio(0.25)).value(), 2.5);
}

TEST(Units, NothingIsFasterThanUnlimited) {
  EXPECT_LT(gigabytes_per_second(1e9), kUnlimited);
  EXPECT_DOUBLE_EQ((Bytes(1e30) / kUnlimited).value(), 0);
}

TEST(Ids, OrderByIndex) {
  EXPECT_LT(LinkId(3), LinkId(4));
  EXPECT_EQ(LinkId(7).index(), 7u);
  EXPECT_EQ(ComponentId(), ComponentId(0));
}

}  // namespace
}  // namespace weft
