#include "weft/topology/network/plan.hpp"

namespace weft::topology {

std::size_t NetworkPlan::fixed_choice(Node, Node to, const std::vector<Step>& steps) const {
  return to % steps.size();
}

std::uint32_t NetworkPlan::switch_count() const {
  std::uint32_t count = 0;
  for (const Tier& tier : tiers()) count += tier.count;
  return count;
}

}  // namespace weft::topology
