#include "weft/topology/network.hpp"

#include "weft/topology/graph.hpp"
#include "weft/topology/network/plan.hpp"

#include <algorithm>
#include <array>

namespace weft::topology {

std::string_view word(Routing routing) {
  constexpr std::array<std::string_view, 4> kWords = {"static", "ecmp", "spray", "adaptive"};
  return kWords.at(static_cast<std::size_t>(routing));
}

ComponentId Network::node(const Topology& topology, std::uint32_t node) const {
  const std::uint32_t endpoints = plan->endpoints();
  if (node >= endpoints) return ComponentId(first_switch + node - endpoints);
  if (outlets.empty()) return ComponentId(first_host + node);
  const std::size_t each = outlets.size();
  return Topology::in_instance(topology.server(node / each), outlets[node % each]);
}

std::optional<std::uint32_t> Network::endpoint_of(const Topology& topology, ComponentId id) const {
  if (outlets.empty()) {
    if (id.index() < first_host || id.index() >= first_host + plan->endpoints())
      return std::nullopt;
    return static_cast<std::uint32_t>(id.index() - first_host);
  }
  const auto instance = topology.instance_of(id);
  if (!instance) return std::nullopt;
  const ComponentId local(id.index() - instance->first_component());
  const auto found = std::ranges::find(outlets, local);
  if (found == outlets.end()) return std::nullopt;
  const auto endpoint =
      instance->server() * outlets.size() + static_cast<std::size_t>(found - outlets.begin());
  if (endpoint >= plan->endpoints()) return std::nullopt;
  return static_cast<std::uint32_t>(endpoint);
}

}  // namespace weft::topology
