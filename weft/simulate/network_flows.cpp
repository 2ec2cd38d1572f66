#include "weft/simulate/network_flows.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::simulate {
namespace {

constexpr std::uint32_t kUnused = ~std::uint32_t{0};
constexpr link::Transfer kTransfer{.engine = link::Engine::nic};

bool has_faults(const topology::Topology& topology, const topology::Network& network) {
  const std::size_t end = network.first_link + 2 * std::size_t{network.plan->cable_count()};
  for (std::size_t i = network.first_link; i < end; i += 2)
    if (topology.link(LinkId(i)).state != topology::LinkState::up) return true;
  return false;
}

void add_to(std::vector<FlowUse>& path, std::uint32_t resource, double weight) {
  for (FlowUse& use : path)
    if (use.resource == resource) {
      use.weight += weight;
      return;
    }
  path.push_back({resource, weight});
}

}  // namespace

NetworkFlows::NetworkFlows(const topology::Topology& topology, const topology::Network& network,
                           route::FlowRouting routing)
    : topology_(&topology),
      network_(&network),
      routing_(routing),
      steps_(topology, network, has_faults(topology, network)),
      dense_(2 * std::size_t{network.plan->cable_count()}, kUnused) {}

std::uint32_t NetworkFlows::resource_of(topology::Cable cable, bool down) {
  std::uint32_t& known = dense_[2 * std::size_t{cable} + (down ? 0 : 1)];
  if (known != kUnused) return known;
  known = static_cast<std::uint32_t>(links_.size());
  const LinkId id = network_->link(cable, down);
  const link::LinkModel& model = topology_->link(id).model;
  links_.push_back(id);
  capacity_.push_back(model.capacity().value());
  load_.push_back(links_.size() > 1 && &topology_->link(links_[links_.size() - 2]).model == &model
                      ? load_.back()
                      : model.load(kTransfer));
  return known;
}

std::pair<topology::Cable, bool> NetworkFlows::cable(std::uint32_t resource) const {
  const std::size_t index = links_[resource].index() - network_->first_link;
  return {static_cast<topology::Cable>(index / 2), index % 2 == 0};
}

bool NetworkFlows::joins_switches(std::uint32_t resource) const {
  const topology::Link link = topology_->link(links_[resource]);
  return topology::is_network_switch(topology_->kind(link.from)) &&
         topology::is_network_switch(topology_->kind(link.to));
}

void NetworkFlows::use(topology::Cable cable, bool down, double share, std::vector<FlowUse>& path) {
  const std::uint32_t there = resource_of(cable, down);
  const link::Load load = load_[there];
  // Answers of other hops may meet it; without any, a way takes each direction of a cable once.
  if (load.reverse == 0) return path.push_back({there, share * load.forward});
  add_to(path, there, share * load.forward);
  add_to(path, resource_of(cable, !down), share * load.reverse);
}

Expected<void> NetworkFlows::way(std::uint32_t from, std::uint32_t to, route::FlowIdentity flow) {
  uses_.clear();
  route::add_way(steps_, {.from = from, .to = to, .routing = routing_, .flow = flow}, uses_);
  if (!uses_.empty()) return {};
  return fail("NO_PATH", fmt::format("links that are down block every shortest way from host[{}] "
                                     "to host[{}]",
                                     from, to));
}

Expected<void> NetworkFlows::add(std::uint32_t from, std::uint32_t to, route::FlowIdentity flow,
                                 FlowPaths& paths) {
  path_.clear();
  if (from != to) {
    if (auto found = way(from, to, flow); !found) return found;
    for (const route::CableUse& each : uses_) use(each.cable, each.down, each.share, path_);
  }
  paths.add(path_);
  return {};
}

Seconds NetworkFlows::latency() const {
  Seconds sum{0};
  int hop = -1;
  for (const route::CableUse& each : uses_) {
    if (each.hop == hop) continue;
    hop = each.hop;
    sum += topology_->link(network_->link(each.cable, each.down)).model.latency();
  }
  return sum;
}

// A link of a class has of all flows of the pattern what one end's flows have of the whole class.
Expected<void> NetworkFlows::add_class_path(std::uint32_t to, FlowPaths& paths) {
  path_.clear();
  if (auto found = way(0, to, {}); !found) return found;
  for (const route::CableUse& each : uses_) {
    const std::uint32_t orbit = network_->plan->orbit_of(each.cable);
    std::uint32_t& known = dense_[2 * std::size_t{orbit} + (each.down ? 0 : 1)];
    if (known == kUnused) {
      known = static_cast<std::uint32_t>(links_.size());
      const link::LinkModel& model = topology_->link(network_->link(each.cable, each.down)).model;
      links_.push_back(network_->link(each.cable, each.down));
      capacity_.push_back(model.capacity().value());
      load_.push_back(model.load(kTransfer));
    }
    add_to(path_, known, each.share * load_[known].forward);
  }
  paths.add(path_);
  return {};
}

void NetworkFlows::add_places(std::uint32_t from, std::uint32_t to, FlowPaths& paths) {
  path_.clear();
  if (from != to && way(from, to, {}))
    for (const route::CableUse& each : uses_) use(each.cable, each.down, each.share, path_);
  paths.add_places(path_.size());
}

void NetworkFlows::choose(std::uint32_t from, std::uint32_t to, route::FlowIdentity flow,
                          const route::CableLoads& loads, std::span<FlowUse> places) {
  uses_.clear();
  path_.clear();
  route::add_way(
      steps_, {.from = from, .to = to, .routing = routing_, .flow = flow, .loads = &loads}, uses_);
  for (const route::CableUse& each : uses_) use(each.cable, each.down, each.share, path_);
  std::copy(path_.begin(), path_.end(), places.begin());
}

}  // namespace weft::simulate
