// Routing in a network: step by step by its plan, along one way or along all.
#include "weft/route/cluster_path.hpp"
#include "weft/route/islands.hpp"
#include "weft/route/walk.hpp"
#include "weft/topology/network/plan.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace weft::route {
namespace {

using topology::Network;
using topology::Node;
using topology::Routing;
using topology::Step;

// splitmix64: every bit of the input changes half of the output.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31U);
}

std::size_t choice(const Network& network, Node from, Node to, Node at,
                   const std::vector<Step>& steps) {
  if (network.routing != Routing::ecmp) return network.plan->fixed_choice(at, to, steps);
  return mixed(mixed((std::uint64_t{from} << 32U) | to) ^ at) % steps.size();
}

class NetworkWay {
 public:
  NetworkWay(const Topology& topology, const Network& network, Node from, Node to, bool has_faults)
      : topology_(topology), network_(network), from_(from), to_(to), has_faults_(has_faults) {}

  // Steps of one way; empty where every shortest way is blocked.
  std::vector<Step> one() {
    std::vector<Step> way;
    if (!extend(from_, way)) way.clear();
    return way;
  }

  // Level by level, what part of the traffic takes each step.
  std::vector<std::vector<std::pair<Step, double>>> all() {
    std::vector<std::vector<std::pair<Step, double>>> levels;
    std::map<Node, double> here = {{from_, 1.0}};
    while (!here.contains(to_)) {
      std::map<Node, double> next;
      auto& level = levels.emplace_back();
      for (const auto& [node, share] : here) {
        const std::vector<Step> steps = open_steps(node);
        for (const Step& step : steps) {
          const double part = share / static_cast<double>(steps.size());
          level.emplace_back(step, part);
          next[step.to] += part;
        }
      }
      if (level.empty()) return {};
      here = std::move(next);
    }
    return levels;
  }

 private:
  bool is_up(const Step& step) const {
    return topology_.link(network_.link(step.cable, step.down)).state == topology::LinkState::up;
  }

  std::vector<Step> steps_of(Node at) const {
    std::vector<Step> steps;
    network_.plan->next(at, to_, steps);
    if (has_faults_) std::erase_if(steps, [&](const Step& step) { return !is_up(step); });
    return steps;
  }

  bool reaches(Node at) {
    if (at == to_) return true;
    if (const auto known = reaches_.find(at); known != reaches_.end()) return known->second;
    const std::vector<Step> steps = steps_of(at);
    const bool found = std::ranges::any_of(steps, [&](const Step& s) { return reaches(s.to); });
    return reaches_[at] = found;
  }

  std::vector<Step> open_steps(Node at) {
    std::vector<Step> steps = steps_of(at);
    if (has_faults_) std::erase_if(steps, [&](const Step& step) { return !reaches(step.to); });
    return steps;
  }

  bool extend(Node at, std::vector<Step>& way) {
    while (at != to_) {
      const std::vector<Step> steps = open_steps(at);
      if (steps.empty()) return false;
      way.push_back(steps[choice(network_, from_, to_, at, steps)]);
      at = way.back().to;
    }
    return true;
  }

  const Topology& topology_;
  const Network& network_;
  Node from_;
  Node to_;
  bool has_faults_;
  std::map<Node, bool> reaches_;
};

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

bool sprays(const Network& network) {
  return network.routing == Routing::spray || network.routing == Routing::adaptive ||
         network.kind == "superpod";
}

}  // namespace

bool is_long_haul(const Topology& topology, const topology::Link& link) {
  constexpr Seconds kFar = microseconds(2);  // some 400 m: two sites are further apart
  return link.model.latency() > kFar &&
         topology.place_of(link.from).site != topology.place_of(link.to).site;
}

bool takes_one_way(const Network& network) { return !sprays(network); }

bool walk_network(const Network& network, Node from, Node to, std::vector<Step>& way) {
  way.clear();
  std::vector<Step> steps;
  for (Node at = from; at != to; at = way.back().to) {
    steps.clear();
    network.plan->next(at, to, steps);
    if (steps.empty()) return false;
    way.push_back(steps[choice(network, from, to, at, steps)]);
  }
  return true;
}

Expected<void> add_network_way(const Topology& topology, const Network& network, std::uint32_t from,
                               std::uint32_t to, bool has_faults, const link::Transfer& transfer,
                               Path& path) {
  NetworkWay way(topology, network, from, to, has_faults);
  std::vector<std::vector<std::pair<Step, double>>> levels;
  if (sprays(network)) {
    levels = way.all();
  } else {
    for (const Step& step : way.one()) levels.push_back({{step, 1.0}});
  }
  if (levels.empty())
    return add_detour(topology, network, network.node(topology, from), network.node(topology, to),
                      transfer, path);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const LinkId first = network.link(levels[i].front().first.cable, levels[i].front().first.down);
    Hop hop{topology.link(first).from, topology.link(first).to, {}, transfer};
    for (const auto& [step, share] : levels[i])
      hop.stripes.push_back({network.link(step.cable, step.down), share});
    add_hop(topology, network, std::move(hop), i + 1 == levels.size(), path);
  }
  return {};
}

}  // namespace weft::route
