// InfraGraph, NetBox, SimGrid, htsim, SimAI and NCCL's graphs: small files of each, counted by
// hand.
#include "weft/io/infragraph.hpp"
#include "weft/io/nccl_graph.hpp"
#include "weft/io/simgrid.hpp"

#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using topology::ComponentKind;
using topology::Topology;

std::string fixture(const char* name) {
  return read_file(std::filesystem::path(WEFT_SOURCE_DIR) / "tests/io/fixtures/topology" / name);
}

std::size_t count(const Topology& t, ComponentKind kind) { return t.all(kind).size(); }

std::size_t links_of_kind(const Topology& t, std::string_view kind) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < t.link_count(); i += 2)
    found += t.link(LinkId(i)).model.kind() == kind ? 1U : 0U;
  return found;
}

TEST(Infragraph, OpensServersAndJoinsThemByPorts) {
  const TopologyRead r = read(fixture("two-tier.infragraph.yaml"));
  const Topology& t = r.topology;
  EXPECT_EQ(count(t, ComponentKind::gpu), 8u);
  EXPECT_EQ(count(t, ComponentKind::nic), 4u);
  EXPECT_EQ(count(t, ComponentKind::pcie_switch), 4u);
  EXPECT_EQ(count(t, ComponentKind::nvswitch), 2u);
  EXPECT_EQ(count(t, ComponentKind::socket), 4u);
  EXPECT_EQ(count(t, ComponentKind::network_switch), 3u);
  // Per server 2 switches, 4 GPUs and 2 NICs on PCIe, 4 NVLinks; 4 cables to leaves, 2 up.
  EXPECT_EQ(links_of_kind(t, "pcie"), 16u);
  EXPECT_EQ(links_of_kind(t, "nvlink"), 8u);
  EXPECT_EQ(links_of_kind(t, "network"), 6u);
  EXPECT_EQ(t.place_of(t.all(ComponentKind::gpu)[4]).server, 1);
  const auto gpu = t.all(ComponentKind::gpu)[0];
  EXPECT_EQ(t.link(t.links_of(gpu)[0]).model.name(), "PCIe 4.0 x16");
}

TEST(Infragraph, SaysWhereEndsAreUnevenAndRefusesBadSlices) {
  std::string text = fixture("two-tier.infragraph.yaml");
  std::string uneven = text;
  uneven.replace(uneven.find("\"port[0:2]\""), 11, "\"port[0:3]\"");
  EXPECT_EQ(count_of(read(uneven), "INFRAGRAPH_UNEVEN"), 1);
  std::string bad = text;
  bad.replace(bad.find("\"port[0:2]\""), 11, "\"port[0:9]\"");
  EXPECT_EQ(read_error(bad).code, "INFRAGRAPH_SLICE");
  std::string unknown = text;
  unknown.replace(unknown.find("device: server"), 14, "device: nobody");
  EXPECT_EQ(read_error(unknown).code, "INFRAGRAPH_NAME_UNKNOWN");
}

TEST(Infragraph, IsReadAgainAsItWasWritten) {
  const Topology before = read(fixture("two-tier.infragraph.yaml")).topology;
  const TopologyRead after = read(write_infragraph(before));
  // Every component is an instance; memory links and sockets' links come back as edges too.
  EXPECT_EQ(count(after.topology, ComponentKind::gpu), 8u);
}

TEST(Netbox, JoinsWhatPanelsPassThroughAndLeavesOutPower) {
  const TopologyRead r = read(fixture("cables.csv"));
  EXPECT_EQ(count(r.topology, ComponentKind::host), 2u);  // node2's only cable is planned
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 2u);
  EXPECT_EQ(r.topology.link_count() / 2, 3u);
  EXPECT_EQ(count_of(r, "NETBOX_NOT_CONNECTED"), 1);
  const auto node = *r.topology.find("node1");
  EXPECT_EQ(r.topology.link(r.topology.links_of(node)[0]).model.name(), "400G Ethernet");
}

TEST(Netbox, ReadsTheColumnsOfTheTable) {
  const TopologyRead r = read(
      "ID,Label,Device A,Termination A,Device B,Termination B,Status,Type\n"
      "1,,node0,eth0,leaf0,swp1,Connected,DAC\n2,,node1,eth0,leaf0,swp2,Connected,DAC\n");
  EXPECT_EQ(count(r.topology, ComponentKind::host), 2u);
  EXPECT_EQ(count_of(r, "FABRIC_RATE_UNSTATED"), 1);
}

TEST(Netbox, RefusesAQuoteThatDoesNotClose) {
  EXPECT_EQ(read_error("Device A,Device B\n\"a,b\n").code, "CSV_MALFORMED");
}

