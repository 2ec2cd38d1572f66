// Max-min fair rates by another method than the one under test, slow and simple.
#pragma once

#include "weft/simulate/flow_set.hpp"

#include <vector>

namespace weft::simulate::test {

// Fixed point of levels (Bertsekas and Gallager, Data Networks, §6.5.2, as rate control with one
// level per link): a flow's rate is the lowest level on its way; a resource's level is the rate at
// which its flows fill it, each taking no more than it gets elsewhere. Levels settle from the
// lowest up, at most two rounds each. Infinite for flows without resources.
std::vector<double> reference_rates(const FlowSet& flows, const std::vector<bool>& active = {});

}  // namespace weft::simulate::test
