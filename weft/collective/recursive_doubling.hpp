// Recursive doubling: in step k each rank swaps all it has with the rank whose number differs in
// bit k. Powers of two only.
//
//   all_reduce  log2 n steps of S: few messages, but each of everything
//   all_gather  log2 n steps of S/n, 2S/n, 4S/n …: (n-1)/n S in all
// Source: Thakur, Rabenseifner and Gropp 2005.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kRecursiveDoubling;

// Why so many ranks are none for an algorithm that halves; empty for a power of two.
std::string not_a_power_of_two(const Shape& shape);

}  // namespace weft::collective
