// What broken links leave of a network: parts between which there is no way.
//
// Endpoints pass nothing on where a network has switches; where cables join endpoints themselves,
// as in a torus, they do. Cost: one pass over the cables, so it is made only where links are down.
#pragma once

#include "weft/topology/graph.hpp"
#include "weft/topology/network/plan.hpp"

#include <vector>

namespace weft::route {

class Islands {
 public:
  // Nothing is broken: everything is joined that the plan joins.
  Islands() = default;
  Islands(const topology::Topology& topology, const topology::Network& network);

  bool are_joined(topology::Node from, topology::Node to) const;

 private:
  std::vector<topology::Node> island_;                         // [node]
  std::vector<std::vector<topology::Node>> endpoint_islands_;  // [endpoint]
};

// Whether cables of the plan join endpoints without a switch between.
bool endpoints_pass_on(const topology::NetworkPlan& plan);

}  // namespace weft::route
