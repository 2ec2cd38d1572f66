#include "weft/route/modes.hpp"

#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/route/port_line.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace weft::route {
namespace {

using topology::CapacityRole;
using topology::ComponentKind;

Seconds passing(ComponentKind kind) {
  const auto& latency = facts::classes().latency;
  switch (kind) {
    case ComponentKind::pcie_switch:
      return nanoseconds(latency.pcie_switch_ns.value);
    case ComponentKind::numa_node:
      return nanoseconds(latency.root_complex_ns.value);
    case ComponentKind::nvswitch:
      return nanoseconds(latency.nvswitch_ns.value);
    default:
      return Seconds(0);
  }
}

// Link traversals plus what each component between them adds.
Seconds latency_of(const Topology& topology, const std::vector<LinkId>& way) {
  Seconds total{0};
  for (std::size_t i = 0; i < way.size(); ++i) {
    const topology::Link link = topology.link(way[i]);
    total += link.model.latency();
    if (i + 1 < way.size()) total += passing(topology.kind(link.to));
  }
  return total;
}

void append(const Topology& topology, const std::vector<LinkId>& way,
            const link::Transfer& transfer, Path& path) {
  for (const LinkId id : way) {
    const topology::Link link = topology.link(id);
    path.hops.push_back({link.from, link.to, {{id, 1.0}}, transfer});
    add_uses(topology, path.hops.back(), path.uses);
  }
  path.latency += latency_of(topology, way);
}

// Peer traffic that turns around in a root complex comes out of it in smaller packets where the
// CPU forwards it in pieces, and takes of what the CPU can forward.
void charge_root_complex(const Topology& topology, const std::vector<LinkId>& way,
                         ComponentKind other_end, Path& path) {
  Bytes piece{0};
  for (std::size_t i = 0; i < way.size(); ++i) {
    const topology::Link link = topology.link(way[i]);
    Hop& hop = path.hops[i];
    hop.transfer.payload_limit = piece;
    if (topology.kind(link.to) == ComponentKind::numa_node) {
      const auto stated = parse_integer(topology.attributes(link.to).get("peer_payload"));
      if (stated && *stated > 0) piece = Bytes(static_cast<double>(*stated));
    }
    const bool leaves_socket = topology.kind(link.from) == ComponentKind::socket &&
                               topology.kind(link.to) == ComponentKind::socket;
    const ComponentId at = leaves_socket ? link.from : link.to;
    for (const ResourceId capacity : topology.capacities_at(at)) {
      const CapacityRole role = topology.role_of(capacity);
      const bool at_turn = topology.kind(link.to) == ComponentKind::numa_node;
      const bool to_nic = other_end == ComponentKind::nic;
      if ((leaves_socket && role == CapacityRole::peer_across_socket) ||
          (at_turn && to_nic && role == CapacityRole::peer_gpu_to_nic) ||
          (at_turn && !to_nic && role == CapacityRole::peer_gpu_to_gpu))
        add_use(capacity, 1.0, path.uses);
    }
  }
  for (const Hop& hop : path.hops) add_uses(topology, hop, path.uses);
}

tl::unexpected<Error> no_path(const Topology& topology, ComponentId from, ComponentId to,
                              const char* over) {
  return fail("NO_PATH", fmt::format("{} and {} are not joined over {}", topology.name(from),
                                     topology.name(to), over));
}

}  // namespace

std::optional<ComponentId> numa_of(const Topology& topology, ComponentId id) {
  if (topology.kind(id) == ComponentKind::numa_node) return id;
  std::optional<ComponentId> nearest;
  std::size_t best = 0;
  for (const ComponentId numa : topology.beside(id, ComponentKind::numa_node)) {
    const auto way = shortest_way(topology, device_of(topology, id), numa, kPcieWalk);
    if (way.empty() || (nearest && way.size() >= best)) continue;
    nearest = numa;
    best = way.size();
  }
  return nearest;
}

