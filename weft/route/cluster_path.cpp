#include "weft/route/cluster_path.hpp"

#include "weft/route/lanes.hpp"
#include "weft/route/modes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::route {
namespace {

using topology::ComponentKind;
using topology::Instance;
using topology::Network;

bool is_host(ComponentKind kind) {
  return kind == ComponentKind::memory || kind == ComponentKind::numa_node ||
         kind == ComponentKind::socket;
}

// The network whose endpoints both are, if there is one: GPUs behind scale-up switches.
const Network* direct_network(const Topology& topology, ComponentId from, ComponentId to) {
  for (const Network& network : topology.networks())
    if (network.endpoint_of(topology, from) && network.endpoint_of(topology, to)) return &network;
  return nullptr;
}

}  // namespace

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

bool share_network(const Topology& topology, ComponentId from, ComponentId to) {
  return direct_network(topology, from, to) != nullptr;
}

namespace {

class Remote {
 public:
  Remote(const Router& router, const ClusterRails& rails, link::Engine engine, Mode mode,
         FlowIdentity flow)
      : router_(router),
        t_(router.topology()),
        rails_(rails),
        engine_(engine),
        mode_(mode),
        flow_(flow) {}

  Expected<Path> run(ComponentId from, ComponentId to, std::string& why_not) {
    if (mode_ == Mode::nvlink) return over_fabric(from, to);
    if (rails_.compute() == nullptr) return no_way(from, to, "there is no compute network");
    const auto sources = outlets_of(from);
    const auto targets = outlets_of(to);
    if (sources.empty() || targets.empty())
      return no_way(from, to,
                    fmt::format("{} reaches no NIC of it", t_.name(sources.empty() ? from : to)));
    auto found = nearest(from, sources, to, targets, why_not);
    if (found) return found;
    auto other = elsewhere(from, sources, to, targets, why_not);
    return other ? std::move(*other) : std::move(found);
  }

 private:
  tl::unexpected<Error> no_way(ComponentId from, ComponentId to, const std::string& why) const {
    return fail("NO_PATH", fmt::format("{} and {} are not joined over the compute network: {}",
                                       t_.name(from), t_.name(to), why));
  }

  // Side by side over the nearest NICs, where need be first to the GPU on the receiver's rail.
  // Lanes that have no way leave their part to the others.
  Expected<Path> nearest(ComponentId from, const std::vector<Outlet>& sources, ComponentId to,
                         const std::vector<Outlet>& targets, std::string& why_not) {
    const bool to_host = is_host(t_.kind(to));
    const bool pxn = router_.policy().pxn && t_.kind(from) == ComponentKind::gpu && !to_host;
    std::vector<Path> all;
    std::optional<Error> error;
    const auto lanes = lanes_between(sources, is_host(t_.kind(from)), targets, to_host);
    for (const auto& [source, target] : lanes) {
      Lane lane{from, to, source, target, std::nullopt, std::nullopt};
      std::string remark;
      if (pxn && source != target) {
        const Instance server = *t_.instance_of(from);
        if (const auto other = rails_.gpu_on(server, in_template(server, from), target)) {
          lane.source = target;
          lane.out_relay = Topology::in_instance(server, *other);
          remark = fmt::format("over {}, which is on the receiver's rail (PXN)",
                               t_.name(*lane.out_relay));
        }
      }
      auto path = way_of(lane, std::move(remark), why_not);
      if (path)
        all.push_back(std::move(*path));
      else
        error = std::move(path.error());
    }
    if (all.empty()) return tl::make_unexpected(std::move(*error));
    const std::size_t found = all.size();
    Path path = together(std::move(all));
    if (found < lanes.size())
      add_remark(path, fmt::format("over {} of {} ports, since the others have no way", found,
                                   lanes.size()));
    return path;
  }

  // Over other NICs than the nearest: one way out and one in.
  std::optional<Path> elsewhere(ComponentId from, const std::vector<Outlet>& sources,
                                ComponentId to, const std::vector<Outlet>& targets,
                                std::string& why_not) {
    const bool over_nvlink = router_.policy().pxn;
    const bool is_broken = rails_.has_faults(*rails_.compute()) ||
                           !t_.is_sound(*t_.instance_of(from)) || !t_.is_sound(*t_.instance_of(to));
    const auto outs = exits_of(t_, rails_, from, sources, over_nvlink, is_broken);
    const auto ins = exits_of(t_, rails_, to, targets, over_nvlink, is_broken);
    std::optional<Path> second;
    std::string second_why_not;
    for (const auto& [o, i] : by_cost(outs, ins)) {
      std::vector<Path> all;
      std::string own_why_not;
      for (const auto& [source, target] :
           lanes_between(outs[o].outlets, false, ins[i].outlets, false)) {
        const Lane lane{from, to, source, target, outs[o].relay, ins[i].relay};
        if (!crosses(lane)) continue;
        if (auto path = way_of(lane, {}, own_why_not)) all.push_back(std::move(*path));
      }
      if (all.empty()) continue;
      Path path = together(std::move(all));
      add_remark(path, turn(from, outs[o], "leaves") + turn(to, ins[i], "arrives"));
      if (own_why_not.empty()) return path;
      if (second) continue;
      second = std::move(path);
      second_why_not = std::move(own_why_not);
    }
    if (second) why_not = second_why_not;
    return second;
  }

