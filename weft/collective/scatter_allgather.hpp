// Van de Geijn's broadcast: scatter the data down a binomial tree, then gather it around a ring.
//
//   ⌈log2 n⌉ + n-1 steps; the root sends 2(n-1)/n S, twice the least, however many ranks there are
// Source: Barnett, Gupta, Payne, Shuler, van de Geijn and Watts, "Interprocessor collective
// communication library (InterCom)", 1994.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kScatterAllgather;

}  // namespace weft::collective