std::optional<ComponentId> memory_of(const Topology& topology, ComponentId id) {
  if (topology.kind(id) == ComponentKind::memory) return id;
  const auto numa = numa_of(topology, id);
  if (!numa) return std::nullopt;
  for (const LinkId leaving : topology.links_of(*numa)) {
    const ComponentId to = topology.link(leaving).to;
    if (topology.kind(to) == ComponentKind::memory) return to;
  }
  return std::nullopt;
}

namespace {

// Whether a way leaves a NUMA node through another host bridge than it came in by. Most formats do
// not tell host bridges apart; all devices of a node are then below one.
bool changes_host_bridge(const Topology& topology, const std::vector<LinkId>& way) {
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    const topology::Link in = topology.link(way[i]);
    if (topology.kind(in.to) != ComponentKind::numa_node) continue;
    const auto here = topology.attributes(in.from).get(topology::kHostBridge);
    const auto there = topology.attributes(topology.link(way[i + 1]).to).get(topology::kHostBridge);
    if (!here.empty() && !there.empty() && here != there) return true;
  }
  return false;
}

}  // namespace

Distance distance_of(const Topology& topology, const std::vector<LinkId>& way) {
  std::set<std::uint32_t> switches;
  std::set<std::uint32_t> numas;
  bool coherent = false;
  for (const LinkId id : way) {
    const topology::Link link = topology.link(id);
    coherent = coherent || link.model.kind() == "c2c";
    for (const ComponentId end : {link.from, link.to}) {
      if (topology.kind(end) == ComponentKind::pcie_switch) switches.insert(end.value);
      if (topology.kind(end) == ComponentKind::numa_node) numas.insert(end.value);
    }
  }
  if (numas.size() > 1) return Distance::sys;
  if (numas.size() == 1) {
    if (coherent) return Distance::c2c;
    return changes_host_bridge(topology, way) ? Distance::node : Distance::phb;
  }
  if (switches.size() > 1) return Distance::pxb;
  return switches.empty() ? Distance::loc : Distance::pix;
}

Expected<Path> fabric_path(const Topology& topology, ComponentId from, ComponentId to,
                           link::Engine engine) {
  const auto ways = shortest_ways(topology, from, to, kFabricWalk);
  if (ways.empty()) return no_path(topology, from, to, "NVLink, xGMI or their like");
  // A way carries in proportion to its thinnest link, as striping by address does.
  std::vector<double> width;
  double total = 0;
  for (const auto& way : ways) {
    Bandwidth least = kUnlimited;
    for (const LinkId id : way) least = std::min(least, topology.link(id).model.capacity());
    width.push_back(least.value());
    total += least.value();
  }
  Path path{.from = from, .to = to, .mode = Mode::nvlink, .distance = Distance::nvl};
  const link::Transfer transfer{.engine = engine};
  for (std::size_t step = 0; step < ways.front().size(); ++step) {
    Hop hop{
        topology.link(ways.front()[step]).from, topology.link(ways.front()[step]).to, {}, transfer};
    for (std::size_t w = 0; w < ways.size(); ++w) {
      const LinkId id = ways[w][step];
      const auto known = std::find_if(hop.stripes.begin(), hop.stripes.end(),
                                      [&](const Stripe& stripe) { return stripe.link == id; });
      if (known == hop.stripes.end())
        hop.stripes.push_back({id, width[w] / total});
      else
        known->share += width[w] / total;
    }
    add_uses(topology, hop, path.uses);
    path.hops.push_back(std::move(hop));
  }
  path.latency = latency_of(topology, ways.front());
  return path;
}

