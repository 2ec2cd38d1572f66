// Flows played to their ends by another method than the one under test, slow and simple: after
// every instant all rates are filled up from nothing, step by step, over all flows and resources.
#pragma once

#include "weft/simulate/fluid.hpp"

#include <vector>

namespace weft::simulate::test {

struct FluidProblem {
  FlowPaths paths;
  std::vector<double> capacity;
  std::vector<FluidFlow> flows;
  std::vector<CapacityChange> changes;
  FlowOrder order;
};

std::vector<double> reference_ends(const FluidProblem& problem);

}  // namespace weft::simulate::test
