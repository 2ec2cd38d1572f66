#include "weft/topology/host.hpp"

#include "weft/base/assert.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/cpus.hpp"
#include "weft/link/bus.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/socket_link.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace weft::topology {

const facts::Cpu& cpu_of(const HostNuma& node) {
  if (node.cpu != nullptr) return *node.cpu;
  return facts::find_cpu(node.vendor, node.arch, std::max(0, node.family), std::max(0, node.model));
}

namespace {

// Where NUMA nodes are: the socket of each, and how many the socket has, those included that a file
// does not name. A node without a number among numbered ones counts for nothing, since what it is
// part of is not known.
struct Seating {
  std::vector<int> socket;
  std::map<int, int> nodes_on;  // [socket], at least 1
};

Seating seat_as_stated(std::span<const HostNuma> nodes) {
  Seating seating;
  for (const HostNuma& node : nodes) {
    seating.socket.push_back(node.socket);
    ++seating.nodes_on[node.socket];
  }
  return seating;
}

// More numbers than a server has nodes are not a count: POWER starts its sockets at 0 and 8.
constexpr int kMostNodes = 64;

// As many nodes on each socket as its CPU always has, else a socket each for up to two, else two
// halves, by number; where no number is known, by order. A file may name some of the nodes only, so
// the highest number says how many there are.
Seating seat_by_number(std::span<const HostNuma> nodes) {
  int highest = -1;
  for (const HostNuma& node : nodes) highest = std::max(highest, node.numa_id);
  const bool numbered = highest >= 0 && highest < kMostNodes;
  if (!numbered) highest = static_cast<int>(nodes.size()) - 1;
  const facts::Cpu& cpu = cpu_of(nodes.front());
  const int total = highest == 0 ? 1 : (highest + 2) / 2 * 2;
  Seating seating;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const int order = static_cast<int>(i);
    const int stated = nodes[i].numa_id >= 0 ? nodes[i].numa_id : nodes[i].near_numa;
    const int position = numbered && stated >= 0 ? std::min(stated, highest) : order;
    int socket = 2 * position >= std::max(total, 2) ? 1 : 0;
    int nodes_on = std::max(1, total / 2);
    if (cpu.nodes_per_socket > 0) {
      socket = position / cpu.nodes_per_socket;
      nodes_on = cpu.nodes_per_socket;
    }
    if (cpu.most_sockets == 1) {
      socket = 0;
      nodes_on = total;
    }
    seating.socket.push_back(socket);
    seating.nodes_on.try_emplace(socket, nodes_on);
  }
  return seating;
}

Seating seat(std::span<const HostNuma> nodes) {
  const bool stated =
      std::all_of(nodes.begin(), nodes.end(), [](const HostNuma& n) { return n.socket >= 0; });
  return stated ? seat_as_stated(nodes) : seat_by_number(nodes);
}

void add_memory(Builder& builder, ComponentId numa, const facts::Cpu& cpu, int nodes_on_socket,
                Place place) {
  const ComponentId memory = builder.add(ComponentKind::memory, place);
  const Bandwidth rate = cpu.memory_peak * (cpu.memory_stream / nodes_on_socket);
  if (rate.value() <= 0) return;
  const auto model =
      link::fixed_link({.name = fmt::format("{} {} MT/s x{}", cpu.memory, cpu.memory_MTps,
                                            cpu.memory_channels / std::max(1, nodes_on_socket)),
                        .kind = "memory",
                        .rate = rate,
                        .latency = nanoseconds(facts::classes().latency.memory_ns.value),
                        .source = to_string(cpu.evidence),
                        .sharing = link::half_duplex("DRAM channels", to_string(cpu.evidence))});
  builder.connect(numa, memory, model, Provenance::assumed);
}

void limit_peers(Builder& builder, ComponentId numa, const facts::Cpu& cpu) {
  const auto limit = [&](Bandwidth capacity, CapacityRole role, const char* what) {
    if (capacity.value() <= 0) return;
    builder.limit({.name = fmt::format("{} through the root complex of {}", what, cpu.pretty),
                   .kind = "root-complex",
                   .capacity = capacity,
                   .at = numa,
                   .role = role,
                   .source = to_string(cpu.evidence)});
  };
  limit(cpu.root_port_cap, CapacityRole::peer_gpu_to_gpu, "GPU peer traffic");
  limit(cpu.gpu_nic_p2p_cap, CapacityRole::peer_gpu_to_nic, "peer traffic of NICs");
  if (cpu.p2p_payload.value() > 0)
    builder.attributes(numa).set("peer_payload",
                                 std::to_string(static_cast<int>(cpu.p2p_payload.value())),
                                 Provenance::specified);
}

