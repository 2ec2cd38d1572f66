#include "weft/route/router.hpp"

#include "weft/facts/gpus.hpp"
#include "weft/route/cluster_path.hpp"
#include "weft/route/modes.hpp"
#include "weft/route/port_line.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::route {
namespace {

using topology::ComponentKind;

bool is_nic(ComponentKind kind) {
  return kind == ComponentKind::nic || kind == ComponentKind::port;
}
bool is_host(ComponentKind kind) {
  return kind == ComponentKind::memory || kind == ComponentKind::numa_node ||
         kind == ComponentKind::socket;
}

// What two kinds of components could use, in the order in which it is preferred.
std::vector<Mode> modes_between(ComponentKind from, ComponentKind to) {
  const bool gpu_from = from == ComponentKind::gpu;
  const bool gpu_to = to == ComponentKind::gpu;
  if (gpu_from && gpu_to) return {Mode::nvlink, Mode::p2p, Mode::staged};
  if ((gpu_from && is_nic(to)) || (is_nic(from) && gpu_to)) return {Mode::gdr, Mode::staged};
  if ((is_host(from) && is_nic(to)) || (is_nic(from) && is_host(to))) return {Mode::host_nic};
  if (from == ComponentKind::host && to == ComponentKind::host) return {Mode::network};
  if (is_nic(from) && is_nic(to)) return {Mode::dma, Mode::network};
  if ((from == ComponentKind::host && is_nic(to)) || (is_nic(from) && to == ComponentKind::host))
    return {Mode::network};
  return {Mode::dma};
}

// What the driver of this machine says of one GPU reaching another's memory (nvidia-smi topo -p2p);
// nullopt where nobody asked it.
std::optional<bool> stated_access(const Topology& topology, ComponentId from, ComponentId to) {
  const std::string_view access = topology.attributes(from).get("peer_access");
  if (access.empty()) return std::nullopt;
  if (access != "partial") return access == "yes";
  const std::string denied = fmt::format(" {} ", topology.attributes(from).get("no_peer_access"));
  return denied.find(fmt::format(" {} ", topology.name(to))) == std::string::npos;
}

bool allows_peers(const Topology& topology, ComponentId id) {
  const facts::Gpu* gpu = facts::find_gpu(topology.attributes(id).get("model"));
  return gpu == nullptr || gpu->peer_access;
}

// Endpoints of a network with one link each to the same switch: the way is those two links, and
// all that they take is their own.
bool on_one_switch(const Topology& topology, ComponentId from, ComponentId to) {
  if (from == to || topology.kind(from) != ComponentKind::host ||
      topology.kind(to) != ComponentKind::host)
    return false;
  const auto out = topology.links_of(from);
  const auto in = topology.links_of(to);
  if (out.size() != 1 || in.size() != 1) return false;
  const topology::Link up = topology.link(out[0]);
  const topology::Link down = topology.link(Topology::opposite(in[0]));
  return up.to == down.from && topology.kind(up.to) == ComponentKind::network_switch &&
         up.state == topology::LinkState::up && down.state == topology::LinkState::up &&
         topology.resources_on(out[0]).empty() && topology.resources_on(in[0]).empty() &&
         topology.resources_on(Topology::opposite(out[0])).empty() &&
         topology.resources_on(Topology::opposite(in[0])).empty();
}

// By the plan of the network that both are endpoints of; without one, from link to link.
Expected<Path> over_network(const Router& router, ComponentId from, ComponentId to,
                            FlowIdentity flow) {
  const Topology& topology = router.topology();
  for (const topology::Network& network : topology.networks()) {
    const auto source = network.endpoint_of(topology, from);
    const auto target = network.endpoint_of(topology, to);
    if (!source || !target) continue;
    Path path{.from = from, .to = to, .mode = Mode::network, .distance = Distance::net};
    const bool has_faults = router.rails() == nullptr || router.rails()->has_faults(network);
    const auto added = add_network_way(topology, network, *source, *target, has_faults,
                                       {.engine = link::Engine::nic}, path, router.policy(), flow);
    if (!added) return tl::make_unexpected(added.error());
    return path;
  }
  return network_path(topology, router.static_routes(), from, to);
}

// Between the devices of both ends: of a port, its NIC.
Expected<Path> inside(const Router& router, ComponentId from, ComponentId to, link::Engine engine,
                      Mode mode, FlowIdentity flow) {
  const Topology& topology = router.topology();
  const Policy& policy = router.policy();
  if (is_line_only(topology, from, to)) return Path{.from = from, .to = to, .mode = mode};
  switch (mode) {
    case Mode::nvlink:
      return fabric_path(topology, from, to, engine);
    case Mode::p2p:
      return peer_path(topology, from, to, engine, mode, policy.acs);
    case Mode::gdr:
      return peer_path(topology, from, to, link::Engine::nic, mode, policy.acs);
    case Mode::staged:
      return staged_path(topology, from, to, engine);
    case Mode::dma:
      // Two devices that are no GPUs are peers of each other all the same.
      if (is_host(topology.kind(from)) || is_host(topology.kind(to)) ||
          topology.kind(from) == ComponentKind::gpu || topology.kind(to) == ComponentKind::gpu)
        return dma_path(topology, from, to, engine, mode);
      return peer_path(topology, from, to, engine, mode, policy.acs);
    case Mode::host_nic:
      return dma_path(topology, from, to, link::Engine::nic, mode);
    case Mode::network:
      return over_network(router, from, to, flow);
    case Mode::local:
      break;
  }
  return Path{.from = from, .to = to};
}

Expected<Path> build(const Router& router, ComponentId from, ComponentId to, link::Engine engine,
                     Mode mode, FlowIdentity flow = {}) {
  auto path = inside(router, from, to, engine, mode, flow);
  // A way over the network has all lines that it takes.
  if (!path || mode == Mode::network) return path;
  return with_port_lines(router.topology(), *std::move(path));
}

// GPUs of one server that are endpoints of a network, as in a torus, have that where NVLink joins
// them in no other way.
Expected<Path> in_server(const Router& router, ComponentId from, ComponentId to,
                         link::Engine engine, Mode mode) {
  auto path = build(router, from, to, engine, mode);
  if (path || mode != Mode::nvlink || router.rails() == nullptr ||
      !share_network(router.topology(), from, to))
    return path;
  std::string why_not;
  return remote_path(router, *router.rails(), from, to, engine, mode, why_not);
}

// Why a mode that works is not taken; empty where it is allowed.
std::string forbidden(const Topology& topology, const Path& path, const Policy& policy,
                      const LibraryRules& rules, Distance nominal) {
  if (path.mode == Mode::p2p && !policy.peer_access) return "peer access is switched off";
  const auto stated =
      path.mode == Mode::p2p ? stated_access(topology, path.from, path.to) : std::optional<bool>();
  if (stated == false)
    return fmt::format("the driver of this machine gives no peer access between {} and {}",
                       topology.name(path.from), topology.name(path.to));
  if (!stated && (path.mode == Mode::p2p || path.mode == Mode::gdr))
    for (const ComponentId end : {path.from, path.to})
      if (!allows_peers(topology, end))
        return fmt::format("the driver does not let a peer reach {} ({})", topology.name(end),
                           topology.attributes(end).get("model"));
  if (path.mode == Mode::p2p && nominal > rules.farthest_p2p)
    return fmt::format("the devices are {} apart and P2P is used up to {} only (as {} does)",
                       word(nominal), word(rules.farthest_p2p), rules.library);
  if (path.mode == Mode::gdr && nominal > rules.farthest_gdr)
    return fmt::format(
        "the devices are {} apart and GPUDirect RDMA is used up to {} only (as {} does)",
        word(nominal), word(rules.farthest_gdr), rules.library);
  return {};
}

}  // namespace

