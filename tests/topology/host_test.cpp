#include "weft/topology/host.hpp"

#include "weft/facts/cpus.hpp"
#include "weft/topology/builder.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace weft::topology {
namespace {

HostNuma rome(int numa_id) {
  return {.numa_id = numa_id,
          .socket = -1,
          .arch = "x86_64",
          .vendor = "AuthenticAMD",
          .family = 23,
          .model = 49,
          .attributes = {}};
}

HostNuma skylake(int numa_id) {
  HostNuma node = rome(numa_id);
  node.vendor = "GenuineIntel";
  node.family = 6;
  node.model = 85;
  return node;
}

Topology host(const std::vector<HostNuma>& nodes) {
  Builder builder("host");
  const HostFrame frame = add_host(builder, nodes, {.server = 0});
  EXPECT_EQ(frame.numa.size(), nodes.size());
  return std::move(builder).build();
}

template <class Make>
std::vector<HostNuma> nodes(Make make, const std::vector<int>& ids) {
  std::vector<HostNuma> all;
  for (const int id : ids) all.push_back(make(id));
  return all;
}

// Which socket a NUMA node hangs below, by ordinal.
std::vector<std::uint32_t> socket_of_each(const Topology& t) {
  std::vector<std::uint32_t> sockets;
  for (const ComponentId numa : t.all(ComponentKind::numa_node))
    for (const LinkId leaving : t.links_of(numa))
      if (t.kind(t.link(leaving).to) == ComponentKind::socket)
        sockets.push_back(t.ordinal(t.link(leaving).to));
  return sockets;
}

std::size_t links_between_sockets(const Topology& t) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < t.link_count(); i += 2)
    if (t.kind(t.link(LinkId(i)).from) == ComponentKind::socket &&
        t.kind(t.link(LinkId(i)).to) == ComponentKind::socket)
      ++count;
  return count;
}

// The one link that leads down to a memory.
LinkId memory_link(const Topology& t, std::size_t which) {
  const ComponentId memory = t.all(ComponentKind::memory)[which];
  return Topology::opposite(t.links_of(memory)[0]);
}

using Sockets = std::vector<std::uint32_t>;

TEST(AddHost, UpToTwoNodesAreASocketEach) {
  EXPECT_EQ(socket_of_each(host(nodes(rome, {0}))), (Sockets{0}));
  EXPECT_EQ(socket_of_each(host(nodes(rome, {0, 1}))), (Sockets{0, 1}));
}

TEST(AddHost, ACpuThatIsKnownByNameNeedsNoNumbers) {
  HostNuma named;
  named.cpu = facts::find_cpu("genoa");
  const Topology t = host({named});
  EXPECT_EQ(t.attributes(t.all(ComponentKind::socket)[0]).get("model"), "AMD EPYC 9004 (Genoa)");
  // 12 channels x 4800 MT/s x 8 B x 0.8 of streaming access.
  EXPECT_NEAR(t.link(memory_link(t, 0)).model.capacity().value(), 368.64e9, 1e3);
}

TEST(AddHost, MoreNodesAreSplitEvenlyOverTwoSockets) {
  EXPECT_EQ(socket_of_each(host(nodes(rome, {0, 1, 2, 3}))), (Sockets{0, 0, 1, 1}));
  EXPECT_EQ(socket_of_each(host(nodes(rome, {0, 1, 2, 3, 4, 5, 6, 7}))),
            (Sockets{0, 0, 0, 0, 1, 1, 1, 1}));
}

HostNuma named(const char* cpu, int numa_id) {
  HostNuma node;
  node.numa_id = numa_id;
  node.cpu = facts::find_cpu(cpu);
  return node;
}

std::vector<HostNuma> named(const char* cpu, const std::vector<int>& ids) {
  std::vector<HostNuma> all;
  for (const int id : ids) all.push_back(named(cpu, id));
  return all;
}

