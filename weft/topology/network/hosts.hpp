// Endpoints that hang on routers, so many each; the last router may have fewer.
#pragma once

#include "weft/topology/network/plan.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace weft::topology {

struct Hosts {
  std::uint32_t count = 0;
  std::uint32_t each = 1;

  std::uint32_t router_of(Node endpoint) const { return endpoint / each; }
  Node node(std::uint32_t router) const { return count + router; }
  std::uint32_t router(Node node) const { return node - count; }
  bool is_endpoint(Node node) const { return node < count; }

  void for_each_cable(const CableSink& sink) const {
    for (Node e = 0; e < count; ++e) sink({node(router_of(e)), e, kHostCable});
  }
  Step up(Node endpoint) const { return {endpoint, false, node(router_of(endpoint))}; }
  static Step down(Node endpoint) { return {endpoint, true, endpoint}; }
  // Router by router.
  std::vector<Node> in_order() const {
    std::vector<Node> order(count);
    std::iota(order.begin(), order.end(), 0U);
    return order;
  }
  // Routers r, r + every, r + 2·every … one after the other, for every r: half of each group.
  std::vector<Node> across(std::uint32_t every) const {
    std::vector<Node> order;
    for (std::uint32_t own = 0; own < every; ++own)
      for (std::uint32_t r = own; r * each < count; r += every)
        for (std::uint32_t e = r * each; e < std::min(count, (r + 1) * each); ++e)
          order.push_back(e);
    return order;
  }
  // Half of the endpoints against the other half.
  Figures::Cut half() const { return {static_cast<double>(count / 2), kHostCable}; }
};

}  // namespace weft::topology
