// Binomial trees: the number of ranks that know doubles in each step, the longest ways first.
//
//   broadcast        ⌈log2 n⌉ steps of S; the root sends ⌈log2 n⌉·S
//   reduce           the same in reverse; each rank sends S once
//   scatter, gather  ⌈log2 n⌉ steps; the root's port carries (n-1)/n S, halved from step to step
//
// A rank counted from the root, v, hears from v minus its lowest bit, and all that belongs to the
// ranks behind it, v … v + lowest bit - 1, comes with it.
// Source: Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in
// MPICH", 2005.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kBinomial;

// Phases that leave chunk r of n at rank r. For algorithms that begin with a scatter.
std::vector<schedule::PhasePtr> binomial_scatter_phases(Rank ranks, Rank root);

}  // namespace weft::collective