Router::Router(const Topology& topology, Policy policy)
    : topology_(&topology),
      policy_(policy),
      rules_(library_rules(topology)),
      static_routes_(std::make_shared<const StaticRoutes>(topology)) {
  rules_.farthest_p2p = policy.farthest_p2p.value_or(rules_.farthest_p2p);
  rules_.farthest_gdr = policy.farthest_gdr.value_or(rules_.farthest_gdr);
  if (topology.server_count() > 0) rails_ = std::make_shared<const ClusterRails>(topology, policy);
}

Distance Router::distance(ComponentId from, ComponentId to) const {
  if (from == to) return Distance::loc;
  if (are_remote(*topology_, from, to))
    return remote_modes(*topology_, from, to).front() == Mode::nvlink ? Distance::nvl
                                                                      : Distance::net;
  if (!shortest_way(*topology_, from, to, kFabricWalk).empty()) return Distance::nvl;
  if (rails_ && share_network(*topology_, from, to)) return Distance::nvl;
  const auto peer = peer_path(*topology_, from, to, link::Engine::kernel, Mode::p2p, false);
  return peer ? peer->distance : Distance::net;
}

std::vector<Alternative> Router::alternatives(ComponentId from, ComponentId to,
                                              link::Engine engine) const {
  std::vector<Alternative> all;
  if (from == to)
    return {{Mode::local, std::string(word(Mode::local)), Path{.from = from, .to = to}, ""}};
  bool taken = false;
  std::string taken_word;
  const bool remote = are_remote(*topology_, from, to);
  for (const Mode mode : remote ? remote_modes(*topology_, from, to)
                                : modes_between(topology_->kind(from), topology_->kind(to))) {
    Alternative candidate{mode, mode_word(*topology_, from, mode), std::nullopt, ""};
    auto path = remote ? remote_path(*this, *rails_, from, to, engine, mode, candidate.why_not)
                       : in_server(*this, from, to, engine, mode);
    if (!path) {
      candidate.why_not = path.error().message;
    } else if (remote) {
      if (candidate.why_not.empty() && taken)
        candidate.why_not = fmt::format("{} is preferred", taken_word);
      if (candidate.why_not.empty()) {
        taken = true;
        taken_word = candidate.word;
      }
      candidate.path = std::move(*path);
    } else {
      Distance nominal = path->distance;
      if (policy_.acs && (mode == Mode::p2p || mode == Mode::gdr))
        nominal = peer_path(*topology_, from, to, engine, mode, false)->distance;
      candidate.why_not = forbidden(*topology_, *path, policy_, rules_, nominal);
      if (candidate.why_not.empty() && taken)
        candidate.why_not = fmt::format("{} is preferred", taken_word);
      if (candidate.why_not.empty()) {
        taken = true;
        taken_word = candidate.word;
      }
      candidate.path = std::move(*path);
    }
    all.push_back(std::move(candidate));
  }
  return all;
}