TEST(Htsim, WiresTheTreeAsHtsimDoes) {
  const Topology t = read(fixture("tree.topo")).topology;
  EXPECT_EQ(count(t, ComponentKind::host), 16u);
  EXPECT_EQ(count(t, ComponentKind::network_switch), 8u + 8u + 4u);
  EXPECT_EQ(t.link_count() / 2, 16u + 16u + 16u);
  // A host's link: 1000 ns and half of the leaf's 400; higher links half of both switches'.
  const auto host = *t.find("host[0]");
  EXPECT_NEAR(t.link(t.links_of(host)[0]).model.latency().value(), 1200e-9, 1e-15);
  EXPECT_NEAR(t.link(LinkId(40)).model.latency().value(), 1400e-9, 1e-15);
}

TEST(Htsim, RefusesATreeThatDoesNotFit) {
  std::string text = fixture("tree.topo");
  text.replace(text.find("Podsize 4"), 9, "Podsize 3");
  EXPECT_EQ(read_error(text).code, "HTSIM_MISFIT");
  EXPECT_EQ(read_error("Nodes 16\nTiers 3\nPodsize 4\n").code, "HTSIM_INVALID");
}

TEST(Simai, PutsANicBetweenAGpuAndANetworkSwitch) {
  const TopologyRead r = read(fixture("two-servers.simai"));
  EXPECT_TRUE(r.warnings.empty());
  EXPECT_EQ(count(r.topology, ComponentKind::gpu), 4u);
  EXPECT_EQ(count(r.topology, ComponentKind::nvswitch), 2u);
  EXPECT_EQ(count(r.topology, ComponentKind::nic), 4u);
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 4u);
  EXPECT_EQ(links_of_kind(r.topology, "nvlink"), 4u);
  EXPECT_EQ(links_of_kind(r.topology, "ethernet"), 8u);
  EXPECT_EQ(r.topology.place_of(*r.topology.find("gpu[3]")).server, 1);
}

TEST(Simai, SaysWhatIsMissingAndRefusesWhatCannotBe) {
  std::string text = fixture("two-servers.simai");
  EXPECT_EQ(count_of(read(text.substr(0, text.rfind("7 9"))), "SIMAI_LINKS_MISSING"), 1);
  std::string bad = text;
  bad.replace(bad.find("7 9 400Gbps"), 11, "7 99 400Gbps");
  EXPECT_EQ(read_error(bad).code, "SIMAI_INVALID");
  EXPECT_EQ(read_error("50000000 8 0 1 1 H100\n\n").code, "SIMAI_INVALID");
}

TEST(Simgrid, FindsThePlaceThatAllRoutesMeetAt) {
  const Topology t = read(fixture("star.simgrid.xml")).topology;
  EXPECT_EQ(count(t, ComponentKind::host), 3u);
  EXPECT_EQ(count(t, ComponentKind::network_switch), 1u);
  EXPECT_EQ(t.link_count() / 2, 3u);
  for (std::size_t i = 0; i < t.link_count(); ++i)
    EXPECT_DOUBLE_EQ(t.link(LinkId(i)).model.capacity().value(), 125e6);
}

TEST(Simgrid, SharesTheBackboneOfACluster) {
  const Topology t = read(fixture("cluster.simgrid.xml")).topology;
  EXPECT_EQ(count(t, ComponentKind::host), 8u);
  ASSERT_EQ(t.resource_count() - t.link_count(), 1u);
  EXPECT_DOUBLE_EQ(t.shared(ResourceId(t.link_count())).capacity.value(), 5e9);
  EXPECT_TRUE(t.find("node-7.site").has_value());
}

TEST(Simgrid, IsReadAgainAsItWasWritten) {
  const Topology before = read(fixture("star.simgrid.xml")).topology;
  const Topology after = read(write_simgrid(before)).topology;
  EXPECT_EQ(count(after, ComponentKind::host), 3u);
  EXPECT_EQ(after.link_count(), before.link_count());
}

TEST(Simgrid, RefusesWhatItDoesNotRead) {
  std::string text = fixture("cluster.simgrid.xml");
  text.replace(text.find("bw="), 3, "topology=\"FAT_TREE\" bw=");
  EXPECT_EQ(read_error(text).code, "SIMGRID_UNSUPPORTED");
  std::string bad = fixture("star.simgrid.xml");
  bad.replace(bad.find("1Gbps"), 5, "quick");
  EXPECT_EQ(read_error(bad).code, "SIMGRID_INVALID");
}

TEST(NcclGraph, IsSummedUpWhereATopologyIsAskedFor) {
  const Error error = read_error(fixture("rings.graph.xml"));
  EXPECT_EQ(error.code, "NCCL_GRAPH_XML");
  EXPECT_NE(error.message.find("ring of 2 channels at 12 GB/s each (SYS)"), std::string::npos)
      << error.message;
  const auto graphs = read_nccl_graph({"x", fixture("rings.graph.xml")});
  ASSERT_EQ(graphs->size(), 1u);
  EXPECT_TRUE(graphs->front().channels[0][0].is_net);
  EXPECT_EQ(graphs->front().channels[1][1].dev, "1");
}

}  // namespace
}  // namespace weft::io::test
