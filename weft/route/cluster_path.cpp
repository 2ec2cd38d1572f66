#include "weft/route/cluster_path.hpp"

#include "weft/route/modes.hpp"
#include "weft/topology/network/plan.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace weft::route {
namespace {

using topology::ComponentKind;
using topology::Instance;
using topology::Network;

ComponentId in_template(const Instance& instance, ComponentId id) {
  return ComponentId(id.index() - instance.first_component());
}

bool is_host(ComponentKind kind) {
  return kind == ComponentKind::memory || kind == ComponentKind::numa_node ||
         kind == ComponentKind::socket;
}

// The NIC that a port belongs to; the component itself where it is none.
ComponentId nic_above(const Topology& topology, ComponentId id) {
  if (topology.kind(id) != ComponentKind::port) return id;
  for (const LinkId leaving : topology.links_of(id)) {
    const ComponentId above = topology.link(leaving).to;
    if (topology.kind(above) == ComponentKind::nic) return above;
  }
  return id;
}

// The network whose endpoints both are, if there is one: GPUs behind scale-up switches.
const Network* direct_network(const Topology& topology, ComponentId from, ComponentId to) {
  for (const Network& network : topology.networks())
    if (network.endpoint_of(topology, from) && network.endpoint_of(topology, to)) return &network;
  return nullptr;
}

}  // namespace

