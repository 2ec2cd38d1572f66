// Dissemination barrier: in step k each rank tells the rank 2^k further on of all it has heard of.
//
//   ⌈log2 n⌉ steps of empty messages, for any number of ranks
// Source: Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", 1988.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kDissemination;

}  // namespace weft::collective
