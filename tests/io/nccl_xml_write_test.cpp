// Topologies that came from no XML become one, and what the format cannot say is refused.
#include "weft/io/nccl_xml.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/infiniband.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/pcie.hpp"
#include "weft/link/xgmi.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/host.hpp"

#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using topology::Attributes;
using topology::Builder;
using topology::ComponentKind;
using topology::Provenance;
using topology::Topology;

link::LinkModelPtr pcie5() { return link::pcie_link({.gen = 5, .lanes = 16}).value(); }

ComponentId add_gpu(Builder& builder, const std::string& model) {
  Attributes attributes;
  attributes.set("model", model);
  return builder.add(ComponentKind::gpu, {}, std::move(attributes));
}

ComponentId add_numa(Builder& builder, topology::Place place = {}) {
  topology::HostNuma numa;
  numa.arch = "x86_64";
  return topology::add_host(builder, std::span(&numa, 1), place).numa.front();
}

// A NUMA node with a switch, below it two H100 and a NIC at 400 Gb/s; both GPUs on an NVSwitch.
Builder small_server() {
  Builder builder("small");
  const ComponentId numa = add_numa(builder);
  const ComponentId bridge = builder.add(ComponentKind::pcie_switch);
  builder.connect(numa, bridge, pcie5(), Provenance::specified);
  const ComponentId nvswitch = builder.add(ComponentKind::nvswitch);
  for (int i = 0; i < 2; ++i) {
    const ComponentId gpu = add_gpu(builder, "h100-sxm5");
    builder.connect(bridge, gpu, pcie5(), Provenance::specified);
    builder.connect(nvswitch, gpu, link::nvlink_link({.gen = 4, .links = 5}).value(),
                    Provenance::specified);
  }
  const ComponentId nic = builder.add(ComponentKind::nic);
  builder.connect(bridge, nic, pcie5(), Provenance::specified);
  const ComponentId port = builder.add(ComponentKind::port);
  builder.connect(nic, port, link::infiniband_link({.rate = "ndr"}).value(), Provenance::specified);
  return builder;
}

std::string code_of(const Topology& topology, NcclDialect dialect) {
  const auto written = write_nccl_xml(topology, dialect);
  if (written) return "written";
  EXPECT_FALSE(written.error().hint.empty());
  return written.error().code;
}

TEST(NcclXmlWrite, SaysWhatKindsAndLinksImply) {
  const Topology server = small_server().build();
  const auto written = write_nccl_xml(server, NcclDialect::nccl);
  ASSERT_TRUE(written) << to_string(written.error());
  // The NVSwitch is added before the GPUs and so gets the second made-up bus id.
  const std::string expected = R"(
<system version="1">
  <cpu numaid="0">
    <pci busid="fffe:00:00.0" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16">
      <pci busid="fffe:00:02.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">
        <gpu dev="0" sm="90" rank="0" gdr="1">
          <nvlink target="fffe:00:01.0" count="5" tclass="0x068000"/>
        </gpu>
      </pci>
      <pci busid="fffe:00:03.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">
        <gpu dev="1" sm="90" rank="1" gdr="1">
          <nvlink target="fffe:00:01.0" count="5" tclass="0x068000"/>
        </gpu>
      </pci>
      <pci busid="fffe:00:04.0" class="0x020700" link_speed="32.0 GT/s PCIe" link_width="16">
        <nic><net name="net0" dev="0" speed="400000" port="1" guid="0x1" maxconn="131072" gdr="1"/></nic>
      </pci>
    </pci>
  </cpu>
</system>)";
  EXPECT_EQ(difference(expected, *written), "") << *written;
}

TEST(NcclXmlWrite, CanBeReadAgainAsTheSameGraph) {
  const Topology server = small_server().build();
  const TopologyRead again = read(write_nccl_xml(server, NcclDialect::nccl).value_or(""));
  // The server of this test has no CPU that anybody knows.
  EXPECT_EQ(again.warnings.size(), 1u);
  EXPECT_EQ(count_of(again, "CPU_UNKNOWN"), 1);
  EXPECT_EQ(again.topology.component_count(), server.component_count());
  EXPECT_EQ(again.topology.link_count(), server.link_count());
  for (const char* name : {"gpu[1]", "nvswitch[0]", "nic[0]", "port[0]"}) {
    const auto before = server.find(name);
    const auto after = again.topology.find(name);
    ASSERT_TRUE(before && after) << name;
    EXPECT_EQ(server.links_of(*before).size(), again.topology.links_of(*after).size()) << name;
  }
}

