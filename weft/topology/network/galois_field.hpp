// The field of q elements for a prime power q = p^m, as 0 … q-1: digits to the base p are the
// coefficients of polynomials modulo an irreducible one. Multiplication goes by logarithms to a
// primitive element.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace weft::topology {

struct PrimePower {
  std::uint32_t prime = 0;
  std::uint32_t exponent = 0;
};
std::optional<PrimePower> prime_power(std::uint32_t q);

class GaloisField {
 public:
  // A prime power of at most kLargest.
  static constexpr std::uint32_t kLargest = 512;
  explicit GaloisField(std::uint32_t q);

  std::uint32_t size() const { return q_; }
  std::uint32_t plus(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t minus(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t times(std::uint32_t a, std::uint32_t b) const {
    if (a == 0 || b == 0) return 0;
    return power_[(log_[a] + log_[b]) % (q_ - 1)];
  }
  // The primitive element to the n-th.
  std::uint32_t power(std::uint32_t n) const { return power_[n % (q_ - 1)]; }

 private:
  bool fill(const std::vector<std::uint32_t>& modulus);

  std::uint32_t q_;
  std::uint32_t p_;
  std::uint32_t m_;
  std::vector<std::uint32_t> power_;  // [n]
  std::vector<std::uint32_t> log_;    // [element]
};

}  // namespace weft::topology
