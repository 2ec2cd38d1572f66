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

std::uint32_t NetworkPlan::step_count(Node at, Node to) const {
  std::vector<Step> steps;
  next(at, to, steps);
  return static_cast<std::uint32_t>(steps.size());
}

Step NetworkPlan::step(Node at, Node to, std::uint32_t number) const {
  std::vector<Step> steps;
  next(at, to, steps);
  return steps.at(number);
}

std::uint32_t NetworkPlan::fixed_step(Node at, Node to) const {
  std::vector<Step> steps;
  next(at, to, steps);
  return static_cast<std::uint32_t>(fixed_choice(at, to, steps));
}

bool NetworkPlan::is_alike_from(std::uint32_t) const { return false; }

std::uint32_t NetworkPlan::orbit_of(Cable cable) const { return cable; }

std::uint32_t NetworkPlan::switch_count() const {
  std::uint32_t count = 0;
  for (const Tier& tier : tiers()) count += tier.count;
  return count;
}

}  // namespace weft::topology
