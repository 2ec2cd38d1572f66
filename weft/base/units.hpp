// Quantities as types: sizes, times and rates cannot be mixed up by accident.
//
// Units: Bytes in B, Seconds in s, Bandwidth in B/s per direction, Ratio dimensionless; all held
//   as double (exact for whole bytes up to 2^53).
// Only operators with a physical meaning exist: Bytes / Bandwidth is Seconds, while
//   Bandwidth / Bytes does not compile.
#pragma once

#include <compare>
#include <limits>

namespace weft {

template <class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double value) : value_(value) {}

  constexpr double value() const { return value_; }

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity& operator+=(Quantity other) { return value_ += other.value_, *this; }
  constexpr Quantity& operator-=(Quantity other) { return value_ -= other.value_, *this; }

  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity(a.value_ + b.value_);
  }
  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity(a.value_ - b.value_);
  }
  friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.value_ * k); }
  friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(a.value_ * k); }
  friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.value_ / k); }
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }

 private:
  double value_ = 0;
};

using Bytes = Quantity<struct BytesTag>;
using Seconds = Quantity<struct SecondsTag>;
using Bandwidth = Quantity<struct BandwidthTag>;
using Ratio = Quantity<struct RatioTag>;

constexpr Seconds operator/(Bytes size, Bandwidth rate) {
  return Seconds(size.value() / rate.value());
}
constexpr Bandwidth operator/(Bytes size, Seconds time) {
  return Bandwidth(size.value() / time.value());
}
constexpr Bytes operator*(Bandwidth rate, Seconds time) {
  return Bytes(rate.value() * time.value());
}
constexpr Bytes operator*(Seconds time, Bandwidth rate) { return rate * time; }
constexpr Bandwidth operator*(Bandwidth rate, Ratio part) { return rate * part.value(); }
constexpr Bytes operator*(Bytes size, Ratio part) { return size * part.value(); }

// Rates are decimal and per direction: 1 GB/s = 1e9 B/s, 1 Gb/s = 1e9 bit/s.
constexpr Bandwidth gigabytes_per_second(double gBps) { return Bandwidth(gBps * 1e9); }
constexpr Bandwidth gigabits_per_second(double gbps) { return Bandwidth(gbps * 1e9 / 8); }
constexpr double in_gigabytes_per_second(Bandwidth rate) { return rate.value() / 1e9; }

constexpr Seconds microseconds(double us) { return Seconds(us * 1e-6); }
constexpr Seconds nanoseconds(double ns) { return Seconds(ns * 1e-9); }
constexpr double in_microseconds(Seconds time) { return time.value() * 1e6; }

constexpr Bandwidth kUnlimited = Bandwidth(std::numeric_limits<double>::infinity());

}  // namespace weft
