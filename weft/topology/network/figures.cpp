#include "weft/topology/network/figures.hpp"

#include "weft/topology/network/plan.hpp"

#include <algorithm>

namespace weft::topology {

Bandwidth bisection(const Network& network) {
  CableRates rates{};
  std::ranges::copy(network.rates, rates.begin());
  return network.plan->bisection(rates);
}

}  // namespace weft::topology
