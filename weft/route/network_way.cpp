// Routing in a network: step by step by its plan, along one way or along all.
#include "weft/route/cluster_path.hpp"
#include "weft/route/islands.hpp"
#include "weft/route/policy/path_policy.hpp"
#include "weft/route/walk.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::route {
namespace {

using topology::Network;
using topology::Routing;

// Every switch between two links takes its time; endpoints that pass traffic on are no slower.
void add_hop(const Topology& topology, const Network& network, Hop hop, bool is_last, Path& path) {
  const topology::Link first = topology.link(hop.stripes.front().link);
  const Seconds latency = first.model.latency();
  path.latency += latency;
  if (is_long_haul(topology, first)) path.far += latency;
  if (!is_last) path.latency += network.switch_latency;
  add_uses(topology, hop, path.uses);
  path.hops.push_back(std::move(hop));
}

// Around what is broken, over as many links as it takes.
Expected<void> add_detour(const Topology& topology, const Network& network, ComponentId from,
                          ComponentId to, const link::Transfer& transfer, Path& path) {
  static constexpr WalkRules kRules = {
      [](const topology::Link& link) { return link.model.kind() != "internal"; },
      [](topology::ComponentKind kind) {
        return topology::is_network_switch(kind) || kind == topology::ComponentKind::nvswitch;
      }};
  static constexpr WalkRules kThroughEndpoints = {
      [](const topology::Link& link) {
        return link.model.kind() != "internal" && link.model.kind() != "pcie";
      },
      [](topology::ComponentKind kind) { return kind != topology::ComponentKind::outside; }};
  const auto way = shortest_way(topology, from, to,
                                endpoints_pass_on(*network.plan) ? kThroughEndpoints : kRules);
  if (way.empty())
    return fail("NO_PATH", fmt::format("{} and {} are not joined over the {} network",
                                       topology.name(from), topology.name(to), network.name));
  for (std::size_t i = 0; i < way.size(); ++i) {
    const topology::Link link = topology.link(way[i]);
    add_hop(topology, network, {link.from, link.to, {{way[i], 1.0}}, transfer}, i + 1 == way.size(),
            path);
  }
  path.remark += path.remark.empty() ? "" : "; ";
  path.remark += "around links that are down";
  return {};
}

// A network says how flows go on it, unless somebody else does; links of a GPU to planes of
// switches are always used alike. Without loads, adaptive ways are all ways.
FlowRouting routing_of(const Network& network, const Policy& policy) {
  FlowRouting routing = policy.routing.value_or(FlowRouting{.routing = network.routing});
  if (routing.routing == Routing::adaptive || network.kind == "superpod")
    routing = FlowRouting{.routing = Routing::spray};
  return routing;
}

}  // namespace

bool is_long_haul(const Topology& topology, const topology::Link& link) {
  constexpr Seconds kFar = microseconds(2);  // some 400 m: two sites are further apart
  return link.model.latency() > kFar &&
         topology.place_of(link.from).site != topology.place_of(link.to).site;
}

bool takes_one_way(const Network& network, const Policy& policy) {
  return routing_of(network, policy).routing != Routing::spray;
}

bool walk_network(const Topology& topology, const Network& network, const Policy& policy, Node from,
                  Node to, std::vector<CableUse>& way) {
  way.clear();
  OpenSteps steps(topology, network, false);
  const FlowRouting routing = routing_of(network, policy);
  add_way(steps, {.from = from, .to = to, .routing = routing}, way);
  return !way.empty();
}

Expected<void> add_network_way(const Topology& topology, const Network& network, std::uint32_t from,
                               std::uint32_t to, bool has_faults, const link::Transfer& transfer,
                               Path& path, const Policy& policy, FlowIdentity flow) {
  const FlowRouting routing = routing_of(network, policy);
  OpenSteps steps(topology, network, has_faults);
  std::vector<CableUse> uses;
  add_way(steps, {.from = from, .to = to, .routing = routing, .flow = flow}, uses);
  if (uses.empty())
    return add_detour(topology, network, network.node(topology, from), network.node(topology, to),
                      transfer, path);
  for (std::size_t i = 0; i < uses.size();) {
    const LinkId first = network.link(uses[i].cable, uses[i].down);
    Hop hop{topology.link(first).from, topology.link(first).to, {}, transfer};
    const std::uint16_t number = uses[i].hop;
    for (; i < uses.size() && uses[i].hop == number; ++i)
      hop.stripes.push_back({network.link(uses[i].cable, uses[i].down), uses[i].share});
    add_hop(topology, network, std::move(hop), i == uses.size(), path);
  }
  return {};
}

}  // namespace weft::route