void join_sockets(Builder& builder, const std::vector<ComponentId>& sockets,
                  const facts::Cpu& cpu) {
  if (sockets.size() < 2) return;
  link::LinkModelPtr model;
  if (!cpu.socket_link.empty()) {
    auto known = link::socket_link({.name = cpu.socket_link, .links = cpu.socket_links});
    WEFT_ASSERT(known.has_value(), "cpus.toml names socket links of cpu-links.toml");
    model = *known;
  } else {
    // A CPU that is not known to have siblings: all that can be said is what NCCL assumes.
    model = link::fixed_link({.name = "socket link",
                              .kind = "socket-link",
                              .rate = cpu.nccl_intersocket,
                              .latency = nanoseconds(facts::classes().latency.socket_link_ns.value),
                              .source = to_string(cpu.evidence)});
  }
  for (std::size_t a = 0; a < sockets.size(); ++a)
    for (std::size_t b = a + 1; b < sockets.size(); ++b)
      builder.connect(sockets[a], sockets[b], model, Provenance::assumed);
  if (cpu.nccl_intersocket.value() <= 0) return;
  for (const ComponentId socket : sockets)
    builder.limit({.name = fmt::format("peer traffic that leaves a socket of {}", cpu.pretty),
                   .kind = "root-complex",
                   .capacity = cpu.nccl_intersocket,
                   .at = socket,
                   .role = CapacityRole::peer_across_socket,
                   .source = to_string(cpu.evidence)});
}

// All processors of an SMP server see one memory, behind a bus that some or all of them share.
void add_smp(Builder& builder, const HostNuma& node, const facts::Cpu& cpu, Place place,
             HostFrame& frame) {
  Attributes attributes = node.attributes;
  if (!attributes.has("numaid")) attributes.set("numaid", std::to_string(node.numa_id));
  const int sockets = node.sockets > 0 ? node.sockets : cpu.bus_usual_sockets;
  std::vector<ComponentId> processors;
  for (int i = 0; i < sockets; ++i) {
    Attributes socket;
    socket.set("model", cpu.pretty, Provenance::assumed);
    processors.push_back(builder.add(ComponentKind::socket, place, std::move(socket)));
  }
  const ComponentId numa = builder.add(ComponentKind::numa_node, place, std::move(attributes));
  frame.numa.push_back(numa);
  frame.socket.push_back(processors.front());
  frame.sockets += processors.size();
  const auto bus = link::bus_link({.name = cpu.front_side_bus});
  WEFT_ASSERT(bus.has_value(), "cpus.toml names buses of buses.toml");
  const auto on_one_bus = static_cast<std::size_t>(cpu.bus_sockets);
  for (std::size_t first = 0; first < processors.size(); first += on_one_bus) {
    std::vector<std::pair<ComponentId, ComponentId>> ends;
    for (std::size_t i = first; i < std::min(first + on_one_bus, processors.size()); ++i)
      ends.emplace_back(processors[i], numa);
    builder.connect_shared(ends, *bus, processors[first], Provenance::assumed);
  }
  add_memory(builder, numa, cpu, 1, place);
  limit_peers(builder, numa, cpu);
}

}  // namespace

HostFrame add_host(Builder& builder, std::span<const HostNuma> nodes, Place place) {
  HostFrame frame;
  if (nodes.empty()) return frame;
  if (!cpu_of(nodes.front()).front_side_bus.empty()) {
    for (const HostNuma& node : nodes) add_smp(builder, node, cpu_of(node), place, frame);
    return frame;
  }
  const Seating seating = seat(nodes);
  const std::vector<int>& socket_of = seating.socket;
  std::map<int, ComponentId> sockets;
  for (const auto& [number, count] : seating.nodes_on) {
    Attributes attributes;
    const auto first = std::find(socket_of.begin(), socket_of.end(), number) - socket_of.begin();
    const HostNuma& node = nodes[static_cast<std::size_t>(first)];
    const facts::Cpu& cpu = cpu_of(node);
    attributes.set("model", cpu.pretty, Provenance::assumed);
    const Provenance known = node.assumed ? Provenance::assumed : Provenance::specified;
    if (!cpu.vendor.empty()) attributes.set("vendor", cpu.vendor, known);
    if (!cpu.archs.empty()) attributes.set("arch", cpu.archs.front(), known);
    sockets[number] = builder.add(ComponentKind::socket, place, std::move(attributes));
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const facts::Cpu& cpu = cpu_of(nodes[i]);
    Attributes attributes = nodes[i].attributes;
    if (!attributes.has("numaid")) attributes.set("numaid", std::to_string(nodes[i].numa_id));
    const ComponentId numa = builder.add(ComponentKind::numa_node, place, std::move(attributes));
    frame.numa.push_back(numa);
    frame.socket.push_back(sockets[socket_of[i]]);
    // Inside a package nothing slower than its memory stands between a node and the others.
    builder.connect(
        sockets[socket_of[i]], numa,
        link::fixed_link({.name = "on-package fabric",
                          .kind = "on-package",
                          .rate = cpu.memory_peak.value() > 0 ? cpu.memory_peak : kUnlimited,
                          .latency = Seconds(0),
                          .source = "taken as fast as the memory of the socket"}),
        Provenance::assumed);
    add_memory(builder, numa, cpu, seating.nodes_on.at(socket_of[i]), place);
    limit_peers(builder, numa, cpu);
  }
  frame.sockets = sockets.size();
  std::vector<ComponentId> all;
  for (const auto& [number, id] : sockets) all.push_back(id);
  join_sockets(builder, all, cpu_of(nodes.front()));
  return frame;
}

}  // namespace weft::topology