Expected<Path> peer_path(const Topology& topology, ComponentId from, ComponentId to,
                         link::Engine engine, Mode mode, bool acs) {
  const ComponentId source = device_of(topology, from);
  const ComponentId target = device_of(topology, to);
  auto way = shortest_way(topology, source, target, kPcieWalk);
  if (way.empty()) return no_path(topology, from, to, "PCIe");
  Path path{.from = from, .to = to, .mode = mode, .distance = distance_of(topology, way)};
  const bool inside_switches = path.distance <= Distance::pxb;
  if (acs && inside_switches) {
    const auto numa = numa_of(topology, source);
    if (!numa) return no_path(topology, from, to, "PCIe with ACS: there is no CPU to turn at");
    way = shortest_way(topology, source, *numa, kPcieWalk);
    const auto down = shortest_way(topology, *numa, target, kPcieWalk);
    way.insert(way.end(), down.begin(), down.end());
    path.distance = Distance::phb;
    path.remark = "ACS request redirect sends peer traffic up to the CPU and down again";
  }
  // The NIC fetches what it sends and pushes what it has received; peers push.
  const bool nic_reads =
      topology.kind(target) == ComponentKind::nic && topology.kind(source) != ComponentKind::nic;
  const link::Transfer transfer{.engine = engine,
                                .verb = nic_reads ? link::Verb::read : link::Verb::write};
  append(topology, way, transfer, path);
  path.uses.clear();
  const bool nic =
      topology.kind(target) == ComponentKind::nic || topology.kind(source) == ComponentKind::nic;
  charge_root_complex(topology, way, nic ? ComponentKind::nic : ComponentKind::gpu, path);
  return path;
}

Expected<Path> dma_path(const Topology& topology, ComponentId from, ComponentId to,
                        link::Engine engine, Mode mode) {
  const ComponentId source = device_of(topology, from);
  const ComponentId target = device_of(topology, to);
  const auto way = shortest_way(topology, source, target, kPcieWalk);
  if (way.empty()) return no_path(topology, from, to, "PCIe");
  Path path{.from = from, .to = to, .mode = mode, .distance = distance_of(topology, way)};
  // The device does the work: it writes to host memory and reads from it.
  const ComponentKind source_kind = topology.kind(source);
  const bool from_host = source_kind == ComponentKind::memory ||
                         source_kind == ComponentKind::numa_node ||
                         source_kind == ComponentKind::socket;
  link::Transfer transfer{.engine = engine,
                          .verb = from_host ? link::Verb::read : link::Verb::write};
  if (from_host && engine == link::Engine::kernel)
    transfer.request_limit = Bytes(facts::classes().pcie.kernel_read_bytes.value);
  append(topology, way, transfer, path);
  return path;
}

namespace {

// The switch whose link to the CPU carries a staged copy both up and down; none where the two ends
// hang on the CPU apart.
std::optional<ComponentId> shared_uplink(const Topology& topology, const std::vector<Hop>& up,
                                         const std::vector<Hop>& down) {
  for (const Hop& hop : up)
    for (const Hop& back : down)
      if (topology.kind(hop.from) == ComponentKind::pcie_switch && hop.from == back.to &&
          hop.to == back.from && topology.kind(hop.to) == ComponentKind::numa_node)
        return hop.from;
  return std::nullopt;
}

}  // namespace

Expected<Path> staged_path(const Topology& topology, ComponentId from, ComponentId to,
                           link::Engine engine) {
  const auto memory = memory_of(topology, from);
  if (!memory) return no_path(topology, from, to, "host memory: there is no CPU");
  auto first = dma_path(topology, from, *memory, engine, Mode::dma);
  if (!first) return first;
  const auto second = dma_path(topology, *memory, to, engine, Mode::dma);
  if (!second) return second;
  Path path = std::move(*first);
  path.to = to;
  path.mode = Mode::staged;
  const auto direct =
      shortest_way(topology, device_of(topology, from), device_of(topology, to), kPcieWalk);
  path.distance = distance_of(topology, direct);
  if (const auto shared = shared_uplink(topology, path.hops, second->hops))
    path.remark = fmt::format(
        "both copies take the uplink of {}: data that goes both ways gets half of it each",
        topology.name(*shared));
  path.hops.insert(path.hops.end(), second->hops.begin(), second->hops.end());
  for (const Use& use : second->uses) add_use(use.resource, use.weight, path.uses);
  path.latency += second->latency;
  return path;
}

Expected<Path> network_path(const Topology& topology, const StaticRoutes& routes, ComponentId from,
                            ComponentId to) {
  const auto way = routes.way(from, to);
  if (way.empty()) return no_path(topology, from, to, "the network");
  Path path{.from = from, .to = to, .mode = Mode::network, .distance = Distance::net};
  append(topology, way, {.engine = link::Engine::nic}, path);
  return path;
}

}  // namespace weft::route
