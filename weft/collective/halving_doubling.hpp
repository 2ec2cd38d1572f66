// Recursive halving and doubling (Rabenseifner): the sums of ever smaller halves, then the halves
// back. As many bytes as a ring in far fewer messages, but to ranks far away.
//
//   all_reduce      2⌊log2 n⌋ steps of S/2, S/4 … and back. Where n is no power of two, the first
//                   2r = 2(n - 2^⌊log2 n⌋) ranks pair up before (one adds for both) and after:
//                   2 steps more, and S more each way
//   reduce_scatter  the halving alone: log2 n steps; powers of two only
// Source: Rabenseifner, "Optimization of collective reduction operations", 2004.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kHalvingDoubling;

}  // namespace weft::collective
