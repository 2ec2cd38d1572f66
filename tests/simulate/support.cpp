#include "tests/simulate/support.hpp"

#include "weft/link/ethernet.hpp"
#include "weft/link/fixed.hpp"
#include "weft/topology/builder.hpp"

#include <gtest/gtest.h>

namespace weft::simulate::test {

using schedule::Move;
using schedule::Op;
using schedule::Ordering;
using schedule::Rank;

topology::Topology resources(const std::vector<double>& capacities) {
  topology::Builder builder("resources");
  const ComponentId at = builder.add(topology::ComponentKind::numa_node);
  for (const double capacity : capacities)
    builder.limit({.name = "resource",
                   .kind = "abstract",
                   .capacity = Bandwidth(capacity),
                   .at = at,
                   .role = topology::CapacityRole::peer_gpu_to_gpu,
                   .source = "stated"});
  return std::move(builder).build();
}

topology::Topology star(const std::vector<Host>& hosts) {
  topology::Builder builder("star");
  for (std::size_t i = 0; i < hosts.size(); ++i) builder.add(topology::ComponentKind::host);
  const ComponentId hub = builder.add(topology::ComponentKind::network_switch);
  for (std::size_t i = 0; i < hosts.size(); ++i)
    builder.connect(hub, ComponentId(i),
                    link::fixed_link({.name = "link",
                                      .kind = "network",
                                      .rate = gigabytes_per_second(hosts[i].gBps),
                                      .latency = microseconds(hosts[i].latency_us / 2),
                                      .source = "stated"}),
                    topology::Provenance::specified);
  return std::move(builder).build();
}

topology::Topology ethernet_star(std::size_t hosts) {
  topology::Builder builder("Ethernet star");
  const auto link =
      link::ethernet_link({.rate = "eth100", .framing = {.protocol = link::EthernetProtocol::tcp}});
  for (std::size_t i = 0; i < hosts; ++i) builder.add(topology::ComponentKind::host);
  const ComponentId hub = builder.add(topology::ComponentKind::network_switch);
  for (std::size_t i = 0; i < hosts; ++i)
    builder.connect(hub, ComponentId(i), link.value(), topology::Provenance::specified);
  return std::move(builder).build();
}

schedule::Placement one_each(std::size_t ranks) { return one_each(ranks, {}); }

schedule::Placement one_each(std::size_t ranks, std::vector<std::vector<Rank>> orders) {
  std::vector<ComponentId> components;
  for (std::size_t r = 0; r < ranks; ++r) components.emplace_back(r);
  return {std::move(components), std::move(orders)};
}

schedule::PhasePtr phase(std::string name, std::uint64_t repeat, Ordering ordering,
                         TestPhase::Moves moves) {
  return std::make_shared<TestPhase>(std::move(name), repeat, ordering, std::move(moves));
}

schedule::Schedule schedule_of(Rank ranks, std::vector<schedule::PhasePtr> phases,
                               std::uint64_t chunks) {
  schedule::Schedule s;
  s.name = "test";
  s.ranks = ranks;
  s.buffers = {{"data", chunks, 1.0}};
  s.phases = std::move(phases);
  return s;
}

schedule::PhasePtr around(Rank ranks, std::uint64_t repeat) {
  return phase("around", repeat, Ordering::after_receive, [ranks](Rank r) {
    return std::vector<Move>{send((r + 1) % ranks), recv((r + ranks - 1) % ranks)};
  });
}

schedule::PhasePtr chain(Rank ranks, std::uint64_t pieces) {
  return phase("chain", pieces, Ordering::after_receive, [ranks](Rank r) {
    if (r == 0) return std::vector<Move>{send(1)};
    if (r + 1 == ranks) return std::vector<Move>{recv(r - 1)};
    return std::vector<Move>{pass_on(r - 1, r + 1)};
  });
}

Move send(Rank to, std::uint32_t chunks) { return {.op = Op::send, .peer = to, .chunks = chunks}; }
Move recv(Rank from, std::uint32_t chunks) {
  return {.op = Op::recv, .peer = from, .chunks = chunks};
}
Move pass_on(Rank from, Rank to, std::uint32_t chunks) {
  return {.op = Op::recv_copy_send, .peer = from, .to = to, .chunks = chunks};
}
Move compute(double us) { return {.op = Op::compute, .time = microseconds(us)}; }

schedule::Timeline run(const schedule::Schedule& schedule, const topology::Topology& topology,
                       const schedule::Placement& placement, Bytes size, const MessageCost& cost,
                       const SimulateOptions& options) {
  const route::Router router(topology);
  const auto simulator = Simulator::make(schedule, placement, router);
  if (!simulator) {
    ADD_FAILURE() << to_string(simulator.error());
    return {};
  }
  return simulator->run(size, cost, options);
}

}  // namespace weft::simulate::test