TEST(NcclXmlWrite, PutsAGpuWithoutPcieBelowTheCpuItIsCoherentWith) {
  Builder builder("superchip");
  const ComponentId numa = add_numa(builder);
  const ComponentId gpu = add_gpu(builder, "gh200");
  builder.connect(numa, gpu,
                  link::fixed_link({.name = "NVLink-C2C",
                                    .kind = "c2c",
                                    .rate = gigabytes_per_second(450),
                                    .latency = Seconds(0),
                                    .source = "test"}),
                  Provenance::specified);
  const auto written = write_nccl_xml(std::move(builder).build(), NcclDialect::nccl);
  ASSERT_TRUE(written) << to_string(written.error());
  EXPECT_NE(written->find("<c2c bw=\"450000\" count=\"1\""), std::string::npos) << *written;
}

TEST(NcclXmlWrite, RefusesLinksThatTheOtherLibraryDoesNotKnow) {
  EXPECT_EQ(code_of(small_server().build(), NcclDialect::rccl), "NCCL_XML_DIALECT");
  const TopologyRead amd = read(read_file(examples() / "mi300x.xml"));
  EXPECT_EQ(code_of(amd.topology, NcclDialect::nccl), "NCCL_XML_DIALECT");
}

TEST(NcclXmlWrite, ConvertsBetweenDialectsWhereNoSuchLinksAre) {
  const TopologyRead guest = read(read_file(examples() / "guest-8gpu-skeleton.xml"));
  const auto written = write_nccl_xml(guest.topology, NcclDialect::rccl);
  ASSERT_TRUE(written) << to_string(written.error());
  EXPECT_EQ(difference(read_file(examples() / "guest-8gpu-skeleton.xml"), *written),
            "/system version=1 became 2");
  EXPECT_EQ(nccl_dialect_of(read(*written).topology), NcclDialect::rccl);
}

// A skeleton lists no links; what a catalogue adds to it must not be lost on the way out.
TEST(NcclXmlWrite, WritesLinksThatWereAddedToASkeleton) {
  TopologyRead guest = read(read_file(examples() / "guest-8gpu-skeleton.xml"));
  const ComponentId gpu = guest.topology.find("gpu[2]").value();
  Builder builder(std::move(guest.topology));
  builder.connect(builder.add(ComponentKind::nvswitch, {.server = 0}), gpu,
                  link::nvlink_link({.gen = 4, .links = 18}).value(), Provenance::assumed);
  const auto written = write_nccl_xml(std::move(builder).build(), NcclDialect::nccl);
  ASSERT_TRUE(written) << to_string(written.error());
  EXPECT_NE(written->find("<gpu dev=\"2\" sm=\"90\" rank=\"2\" gdr=\"1\">"), std::string::npos)
      << *written;
  EXPECT_NE(written->find("<nvlink target=\"fffe:00:00.0\" count=\"18\" tclass=\"0x068000\" />"),
            std::string::npos);
  EXPECT_EQ(written->find("<gpu dev=\"0\""), std::string::npos);
}

TEST(NcclXmlWrite, RefusesANetwork) {
  Builder builder = small_server();
  builder.add(ComponentKind::network_switch);
  EXPECT_EQ(code_of(std::move(builder).build(), NcclDialect::nccl), "NCCL_XML_ONE_SERVER");
}

TEST(NcclXmlWrite, RefusesSeveralServers) {
  Builder builder("two");
  topology::Place first;
  first.server = 0;
  topology::Place second;
  second.server = 1;
  add_numa(builder, first);
  add_numa(builder, second);
  EXPECT_EQ(code_of(std::move(builder).build(), NcclDialect::nccl), "NCCL_XML_ONE_SERVER");
}

TEST(NcclXmlWrite, RefusesATopologyWithoutCpu) {
  EXPECT_EQ(code_of(Builder("nothing").build(), NcclDialect::nccl), "NCCL_XML_EMPTY");
}

TEST(NcclXmlWrite, RefusesAGpuThatHangsOnNothing) {
  Builder builder = small_server();
  add_gpu(builder, "h100-sxm5");
  EXPECT_EQ(code_of(std::move(builder).build(), NcclDialect::nccl), "NCCL_XML_UNREACHABLE");
}

TEST(NcclXmlWrite, NumbersXgmiLinksByTheirCount) {
  Builder builder("amd");
  const ComponentId numa = add_numa(builder);
  const ComponentId a = add_gpu(builder, "mi300x");
  const ComponentId b = add_gpu(builder, "mi300x");
  for (const ComponentId gpu : {a, b}) builder.connect(numa, gpu, pcie5(), Provenance::specified);
  builder.connect(a, b, link::xgmi_link({.arch = "gfx942", .links = 2}).value(),
                  Provenance::specified);
  const Topology pair = std::move(builder).build();
  EXPECT_EQ(nccl_dialect_of(pair), NcclDialect::rccl);
  const auto written = write_nccl_xml(pair, NcclDialect::rccl);
  ASSERT_TRUE(written) << to_string(written.error());
  EXPECT_NE(written->find("<xgmi target=\"fffe:00:01.0\" count=\"2\" tclass=\"0x120000\""),
            std::string::npos)
      << *written;
  EXPECT_NE(written->find("gcn=\"gfx942\""), std::string::npos);
}

}  // namespace
}  // namespace weft::io::test