TEST(AddHost, TheNodesOfASocketFollowFromACpuThatHasNoSetting) {
  // EPYC 7A53: one socket of four quadrants. EPYC 7001: four dies a package. MI300A and Grace: one.
  EXPECT_EQ(socket_of_each(host(named("trento", {0, 1, 2, 3}))), (Sockets{0, 0, 0, 0}));
  EXPECT_EQ(socket_of_each(host(named("naples", {0, 1, 2, 3}))), (Sockets{0, 0, 0, 0}));
  EXPECT_EQ(socket_of_each(host(named("naples", {0, 3, 4, 7}))), (Sockets{0, 0, 1, 1}));
  EXPECT_EQ(socket_of_each(host(named("mi300a", {0, 1, 2, 3}))), (Sockets{0, 1, 2, 3}));
  EXPECT_EQ(socket_of_each(host(named("grace", {0, 1}))), (Sockets{0, 1}));
  EXPECT_EQ(socket_of_each(host(named("power9", {0, 8}))), (Sockets{0, 1}));
}

TEST(AddHost, NodesThatAFileLeavesOutHaveTheirPartOfTheMemory) {
  // Nodes 1, 3, 5, 7 of eight: 8 channels x 3200 MT/s x 8 B are shared by four nodes of a socket.
  const Topology odd = host(nodes(rome, {1, 3, 5, 7}));
  // Nodes 0 and 2 of four: by two.
  const Topology even = host(nodes(rome, {0, 2}));
  const double stream = facts::find_cpu("rome")->memory_stream;
  EXPECT_NEAR(odd.link(memory_link(odd, 0)).model.capacity().value(), 204.8e9 * stream / 4, 1);
  EXPECT_NEAR(even.link(memory_link(even, 1)).model.capacity().value(), 204.8e9 * stream / 2, 1);
}

TEST(AddHost, NodesOfUnknownNumberTakeNothingFromTheOthers) {
  const Topology t = host(nodes(rome, {0, 1, -1}));
  const double stream = facts::find_cpu("rome")->memory_stream;
  EXPECT_NEAR(t.link(memory_link(t, 0)).model.capacity().value(), 204.8e9 * stream, 1);
  EXPECT_NEAR(t.link(memory_link(t, 1)).model.capacity().value(), 204.8e9 * stream, 1);
}

TEST(AddHost, TheHalfFollowsFromTheIdAndNotFromTheOrderInTheFile) {
  EXPECT_EQ(socket_of_each(host(nodes(rome, {3, 0, 2, 1}))), (Sockets{1, 0, 1, 0}));
  // A file that names only the nodes that have a GPU: 1, 3, 5, 7 of eight.
  EXPECT_EQ(socket_of_each(host(nodes(rome, {1, 3, 5, 7}))), (Sockets{0, 0, 1, 1}));
}

TEST(AddHost, NodesWithoutAnIdCountInTheOrderOfTheFile) {
  EXPECT_EQ(socket_of_each(host(nodes(rome, {-1}))), (Sockets{0}));
  EXPECT_EQ(socket_of_each(host(nodes(rome, {-1, -1}))), (Sockets{0, 1}));
  EXPECT_EQ(socket_of_each(host(nodes(rome, {-1, -1, -1, -1}))), (Sockets{0, 0, 1, 1}));
  // One known id does not place the others: two nodes stay a socket each.
  EXPECT_EQ(socket_of_each(host(nodes(rome, {0, -1}))), (Sockets{0, 1}));
}

TEST(AddHost, StatedSocketsAreTaken) {
  auto stated = nodes(rome, {0, 1, 2, 3});
  const std::vector<int> on = {0, 1, 0, 1};
  for (std::size_t i = 0; i < stated.size(); ++i) stated[i].socket = on[i];
  EXPECT_EQ(socket_of_each(host(stated)), (Sockets{0, 1, 0, 1}));
}

TEST(AddHost, FourSocketsAreJoinedPairwise) {
  auto stated = nodes(skylake, {0, 1, 2, 3});
  for (int i = 0; i < 4; ++i) stated[static_cast<std::size_t>(i)].socket = i;
  const Topology t = host(stated);
  EXPECT_EQ(t.all(ComponentKind::socket).size(), 4u);
  EXPECT_EQ(links_between_sockets(t), 6u);  // 4 x 3 / 2
}

TEST(AddHost, OneSocketHasNoSocketLinkAndNoLimitOnLeaving) {
  const Topology t = host(nodes(rome, {0}));
  EXPECT_EQ(links_between_sockets(t), 0u);
  EXPECT_TRUE(t.capacities_at(t.all(ComponentKind::socket)[0]).empty());
}

