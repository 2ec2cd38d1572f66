// Pairwise all-to-all: in step k each rank sends to the rank k further on and hears from the one k
// before, so that every port carries one message each way.
//
//   n-1 steps of S/n: (n-1)/n S
// Source: Thakur, Rabenseifner and Gropp 2005.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kPairwise;

}  // namespace weft::collective
