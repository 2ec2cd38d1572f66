// Endpoints that hang on routers, so many each; the last router may have fewer.
#pragma once

#include "weft/topology/network/plan.hpp"

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
  // Half of the endpoints against the other half.
  Figures::Cut half() const { return {static_cast<double>(count / 2), kHostCable}; }
};

}  // namespace weft::topology
