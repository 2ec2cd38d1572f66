// Which NICs what in a server uses, and which endpoints of a network broken links still join.
#include "weft/route/cluster_path.hpp"
#include "weft/route/modes.hpp"
#include "weft/topology/network/plan.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace weft::route {

using topology::ComponentKind;
using topology::Instance;
using topology::Network;

ComponentId in_template(const Instance& instance, ComponentId id) {
  return ComponentId(id.index() - instance.first_component());
}

ComponentId nic_above(const Topology& topology, ComponentId id) {
  if (topology.kind(id) != ComponentKind::port) return id;
  for (const LinkId leaving : topology.links_of(id)) {
    const ComponentId above = topology.link(leaving).to;
    if (topology.kind(above) == ComponentKind::nic) return above;
  }
  return id;
}

ClusterRails::ClusterRails(const Topology& topology, const Policy& policy) : topology_(&topology) {
  for (const Network& network : topology.networks()) {
    if (network.name == "compute") compute_ = &network;
    bool faulty = false;
    const std::size_t end = network.first_link + 2 * std::size_t{network.plan->cable_count()};
    for (std::size_t i = network.first_link; i < end && !faulty; ++i)
      faulty = topology.link(LinkId(i)).state != topology::LinkState::up;
    faults_.push_back(faulty);
    islands_.push_back(faulty ? Islands(topology, network) : Islands());
  }
  if (compute_ == nullptr || compute_->outlets.empty()) return;
  std::map<const Topology*, std::size_t> known;
  for (const topology::InstanceGroup& group : topology.groups()) {
    const Topology& server = *group.of;
    if (const auto same = known.find(&server); same != known.end()) {
      servers_.push_back(servers_[same->second]);
      continue;
    }
    known.emplace(&server, servers_.size());
    Server rails;
    rails.outlets.resize(server.component_count());
    rails.gpus.resize(compute_->outlets.size());
    rails.joined.resize(server.component_count());
    const Router router(server, policy);
    // GPUs, and likewise memories, by the outlets that are nearest to them.
    std::map<std::pair<ComponentKind, std::vector<std::uint32_t>>, std::vector<ComponentId>> users;
    for (const ComponentKind kind : {ComponentKind::gpu, ComponentKind::memory,
                                     ComponentKind::numa_node, ComponentKind::socket})
      for (const ComponentId id : server.all(kind)) {
        std::vector<std::uint32_t> nearest;
        std::optional<std::pair<Distance, std::size_t>> best;
        for (std::uint32_t o = 0; o < compute_->outlets.size(); ++o) {
          const ComponentId nic = nic_above(server, compute_->outlets[o]);
          if (nic == id) continue;
          const auto path = kind == ComponentKind::gpu
                                ? peer_path(server, id, nic, link::Engine::nic, Mode::gdr, false)
                                : dma_path(server, id, nic, link::Engine::nic, Mode::host_nic);
          if (!path) continue;
          const std::pair here{path->distance, path->hops.size()};
          if (!best || here < *best) nearest.clear();
          if (!best || here <= *best) {
            best = here;
            nearest.push_back(o);
          }
        }
        if (!nearest.empty()) users[{kind, nearest}].push_back(id);
      }
    for (const auto& [at, sharing] : users)
      for (std::size_t i = 0; i < std::max(sharing.size(), at.second.size()); ++i) {
        const ComponentId id = sharing[i % sharing.size()];
        const std::uint32_t outlet = at.second[i % at.second.size()];
        rails.outlets[id.index()].push_back(outlet);
        if (at.first == ComponentKind::gpu) rails.gpus[outlet].push_back(id);
      }
    for (const ComponentId a : server.all(ComponentKind::gpu)) {
      rails.joined[a.index()].assign(server.component_count(), false);
      for (const ComponentId b : server.all(ComponentKind::gpu))
        rails.joined[a.index()][b.index()] =
            a != b && !shortest_way(server, a, b, kFabricWalk).empty();
    }
    servers_.push_back(std::move(rails));
  }
}

const std::vector<std::uint32_t>& ClusterRails::outlets_of(const Instance& instance,
                                                           ComponentId of_template) const {
  static const std::vector<std::uint32_t> kNone;
  const auto group = static_cast<std::size_t>(instance.group - topology_->groups().data());
  return group < servers_.size() ? servers_[group].outlets[of_template.index()] : kNone;
}

std::optional<ComponentId> ClusterRails::gpu_on(const Instance& instance, ComponentId from,
                                                std::uint32_t outlet) const {
  const auto group = static_cast<std::size_t>(instance.group - topology_->groups().data());
  if (group >= servers_.size()) return std::nullopt;
  const Server& server = servers_[group];
  const std::vector<bool>& joined = server.joined[from.index()];
  for (const ComponentId gpu : server.gpus[outlet])
    if (!joined.empty() && joined[gpu.index()]) return gpu;
  return std::nullopt;
}

// The next ones first, so that GPUs whose NICs are broken do not all turn to the same.
std::vector<ComponentId> ClusterRails::relays_of(const Instance& instance, ComponentId from) const {
  std::vector<ComponentId> relays;
  const auto group = static_cast<std::size_t>(instance.group - topology_->groups().data());
  if (group >= servers_.size()) return relays;
  const Server& server = servers_[group];
  const std::vector<bool>& joined = server.joined[from.index()];
  for (std::size_t i = 0; i < joined.size(); ++i) {
    const std::size_t gpu = (from.index() + i) % joined.size();
    if (joined[gpu] && !server.outlets[gpu].empty()) relays.emplace_back(gpu);
  }
  return relays;
}

bool ClusterRails::has_faults(const Network& network) const {
  const auto index = static_cast<std::size_t>(&network - topology_->networks().data());
  return index < faults_.size() && faults_[index];
}

bool ClusterRails::are_joined(const Network& network, std::uint32_t from, std::uint32_t to) const {
  const auto index = static_cast<std::size_t>(&network - topology_->networks().data());
  return index >= islands_.size() || islands_[index].are_joined(from, to);
}

}  // namespace weft::route