TEST(AddHost, MemoryIsSharedEvenlyByTheNodesOfASocket) {
  const facts::Cpu& cpu = facts::find_cpu("AuthenticAMD", "x86_64", 23, 49);
  ASSERT_EQ(cpu.name, "rome");
  for (const int count : {1, 2, 4, 8}) {
    std::vector<int> ids;
    for (int i = 0; i < count; ++i) ids.push_back(i);
    const Topology t = host(nodes(rome, ids));
    const int nodes_a_socket = std::max(1, count / 2);
    // 8 channels of DDR4-3200: 204.8 GB/s a socket, of which streaming reaches a part.
    const double expected = 204.8e9 * cpu.memory_stream / nodes_a_socket;
    ASSERT_EQ(t.all(ComponentKind::memory).size(), static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      EXPECT_NEAR(t.capacity(Topology::resource_of(memory_link(t, i))).value(), expected, 1);
  }
}

TEST(AddHost, ReadsAndWritesOfAMemoryTakeTurns) {
  const Topology t = host(nodes(rome, {0}));
  const LinkId down = memory_link(t, 0);
  ASSERT_EQ(t.resources_on(down).size(), 1u);
  ASSERT_EQ(t.resources_on(Topology::opposite(down)).size(), 1u);
  EXPECT_EQ(t.resources_on(down)[0].resource, t.resources_on(Topology::opposite(down))[0].resource);
  EXPECT_EQ(t.capacity(t.resources_on(down)[0].resource), t.capacity(Topology::resource_of(down)));
}

TEST(AddHost, IntelRootComplexesForwardPeersIn64BytePieces) {
  const Topology intel = host(nodes(skylake, {0, 1}));
  const Topology amd = host(nodes(rome, {0, 1}));
  EXPECT_EQ(intel.attributes(intel.all(ComponentKind::numa_node)[0]).get("peer_payload"), "64");
  EXPECT_FALSE(amd.attributes(amd.all(ComponentKind::numa_node)[0]).has("peer_payload"));
}

TEST(AddHost, RomeLimitsPeersThroughItsRootComplexByKind) {
  const Topology t = host(nodes(rome, {0, 1}));
  const ComponentId numa = t.all(ComponentKind::numa_node)[0];
  ASSERT_EQ(t.capacities_at(numa).size(), 2u);
  // Fire-Flyer AI-HPC: 37.5 GB/s a root port, 9 GiB/s between a GPU and a NIC.
  const SharedCapacity& gpus = t.shared(t.capacities_at(numa)[0]);
  const SharedCapacity& nics = t.shared(t.capacities_at(numa)[1]);
  EXPECT_EQ(gpus.role, CapacityRole::peer_gpu_to_gpu);
  EXPECT_NEAR(gpus.capacity.value(), 37.5e9, 1);
  EXPECT_EQ(nics.role, CapacityRole::peer_gpu_to_nic);
  EXPECT_NEAR(nics.capacity.value(), 9 * 0x1p30, 1);
}

TEST(AddHost, PeersThatLeaveASocketShareWhatNcclTakesForIt) {
  const Topology t = host(nodes(skylake, {0, 1}));
  for (const ComponentId socket : t.all(ComponentKind::socket)) {
    ASSERT_EQ(t.capacities_at(socket).size(), 1u);
    const SharedCapacity& limit = t.shared(t.capacities_at(socket)[0]);
    EXPECT_EQ(limit.role, CapacityRole::peer_across_socket);
    EXPECT_NEAR(limit.capacity.value(), 10e9, 1);  // NCCL topo.h, Skylake
  }
}

TEST(AddHost, UnknownProcessorsGetTheirVendorsFallbackOrTheGenericOne) {
  struct Case {
    const char* arch;
    const char* vendor;
    int family;
    int model;
    const char* expected;
  };
  for (const Case& c :
       {Case{"x86_64", "GenuineIntel", 6, 9999, "intel"},
        Case{"x86_64", "AuthenticAMD", 9999, 1, "amd"}, Case{"x86_64", "", -1, -1, "generic"},
        Case{"riscv64", "Nobody", -1, -1, "generic"}}) {
    HostNuma node = rome(0);
    node.arch = c.arch;
    node.vendor = c.vendor;
    node.family = c.family;
    node.model = c.model;
    const Topology t = host({node});
    EXPECT_EQ(t.attributes(t.all(ComponentKind::socket)[0]).get("model"),
              facts::find_cpu(c.expected)->pretty)
        << c.expected;
    EXPECT_EQ(t.all(ComponentKind::memory).size(), 1u);
  }
}

TEST(AddHost, WhatTheFileSaysOfANodeIsKept) {
  HostNuma node = rome(5);
  node.attributes.set("affinity", "ffff");
  const Topology t = host({node});
  const Attributes& kept = t.attributes(t.all(ComponentKind::numa_node)[0]);
  EXPECT_EQ(kept.get("affinity"), "ffff");
  EXPECT_EQ(kept.get("numaid"), "5");
}

TEST(AddHost, TwoHostsShareOneTopology) {
  Builder builder("two servers");
  const auto both = nodes(rome, {0, 1});
  add_host(builder, both, {.server = 0});
  const HostFrame second = add_host(builder, both, {.server = 1});
  const Topology t = std::move(builder).build();
  EXPECT_EQ(t.all(ComponentKind::socket).size(), 4u);
  EXPECT_EQ(links_between_sockets(t), 2u);  // one inside each server
  EXPECT_EQ(t.place_of(second.numa[0]).server, 1);
}

// A processor by its name in cpus.toml.
HostNuma on_bus(const char* cpu, int sockets = 0) {
  HostNuma node;
  node.cpu = facts::find_cpu(cpu);
  node.sockets = sockets;
  return node;
}

// The link down from a socket to the node.
LinkId bus_of(const Topology& t, std::size_t socket) {
  return t.links_of(t.all(ComponentKind::socket)[socket])[0];
}

TEST(AddHost, ProcessorsOfAnSmpServerShareOneBusToOneMemory) {
  const Topology t = host({on_bus("netburst")});
  ASSERT_EQ(t.all(ComponentKind::socket).size(), 2u);
  EXPECT_EQ(t.all(ComponentKind::numa_node).size(), 1u);
  EXPECT_EQ(t.all(ComponentKind::memory).size(), 1u);
  EXPECT_EQ(links_between_sockets(t), 0u);
  // Both processors and both directions draw on one capacity: 8 B x 800 MT/s x 0.7 = 4.48 GB/s.
  const auto bus = [&](LinkId link) { return t.resources_on(link)[0].resource; };
  for (const std::size_t socket : {0u, 1u}) {
    ASSERT_EQ(t.resources_on(bus_of(t, socket)).size(), 1u);
    EXPECT_EQ(bus(bus_of(t, socket)), bus(bus_of(t, 0)));
    EXPECT_EQ(bus(Topology::opposite(bus_of(t, socket))), bus(bus_of(t, 0)));
  }
  EXPECT_NEAR(t.capacity(bus(bus_of(t, 0))).value(), 4.48e9, 1e3);
  EXPECT_EQ(t.resource(bus(bus_of(t, 0))).kind, "front-side-bus");
}

TEST(AddHost, WhereEachProcessorHasABusOfItsOwnTheyShareTheMemoryOnly) {
  const Topology t = host({on_bus("core2-xeon")});
  ASSERT_EQ(t.all(ComponentKind::socket).size(), 2u);
  EXPECT_NE(t.resources_on(bus_of(t, 0))[0].resource, t.resources_on(bus_of(t, 1))[0].resource);
}

TEST(AddHost, AStatedNumberOfProcessorsIsTaken) {
  EXPECT_EQ(host({on_bus("netburst", 4)}).all(ComponentKind::socket).size(), 4u);
}

TEST(AddHost, ProcessorsAreFoundBehindAFrontSideBusByTheirFamily) {
  EXPECT_EQ(facts::find_cpu("GenuineIntel", "x86_64", 15, 4).front_side_bus, "fsb800");
  EXPECT_EQ(facts::find_cpu("GenuineIntel", "x86_64", 6, 23).front_side_bus, "fsb1333");
  EXPECT_TRUE(facts::find_cpu("GenuineIntel", "x86_64", 6, 85).front_side_bus.empty());
}

TEST(AddHost, NoNodesAddNothing) {
  Builder builder("empty");
  EXPECT_TRUE(add_host(builder, {}, {}).numa.empty());
  EXPECT_EQ(builder.component_count(), 0u);
}

}  // namespace
}  // namespace weft::topology
