#include "weft/topology/network/plan.hpp"

#include "weft/topology/network/halves.hpp"

#include <algorithm>

namespace weft::topology {

std::size_t NetworkPlan::fixed_choice(Node, Node to, const std::vector<Step>& steps) const {
  return to % steps.size();
}

Bandwidth NetworkPlan::bisection(const CableRates& rates) const {
  Bandwidth narrowest = narrowest_halves(*this, rates, orders());
  for (const Figures::Cut& cut : figures().bisection)
    narrowest = std::min(narrowest, rates[cut.klass] * cut.cables + rates[kHostCable] * cut.hosts);
  return narrowest;
}

std::uint32_t NetworkPlan::switch_count() const {
  std::uint32_t count = 0;
  for (const Tier& tier : tiers()) count += tier.count;
  return count;
}

}  // namespace weft::topology
