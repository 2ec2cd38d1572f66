#include "weft/route/islands.hpp"

#include <algorithm>
#include <numeric>

namespace weft::route {

using topology::CableEnds;
using topology::LinkState;
using topology::Node;

bool endpoints_pass_on(const topology::NetworkPlan& plan) {
  bool found = false;
  plan.for_each_cable([&](const CableEnds& cable) {
    found = found || (cable.upper < plan.endpoints() && cable.lower < plan.endpoints());
  });
  return found;
}

Islands::Islands(const topology::Topology& topology, const topology::Network& network) {
  const topology::NetworkPlan& plan = *network.plan;
  const bool pass_on = endpoints_pass_on(plan);
  std::vector<Node> parent(plan.node_count());
  std::iota(parent.begin(), parent.end(), Node{0});
  const auto root = [&](Node node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  std::vector<std::vector<Node>> switches_of(plan.endpoints());
  topology::Cable number = 0;
  plan.for_each_cable([&](const CableEnds& cable) {
    if (topology.link(network.link(number++, true)).state != LinkState::up) return;
    if (!pass_on && cable.lower < plan.endpoints())
      switches_of[cable.lower].push_back(cable.upper);
    else
      parent[root(cable.upper)] = root(cable.lower);
  });
  if (pass_on) {
    for (Node node = 0; node < plan.node_count(); ++node) island_.push_back(root(node));
    return;
  }
  for (std::vector<Node>& own : switches_of)
    for (Node& node : own) node = root(node);
  endpoint_islands_ = std::move(switches_of);
}

bool Islands::are_joined(Node from, Node to) const {
  if (!island_.empty()) return island_[from] == island_[to];
  if (endpoint_islands_.empty()) return true;
  return std::ranges::any_of(endpoint_islands_[from], [&](Node island) {
    return std::ranges::find(endpoint_islands_[to], island) != endpoint_islands_[to].end();
  });
}

}  // namespace weft::route
