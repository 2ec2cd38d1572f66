// Reading and printing quantities, one way for the whole program.
//
// `b` is bit and `B` byte. Sizes are IEC (KiB = 1024 B), rates and times SI (GB/s = 1e9 B/s).
// A number without a unit is refused, except 0, since "8" may mean 8 B or 8 GB; nccl-tests'
// own flags, which have always been bare, are read by parse_nccl_size.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

Expected<Bytes> parse_size(std::string_view text);       // "8B" "512KiB" "1.5GiB" "0"
Expected<Bandwidth> parse_rate(std::string_view text);   // "400Gb/s" "31.5GB/s"
Expected<Seconds> parse_time(std::string_view text);     // "1.3us" "25ns" "2ms" "1s"
Expected<Bytes> parse_nccl_size(std::string_view text);  // "8" "8K" "128M" "8G" (binary)

// "8B..8GiB" (each twice the last), "1MiB..8MiB:x4", "8B,64KiB,1GiB" or one size; at most 4096.
Expected<std::vector<Bytes>> parse_size_list(std::string_view text);

// Sizes first, first·factor, … up to and including `last` where the steps meet it.
std::vector<Bytes> size_sweep(Bytes first, Bytes last, double factor);

Expected<std::int64_t> parse_integer(std::string_view text);
Expected<double> parse_number(std::string_view text);

std::string print_size(Bytes size);      // "8 B" "512 KiB" "1.5 GiB"
std::string print_rate(Bandwidth rate);  // "31.5 GB/s" (four significant digits)
std::string print_time(Seconds time);    // "25 ns" "1.3 us" "2 ms"
std::string print_number(double value);  // four significant digits, no trailing zeros

}  // namespace weft
