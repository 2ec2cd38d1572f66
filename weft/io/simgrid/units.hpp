// SimGrid's quantities: "125MBps", "1Gbps", "50us"; a bare number is in B/s or s.
#pragma once

#include <string_view>

namespace weft::io::simgrid {

double rate(std::string_view text);  // B/s; negative where it is none
double time(std::string_view text);  // s; negative where it is none

}  // namespace weft::io::simgrid
