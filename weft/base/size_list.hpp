// The sizes of a sweep, as --sizes and as nccl-tests' flags -b, -e and -f write them.
//
// Bytes; errors SIZE_INVALID.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

// "8B..8GiB" (each twice the last), "1MiB..8MiB:x4", "8B,64KiB,1GiB" or one size; at most 4096.
Expected<std::vector<Bytes>> parse_size_list(std::string_view text);

// nccl-tests' flags as given; what is missing is as there, a factor of 2 where none is given.
struct NcclSweep {
  std::optional<std::string> first{};   // -b "8", 32M where only -e is given
  std::optional<std::string> last{};    // -e "8G", 32M where only -b is given
  std::optional<std::string> factor{};  // -f "2"; alone: of usual_sizes
  bool operator==(const NcclSweep&) const = default;
};
Expected<std::vector<Bytes>> parse_nccl_sweep(const NcclSweep& sweep);

// What is swept where nobody says: 8 B to 8 GiB.
std::vector<Bytes> usual_sizes(double factor = 2);

// Sizes first, first·factor, … up to and including `last` where the steps meet it.
std::vector<Bytes> size_sweep(Bytes first, Bytes last, double factor);

}  // namespace weft
