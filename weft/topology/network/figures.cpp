#include "weft/topology/network/figures.hpp"

#include "weft/topology/network/plan.hpp"

#include <algorithm>

namespace weft::topology {

Bandwidth bisection(const Network& network) {
  Bandwidth narrowest = kUnlimited;
  for (const Figures::Cut& cut : network.plan->figures().bisection)
    narrowest = std::min(narrowest, network.rates.at(cut.klass) * cut.cables);
  return narrowest;
}

}  // namespace weft::topology