  std::string turn(ComponentId end, const Exit& exit, std::string_view verb) const {
    if (exit.cost == 0) return {};
    const std::string nic = t_.name(nic_above(t_, outlet(end, exit.outlets.front())));
    const std::string over = exit.relay ? fmt::format("over {} ", t_.name(*exit.relay)) : "";
    return fmt::format("{} {}at {}, since the nearest NICs have no way; ", verb, over, nic);
  }

  static void add_remark(Path& path, std::string remark) {
    if (remark.ends_with("; ")) remark.resize(remark.size() - 2);
    if (remark.empty()) return;
    path.remark += (path.remark.empty() ? "" : "; ") + remark;
  }

  // Out of one NIC and in at another; relays are GPUs that data passes on its way to them.
  struct Lane {
    ComponentId from;
    ComponentId to;
    Outlet source;
    Outlet target;
    std::optional<ComponentId> out_relay;
    std::optional<ComponentId> in_relay;
  };

  bool crosses(const Lane& lane) const {
    const Network& network = *rails_.compute();
    return rails_.are_joined(network, *network.endpoint_of(t_, outlet(lane.from, lane.source)),
                             *network.endpoint_of(t_, outlet(lane.to, lane.target)));
  }

  Expected<Path> way_of(const Lane& lane, std::string remark, std::string& why_not) {
    path_ = Path{.from = lane.from, .to = lane.to, .mode = mode_, .distance = Distance::net};
    path_.remark = std::move(remark);
    const ComponentId sender = lane.out_relay.value_or(lane.from);
    const ComponentId receiver = lane.in_relay.value_or(lane.to);
    const ComponentId out = outlet(lane.from, lane.source);
    const ComponentId in = outlet(lane.to, lane.target);
    if (!crosses(lane))
      return no_way(lane.from, lane.to,
                    fmt::format("links between {} and {} are down", t_.name(out), t_.name(in)));
    Expected<void> added;
    if (lane.out_relay) added = append(fabric_path(t_, lane.from, sender, link::Engine::kernel));
    if (added) added = leave(sender, out, why_not);
    if (added) added = cross(*rails_.compute(), out, in);
    if (added) added = arrive(in, receiver, why_not);
    if (added && lane.in_relay)
      added = append(fabric_path(t_, receiver, lane.to, link::Engine::kernel));
    if (!added) return tl::make_unexpected(std::move(added.error()));
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
  std::vector<Outlet> outlets_of(ComponentId id) const {
    const Instance server = *t_.instance_of(id);
    const std::vector<ComponentId>& outlets = rails_.compute()->outlets;
    const ComponentId local = in_template(server, id);
    std::vector<Outlet> own;
    for (std::uint32_t o = 0; o < outlets.size(); ++o)
      if (outlets[o] == local || nic_above(server.of(), outlets[o]) == local) own.push_back(o);
    return own.empty() ? rails_.outlets_of(server, local) : own;
  }
  ComponentId outlet(ComponentId beside, Outlet slot) const {
    return Topology::in_instance(*t_.instance_of(beside), rails_.compute()->outlets[slot]);
  }

  Expected<Path> over_fabric(ComponentId from, ComponentId to) {
    const Network& network = *direct_network(t_, from, to);
    path_ = Path{.from = from, .to = to, .mode = mode_, .distance = Distance::nvl};
    const auto added = add_network_way(t_, network, *network.endpoint_of(t_, from),
                                       *network.endpoint_of(t_, to), rails_.has_faults(network),
                                       {.engine = engine_}, path_, router_.policy(), flow_);
    if (!added) return tl::make_unexpected(added.error());
    return std::move(path_);
  }

  Expected<void> cross(const Network& network, ComponentId out, ComponentId in) {
    return add_network_way(t_, network, *network.endpoint_of(t_, out), *network.endpoint_of(t_, in),
                           rails_.has_faults(network), {.engine = link::Engine::nic}, path_,
                           router_.policy(), flow_);
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
  FlowIdentity flow_;
  Path path_;
};

}  // namespace

Expected<Path> remote_path(const Router& router, const ClusterRails& rails, ComponentId from,
                           ComponentId to, link::Engine engine, Mode mode, std::string& why_not,
                           FlowIdentity flow) {
  return Remote(router, rails, engine, mode, flow).run(from, to, why_not);
}

}  // namespace weft::route
