#include "weft/topology/network/galois_field.hpp"

#include "weft/base/assert.hpp"

namespace weft::topology {
namespace {

// Digits of a to the base p, combined one by one.
template <class Combine>
std::uint32_t digitwise(std::uint32_t a, std::uint32_t b, std::uint32_t p, Combine combine) {
  std::uint32_t result = 0;
  for (std::uint32_t scale = 1; a > 0 || b > 0; scale *= p) {
    result += combine(a % p, b % p) * scale;
    a /= p;
    b /= p;
  }
  return result;
}

}  // namespace

std::optional<PrimePower> prime_power(std::uint32_t q) {
  if (q < 2) return std::nullopt;
  std::uint32_t p = 2;
  while (q % p != 0) p = std::uint64_t{p} * p > q ? q : p + 1;
  PrimePower found{p, 0};
  for (; q % p == 0; q /= p) ++found.exponent;
  if (q != 1) return std::nullopt;
  return found;
}

// Tries monic polynomials of degree m until x, or another element, generates all others.
GaloisField::GaloisField(std::uint32_t q) : q_(q) {
  const auto power = prime_power(q);
  WEFT_ASSERT(power && q <= kLargest, "callers refuse what is no prime power");
  p_ = power->prime;
  m_ = power->exponent;
  std::vector<std::uint32_t> modulus(m_);  // coefficients below x^m
  for (std::uint32_t code = 0; code < q_; ++code) {
    std::uint32_t rest = code;
    for (std::uint32_t& c : modulus) {
      c = rest % p_;
      rest /= p_;
    }
    if (fill(modulus)) return;
  }
  WEFT_ASSERT(false, "every finite field has a primitive polynomial");
}

// Powers of a primitive element: of x where m > 1; for a prime field x - c has the root c.
bool GaloisField::fill(const std::vector<std::uint32_t>& modulus) {
  power_.assign(q_ - 1, 0);
  log_.assign(q_, q_);
  std::uint32_t element = 1;
  for (std::uint32_t n = 0; n < q_ - 1; ++n) {
    if (element == 0 || log_[element] != q_) return false;
    log_[element] = n;
    power_[n] = element;
    // Times x: digits move up, and the one that leaves comes back as -modulus.
    const std::uint32_t top = element / (q_ / p_);
    element = element % (q_ / p_) * p_;
    std::uint32_t scale = 1;
    std::uint32_t reduction = 0;
    for (const std::uint32_t c : modulus) {
      reduction += (p_ - c % p_) % p_ * top % p_ * scale;
      scale *= p_;
    }
    element = plus(element, reduction);
  }
  return element == 1;
}

std::uint32_t GaloisField::plus(std::uint32_t a, std::uint32_t b) const {
  return digitwise(a, b, p_, [p = p_](std::uint32_t x, std::uint32_t y) { return (x + y) % p; });
}

std::uint32_t GaloisField::minus(std::uint32_t a, std::uint32_t b) const {
  return digitwise(a, b, p_,
                   [p = p_](std::uint32_t x, std::uint32_t y) { return (x + p - y) % p; });
}

}  // namespace weft::topology
