// One small plan of every shape, for the tests that hold for all.
#pragma once

#include "weft/topology/network/plan.hpp"

#include <string>
#include <vector>

namespace weft::topology {

struct NamedPlan {
  std::string name;
  PlanPtr plan;
  std::size_t radix = 0;           // ports in use of the busiest switch; 0: not stated
  bool through_endpoints = false;  // endpoints pass traffic on
  bool falls_apart = false;        // into planes
  bool may_detour = false;         // ways are not always the shortest
};

std::vector<NamedPlan> named_plans();

// A folded Clos network with `d` endpoints a leaf for tests: the k-ary fat tree.
PlanPtr full_fat_tree(std::uint32_t k, unsigned tiers);

}  // namespace weft::topology
