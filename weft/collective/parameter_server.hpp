// Parameter servers: some of the ranks each add one part of the data of all and send it back.
//
//   2 steps; a server's port carries (n-1)/q S each way, so q = n servers are a two-shot all-reduce
//   and one server takes (n-1) S
// Servers are ranks themselves, spread evenly over all; machines that only serve would carry n/q S.
// Source: Li et al., "Scaling distributed machine learning with the parameter server", 2014.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kParameterServer;

}  // namespace weft::collective
