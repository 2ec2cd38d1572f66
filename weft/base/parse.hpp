// Reading and printing quantities, one way for the whole program.
//
// `b` is bit and `B` byte. Sizes are IEC (KiB = 1024 B), rates and times SI (GB/s = 1e9 B/s).
// A number without a unit is refused, except 0, since "8" may mean 8 B or 8 GB; nccl-tests'
// own flags, which have always been bare, are read by parse_nccl_size. Sizes end at 2^63 - 1 bytes.
// Lists and ranges of sizes: size_list.hpp.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

Expected<Bytes> parse_size(std::string_view text);        // "8B" "512KiB" "1.5GiB" "0"
Expected<Bandwidth> parse_rate(std::string_view text);    // "400Gb/s" "31.5GB/s"
Expected<Seconds> parse_time(std::string_view text);      // "1.3us" "25ns" "2ms" "1s"
Expected<Bytes> parse_whole_size(std::string_view text);  // whole bytes
Expected<Bytes> parse_nccl_size(std::string_view text);   // "8" "8K" "128M" "8G" (binary), whole

Expected<std::int64_t> parse_integer(std::string_view text);
Expected<double> parse_number(std::string_view text);

std::string print_size(Bytes size);      // "8 B" "512 KiB" "1.5 GiB"
std::string print_rate(Bandwidth rate);  // "31.5 GB/s" (four significant digits)
std::string print_time(Seconds time);    // "25 ns" "1.3 us" "2 ms"
std::string print_number(double value);  // four significant digits, no trailing zeros

}  // namespace weft