Expected<Path> Router::path(ComponentId from, ComponentId to, link::Engine engine) const {
  std::string reasons;
  for (Alternative& candidate : alternatives(from, to, engine)) {
    if (candidate.path && candidate.why_not.empty()) return std::move(*candidate.path);
    reasons +=
        fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", candidate.word, candidate.why_not);
  }
  return fail("NO_PATH",
              fmt::format("there is no path from {} to {} ({})", topology_->name(from),
                          topology_->name(to), reasons),
              "`weft show` draws what is joined to what.");
}

Expected<Path> Router::path(ComponentId from, ComponentId to, link::Engine engine,
                            Mode mode) const {
  if (from == to && mode == Mode::local) return Path{.from = from, .to = to};
  const bool remote = are_remote(*topology_, from, to);
  for (const Mode possible : remote ? remote_modes(*topology_, from, to)
                                    : modes_between(topology_->kind(from), topology_->kind(to)))
    if (possible == mode && from != to && remote) {
      std::string unasked;
      return remote_path(*this, *rails_, from, to, engine, mode, unasked);
    } else if (possible == mode && from != to)
      return in_server(*this, from, to, engine, mode);
  return fail("MODE_IMPOSSIBLE",
              fmt::format("there is no mode '{}' from {} to {}", mode_word(*topology_, from, mode),
                          topology_->name(from), topology_->name(to)),
              "Leave out --mode to see which modes there are.");
}

Expected<Traffic> Router::traffic(ComponentId from, ComponentId to, link::Engine engine,
                                  std::vector<Use>& uses, FlowIdentity flow) const {
  if (on_one_switch(*topology_, from, to)) {
    const link::Transfer transfer{.engine = link::Engine::nic};
    Traffic traffic{Mode::network, Distance::net};
    for (const LinkId id :
         {topology_->links_of(from)[0], Topology::opposite(topology_->links_of(to)[0])}) {
      const link::LinkModel& model = topology_->link(id).model;
      const link::Load load = model.load(transfer);
      uses.push_back({Topology::resource_of(id), load.forward});
      if (load.reverse > 0)
        uses.push_back({Topology::resource_of(Topology::opposite(id)), load.reverse});
      traffic.latency += model.latency();
    }
    return traffic;
  }
  // Between servers the best mode nearly always works, so that the others need not be built.
  if (are_remote(*topology_, from, to))
    for (const Mode mode : remote_modes(*topology_, from, to)) {
      std::string why_not;
      auto best = remote_path(*this, *rails_, from, to, engine, mode, why_not, flow);
      if (!best || !why_not.empty()) continue;
      uses.insert(uses.end(), best->uses.begin(), best->uses.end());
      return Traffic{best->mode, best->distance, best->latency, best->far};
    }
  if (topology_->kind(from) == ComponentKind::host && topology_->kind(to) == ComponentKind::host &&
      from != to) {
    auto way = build(*this, from, to, engine, Mode::network, flow);
    if (!way) return tl::make_unexpected(std::move(way.error()));
    uses.insert(uses.end(), way->uses.begin(), way->uses.end());
    return Traffic{way->mode, way->distance, way->latency, way->far};
  }
  auto found = path(from, to, engine);
  if (!found) return tl::make_unexpected(std::move(found.error()));
  uses.insert(uses.end(), found->uses.begin(), found->uses.end());
  return Traffic{found->mode, found->distance, found->latency, found->far};
}

}  // namespace weft::route