ClusterRails::ClusterRails(const Topology& topology, const Policy& policy) : topology_(&topology) {
  for (const Network& network : topology.networks()) {
    if (network.name == "compute") compute_ = &network;
    bool faulty = false;
    const std::size_t end = network.first_link + 2 * std::size_t{network.plan->cable_count()};
    for (std::size_t i = network.first_link; i < end && !faulty; ++i)
      faulty = topology.link(LinkId(i)).state != topology::LinkState::up;
    faults_.push_back(faulty);
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

bool ClusterRails::has_faults(const Network& network) const {
  const auto index = static_cast<std::size_t>(&network - topology_->networks().data());
  return index < faults_.size() && faults_[index];
}

bool are_remote(const Topology& topology, ComponentId from, ComponentId to) {
  if (topology.server_count() == 0) return false;
  const auto a = topology.instance_of(from);
  const auto b = topology.instance_of(to);
  return a && b && a->server() != b->server();
}

std::vector<Mode> remote_modes(const Topology& topology, ComponentId from, ComponentId to) {
  const bool gpu =
      topology.kind(from) == ComponentKind::gpu || topology.kind(to) == ComponentKind::gpu;
  std::vector<Mode> modes;
  if (gpu && direct_network(topology, from, to) != nullptr) modes.push_back(Mode::nvlink);
  if (gpu) modes.push_back(Mode::gdr);
  modes.push_back(Mode::network);
  if (gpu) modes.push_back(Mode::staged);
  return modes;
}

namespace {

class Remote {
 public:
  Remote(const Router& router, const ClusterRails& rails, link::Engine engine, Mode mode)
      : router_(router), t_(router.topology()), rails_(rails), engine_(engine), mode_(mode) {}

  Expected<Path> run(ComponentId from, ComponentId to, std::string& why_not) {
    if (mode_ == Mode::nvlink) return over_fabric(from, to);
    if (rails_.compute() == nullptr) return no_way(from, to, "there is no compute network");
    const auto sources = outlets_of(from);
    const auto targets = outlets_of(to);
    if (sources.empty() || targets.empty())
      return no_way(from, to,
                    fmt::format("{} reaches no NIC of it", t_.name(sources.empty() ? from : to)));
    // One lane for each pair of NICs; data is spread over them.
    const std::size_t lanes = std::max(sources.size(), targets.size());
    std::vector<Path> all;
    for (std::size_t i = 0; i < lanes; ++i) {
      auto lane =
          this->lane(from, to, sources[i % sources.size()], targets[i % targets.size()], why_not);
      if (!lane) return lane;
      all.push_back(std::move(*lane));
    }
    return together(std::move(all));
  }

 private:
  tl::unexpected<Error> no_way(ComponentId from, ComponentId to, const std::string& why) const {
    return fail("NO_PATH", fmt::format("{} and {} are not joined over the compute network: {}",
                                       t_.name(from), t_.name(to), why));
  }

  Expected<Path> lane(ComponentId from, ComponentId to, std::uint32_t source, std::uint32_t target,
                      std::string& why_not) {
    path_ = Path{.from = from, .to = to, .mode = mode_, .distance = Distance::net};
    ComponentId sender = from;
    if (router_.policy().pxn && source != target && t_.kind(from) == ComponentKind::gpu) {
      const Instance server = *t_.instance_of(from);
      if (const auto other = rails_.gpu_on(server, in_template(server, from), target)) {
        sender = Topology::in_instance(server, *other);
        source = target;
        const auto hop = fabric_path(t_, from, sender, link::Engine::kernel);
        if (!hop) return hop;
        append(*hop);
        path_.remark =
            fmt::format("over {}, which is on the receiver's rail (PXN)", t_.name(sender));
      }
    }
    const ComponentId out = outlet(from, source);
    const ComponentId in = outlet(to, target);
    if (auto added = leave(sender, out, why_not); !added)
      return tl::make_unexpected(std::move(added.error()));
    if (auto added = cross(*rails_.compute(), out, in); !added)
      return tl::make_unexpected(std::move(added.error()));
    if (auto added = arrive(in, to, why_not); !added)
      return tl::make_unexpected(std::move(added.error()));
    return std::move(path_);
  }

  // Lanes side by side: their hops where they are as many, one lane after the other otherwise.
  static Path together(std::vector<Path> lanes) {
    if (lanes.size() == 1) return std::move(lanes.front());
    const double share = 1.0 / static_cast<double>(lanes.size());
    Path all = lanes.front();
    all.hops.clear();
    all.uses.clear();
    const bool abreast = std::ranges::all_of(
        lanes, [&](const Path& lane) { return lane.hops.size() == lanes.front().hops.size(); });
    for (Path& lane : lanes) {
      for (const Use& use : lane.uses) add_use(use.resource, use.weight * share, all.uses);
      all.latency = std::max(all.latency, lane.latency);
      all.far = std::max(all.far, lane.far);
      for (std::size_t i = 0; i < lane.hops.size(); ++i) {
        Hop& hop = lane.hops[i];
        for (Stripe& stripe : hop.stripes) stripe.share *= share;
        if (!abreast || all.hops.size() <= i)
          all.hops.push_back(std::move(hop));
        else
          all.hops[i].stripes.insert(all.hops[i].stripes.end(), hop.stripes.begin(),
                                     hop.stripes.end());
      }
    }
    return all;
  }

  // The slots of the network that a component uses; its own where it is a NIC or port of it.
  std::vector<std::uint32_t> outlets_of(ComponentId id) const {
    const Instance server = *t_.instance_of(id);
    const std::vector<ComponentId>& outlets = rails_.compute()->outlets;
    const ComponentId local = in_template(server, id);
    std::vector<std::uint32_t> own;
    for (std::uint32_t o = 0; o < outlets.size(); ++o)
      if (outlets[o] == local || nic_above(server.of(), outlets[o]) == local) own.push_back(o);
    return own.empty() ? rails_.outlets_of(server, local) : own;
  }
  ComponentId outlet(ComponentId beside, std::uint32_t slot) const {
    return Topology::in_instance(*t_.instance_of(beside), rails_.compute()->outlets[slot]);
  }

  Expected<Path> over_fabric(ComponentId from, ComponentId to) {
    const Network& network = *direct_network(t_, from, to);
    path_ = Path{.from = from, .to = to, .mode = mode_, .distance = Distance::nvl};
    const auto added =
        add_network_way(t_, network, *network.endpoint_of(t_, from), *network.endpoint_of(t_, to),
                        rails_.has_faults(network), {.engine = engine_}, path_);
    if (!added) return tl::make_unexpected(added.error());
    return std::move(path_);
  }

  Expected<void> cross(const Network& network, ComponentId out, ComponentId in) {
    return add_network_way(t_, network, *network.endpoint_of(t_, out), *network.endpoint_of(t_, in),
                           rails_.has_faults(network), {.engine = link::Engine::nic}, path_);
  }

  // From a device to its NIC and out at the port.
  Expected<void> leave(ComponentId device, ComponentId port, std::string& why_not) {
    const ComponentId nic = nic_above(t_, port);
    if (auto added = inside(device, nic, device, why_not); !added) return added;
    add_adapter(nic, port);
    return {};
  }
  Expected<void> arrive(ComponentId port, ComponentId device, std::string& why_not) {
    const ComponentId nic = nic_above(t_, port);
    add_adapter(port, nic);
    return inside(nic, device, device, why_not);
  }

  void add_adapter(ComponentId a, ComponentId b) {
    if (a == b) return;
    for (const LinkId leaving : t_.links_of(a)) {
      const topology::Link link = t_.link(leaving);
      if (link.to != b) continue;
      path_.latency += link.model.latency();
      path_.hops.push_back({a, b, {{leaving, 1.0}}, {.engine = link::Engine::nic}});
      add_uses(t_, path_.hops.back(), path_.uses);
      return;
    }
  }

  // Between a device and a NIC of its server, in the way that the mode says.
  Expected<void> inside(ComponentId from, ComponentId to, ComponentId device,
                        std::string& why_not) {
    const ComponentKind kind = t_.kind(device);
    if (kind == ComponentKind::nic || kind == ComponentKind::port) return {};
    if (is_host(kind)) return append(router_.path(from, to, engine_, Mode::host_nic));
    if (mode_ == Mode::staged) return append(router_.path(from, to, engine_, Mode::staged));
    if (mode_ == Mode::network) return append(router_.path(from, to, engine_));
    for (route::Alternative& way : router_.alternatives(from, to, engine_)) {
      if (way.mode != Mode::gdr) continue;
      if (why_not.empty()) why_not = way.why_not;
      if (way.path) {
        append(*way.path);
        return {};
      }
      return fail("NO_PATH", way.why_not);
    }
    return fail("NO_PATH",
                fmt::format("{} and {} are not joined over PCIe", t_.name(from), t_.name(to)));
  }

  Expected<void> append(const Expected<Path>& part) {
    if (!part) return tl::make_unexpected(part.error());
    append(*part);
    return {};
  }
  void append(const Path& part) {
    path_.hops.insert(path_.hops.end(), part.hops.begin(), part.hops.end());
    for (const Use& use : part.uses) add_use(use.resource, use.weight, path_.uses);
    path_.latency += part.latency;
  }

  const Router& router_;
  const Topology& t_;
  const ClusterRails& rails_;
  link::Engine engine_;
  Mode mode_;
  Path path_;
};

}  // namespace

Expected<Path> remote_path(const Router& router, const ClusterRails& rails, ComponentId from,
                           ComponentId to, link::Engine engine, Mode mode, std::string& why_not) {
  return Remote(router, rails, engine, mode).run(from, to, why_not);
}

}  // namespace weft::route
