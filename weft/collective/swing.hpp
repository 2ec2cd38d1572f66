// Swing all-reduce, the version for small messages: as recursive doubling, but partners lie
// alternately ahead and behind, 1, 1, 3, 5, 11 … ranks away instead of 1, 2, 4, 8, 16.
//
//   powers of two; log2(n) steps; S each: shorter ways on rings and tori
// Source: De Sensi et al., "Swing: Short-cutting Rings for Higher Bandwidth Allreduce", NSDI 2024.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kSwing;

}  // namespace weft::collective
