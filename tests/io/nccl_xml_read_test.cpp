// What a topology XML means as a graph.
#include "weft/topology/graph.hpp"

#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using topology::ComponentKind;
using topology::LinkState;
using topology::Provenance;
using topology::Topology;

const std::string kA = "0000:01:00.0";
const std::string kB = "0000:02:00.0";

ComponentId id(const Topology& t, const std::string& name) {
  const auto found = t.find(name);
  EXPECT_TRUE(found) << name;
  return found.value_or(ComponentId{});
}

// The first link from one component to another.
topology::Link link(const Topology& t, const std::string& from, const std::string& to) {
  for (const LinkId candidate : t.links_of(id(t, from)))
    if (t.link(candidate).to == id(t, to)) return t.link(candidate);
  ADD_FAILURE() << "no link from " << from << " to " << to;
  return t.link(LinkId(0u));
}

std::string pci(const std::string& attributes, const std::string& inside = "") {
  return "<pci " + attributes + ">" + inside + "</pci>";
}

TEST(NcclXmlRead, TellsDevicesByClass) {
  const auto [t, warnings] = read(machine(pci(
      "busid=\"0000:01:00.0\" class=\"0x060400\" link_speed=\"16 GT/s\" link_width=\"16\"",
      pci("busid=\"0000:02:00.0\" class=\"0x030000\" link_speed=\"16 GT/s\" link_width=\"16\"") +
          pci("busid=\"0000:03:00.0\" class=\"0x120000\" link_speed=\"16 GT/s\" "
              "link_width=\"16\"") +
          pci("busid=\"0000:04:00.0\" class=\"0x028000\" link_speed=\"16 GT/s\" "
              "link_width=\"16\"") +
          pci("busid=\"0000:05:00.0\" class=\"0x068000\" link_speed=\"2.5 GT/s\" "
              "link_width=\"4\"") +
          pci("busid=\"0000:06:00.0\" class=\"0x080100\" link_speed=\"16 GT/s\" "
              "link_width=\"16\""))));
  EXPECT_EQ(t.kind(id(t, "0000:01:00.0")), ComponentKind::pcie_switch);
  EXPECT_EQ(t.kind(id(t, "0000:02:00.0")), ComponentKind::gpu);
  EXPECT_EQ(t.kind(id(t, "0000:03:00.0")), ComponentKind::gpu);
  EXPECT_EQ(t.kind(id(t, "0000:04:00.0")), ComponentKind::nic);
  EXPECT_EQ(t.kind(id(t, "0000:05:00.0")), ComponentKind::nvswitch);
  EXPECT_EQ(t.kind(id(t, "0000:06:00.0")), ComponentKind::pci_device);
  EXPECT_TRUE(warnings.empty());
}

TEST(NcclXmlRead, TellsDevicesWithoutClassByWhatIsInThem) {
  const auto [t, warnings] =
      read(machine(pci("busid=\"0000:01:00.0\"", pci("busid=\"0000:02:00.0\"", "<gpu dev=\"0\"/>") +
                                                     pci("busid=\"0000:03:00.0\"", "<nic/>"))));
  EXPECT_EQ(t.kind(id(t, "0000:01:00.0")), ComponentKind::pcie_switch);
  EXPECT_EQ(t.kind(id(t, "0000:02:00.0")), ComponentKind::gpu);
  EXPECT_EQ(t.kind(id(t, "0000:03:00.0")), ComponentKind::nic);
}

TEST(NcclXmlRead, GoesByTheElementInsideWhereTheClassContradictsIt) {
  const TopologyRead r = read(machine(
      pci("busid=\"0000:02:00.0\" class=\"0x020000\" link_speed=\"16 GT/s\" link_width=\"16\"",
          "<gpu dev=\"0\"/>")));
  EXPECT_EQ(r.topology.kind(id(r.topology, "gpu[0]")), ComponentKind::gpu);
  EXPECT_EQ(count_of(r, "PCI_CLASS_MISMATCH"), 1);
}

TEST(NcclXmlRead, ReadsEachPcieSpeedInBothSpellings) {
  struct Case {
    const char* text;
    const char* model;
  };
  for (const Case& c :
       {Case{"2.5 GT/s", "PCIe 1.0 x8"}, Case{"5 GT/s", "PCIe 2.0 x8"},
        Case{"8 GT/s", "PCIe 3.0 x8"}, Case{"16 GT/s", "PCIe 4.0 x8"},
        Case{"32 GT/s", "PCIe 5.0 x8"}, Case{"5.0 GT/s PCIe", "PCIe 2.0 x8"},
        Case{"16.0 GT/s PCIe", "PCIe 4.0 x8"}, Case{"64.0 GT/s PCIe", "PCIe 6.0 x8"}}) {
    const TopologyRead r =
        read(machine(pci(std::string("busid=\"0000:01:00.0\" class=\"0x060400\" link_speed=\"") +
                         c.text + "\" link_width=\"8\"")));
    const auto found = link(r.topology, "numa[0]", "0000:01:00.0");
    EXPECT_EQ(found.model.name(), c.model) << c.text;
    EXPECT_EQ(found.provenance, Provenance::trained);
    EXPECT_TRUE(r.warnings.empty()) << c.text;
  }
}

TEST(NcclXmlRead, SaysWhereNcclWouldReadAnotherSpeed) {
  const TopologyRead r = read(machine(
      pci("busid=\"0000:01:00.0\" class=\"0x060400\" link_speed=\"16.0 GT/s\" link_width=\"16\"")));
  EXPECT_EQ(link(r.topology, "numa[0]", "0000:01:00.0").model.name(), "PCIe 4.0 x16");
  EXPECT_EQ(count_of(r, "LINK_SPEED_SPELLING"), 1);
}

TEST(NcclXmlRead, TakesGen3AndSixteenLanesForWhatIsNotStated) {
  // Missing, empty, not a speed, and two ways in which the kernel says that it does not know.
  for (const char* attributes :
       {"", "link_speed=\"\" link_width=\"0\"", "link_speed=\"fast\" link_width=\"0\"",
        "link_speed=\"Unknown\" link_width=\"63\"", "link_speed=\"20 GT/s\" link_width=\"255\""}) {
    const TopologyRead r =
        read(machine(pci(std::string("busid=\"0000:01:00.0\" class=\"0x060400\" ") + attributes)));
    const auto found = link(r.topology, "numa[0]", "0000:01:00.0");
    EXPECT_EQ(found.model.name(), "PCIe 3.0 x16") << attributes;
    EXPECT_EQ(found.provenance, Provenance::assumed);
    EXPECT_EQ(count_of(r, "LINK_SPEED_UNKNOWN"), 1);
    EXPECT_EQ(count_of(r, "LINK_WIDTH_UNKNOWN"), 1);
  }
}

TEST(NcclXmlRead, TakesTheGenerationOfAKnownGpuWhereNoSpeedIsStated) {
  // 10de:20b5 is an A100 PCIe, a PCIe 4.0 card.
  const TopologyRead r = read(
      machine(pci("busid=\"0000:01:00.0\" class=\"0x030200\" vendor=\"0x10de\" device=\"0x20b5\" "
                  "link_width=\"16\"")));
  EXPECT_EQ(link(r.topology, "numa[0]", "gpu[0]").model.name(), "PCIe 4.0 x16");
  EXPECT_EQ(link(r.topology, "numa[0]", "gpu[0]").provenance, Provenance::assumed);
}

TEST(NcclXmlRead, SaysOnceWhatIsMissingOnManyDevices) {
  std::string devices;
  for (int i = 0; i < 20; ++i)
    devices += pci("busid=\"0000:" + std::to_string(10 + i) +
                   ":00.0\" class=\"0x060400\" link_speed=\"16 GT/s\" link_width=\"0\"");
  const TopologyRead r = read(machine(devices));
  ASSERT_EQ(r.warnings.size(), 1u);
  EXPECT_NE(r.warnings[0].message.find("20 times: 0000:10:00.0, "), std::string::npos);
  EXPECT_EQ(r.warnings[0].where.line, 3);
}

TEST(NcclXmlRead, IdentifiesAGpuByIdElseByArchitecture) {
  const TopologyRead r = read(machine(
      pci("busid=\"0000:01:00.0\" class=\"0x030200\" vendor=\"0x10DE\" device=\"0x2335\"",
          "<gpu dev=\"0\" sm=\"90\"/>") +
      pci("busid=\"0000:02:00.0\" class=\"0x030200\"", "<gpu dev=\"1\" sm=\"90\"/>") +
      pci("busid=\"0000:03:00.0\" class=\"0x038000\"", "<gpu dev=\"2\" sm=\"104\" gcn=\"910\"/>") +
      pci("busid=\"0000:04:00.0\" class=\"0x030200\"", "<gpu dev=\"3\" sm=\"7777\"/>")));
  const auto model = [&](const char* name) {
    return r.topology.attributes(id(r.topology, name)).find("model");
  };
  ASSERT_NE(model("gpu[0]"), nullptr);
  EXPECT_EQ(model("gpu[0]")->value, "h200-sxm");
  EXPECT_EQ(model("gpu[0]")->provenance, Provenance::specified);
  ASSERT_NE(model("gpu[1]"), nullptr);
  EXPECT_EQ(model("gpu[1]")->value, "h100-sxm5");
  EXPECT_EQ(model("gpu[1]")->provenance, Provenance::assumed);
  ASSERT_NE(model("gpu[2]"), nullptr);
  EXPECT_EQ(model("gpu[2]")->value, "mi250x");  // gcn 910 is RCCL's number of gfx90a
  EXPECT_EQ(model("gpu[3]"), nullptr);
}

TEST(NcclXmlRead, MakesOneLinkOfWhatBothGpusList) {
  const auto [t, warnings] =
      read(machine(gpu(kA, 0, nvlink(kB, "4")) + gpu(kB, 1, nvlink(kA, "4"))));
  EXPECT_TRUE(warnings.empty());
  const auto there = link(t, "gpu[0]", "gpu[1]");
  // sm 80 is an A100: four links of NVLink 3 at 25 GB/s.
  EXPECT_EQ(there.model.name(), "NVLink 3 x4");
  EXPECT_NEAR(in_gigabytes_per_second(there.model.capacity()), 100, 1e-9);
  EXPECT_EQ(link(t, "gpu[1]", "gpu[0]").model.name(), "NVLink 3 x4");
  EXPECT_EQ(t.links_of(id(t, "gpu[0]")).size(), 2u);  // PCIe and this
}

TEST(NcclXmlRead, TakesTheSmallerCountWhereTheEndsDisagree) {
  const TopologyRead r = read(machine(gpu(kA, 0, nvlink(kB, "4")) + gpu(kB, 1, nvlink(kA, "3"))));
  EXPECT_EQ(link(r.topology, "gpu[0]", "gpu[1]").model.name(), "NVLink 3 x3");
  EXPECT_EQ(link(r.topology, "gpu[1]", "gpu[0]").model.name(), "NVLink 3 x3");
  EXPECT_EQ(link(r.topology, "gpu[0]", "gpu[1]").provenance, Provenance::assumed);
  EXPECT_EQ(count_of(r, "NVLINK_ASYMMETRIC"), 1);
}

TEST(NcclXmlRead, TakesALinkThatOnlyOneEndLists) {
  const TopologyRead r = read(machine(gpu(kA, 0) + gpu(kB, 1, nvlink(kA, "3"))));
  EXPECT_EQ(link(r.topology, "gpu[0]", "gpu[1]").model.name(), "NVLink 3 x3");
  EXPECT_EQ(count_of(r, "NVLINK_ASYMMETRIC"), 1);
}

TEST(NcclXmlRead, AddsCountsOfOneTarget) {
  const TopologyRead r =
      read(machine(gpu(kA, 0, nvlink(kB, "1") + nvlink(kB, "2")) + gpu(kB, 1, nvlink(kA, "3"))));
  EXPECT_EQ(link(r.topology, "gpu[0]", "gpu[1]").model.name(), "NVLink 3 x3");
  EXPECT_EQ(count_of(r, "NVLINK_REPEATED"), 1);
  EXPECT_EQ(count_of(r, "NVLINK_ASYMMETRIC"), 0);
}

TEST(NcclXmlRead, MakesOneNvswitchOfEachTargetThatIsNotInTheFile) {
  const std::string links =
      nvlink("0000:f1:00.0", "2", "0x068000") + nvlink("0000:f2:00.0", "2", "0x068000");
  const auto [t, warnings] = read(machine(gpu(kA, 0, links) + gpu(kB, 1, links)));
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(t.all(ComponentKind::nvswitch).size(), 2u);
  EXPECT_EQ(link(t, "gpu[1]", "nvswitch[1]").model.name(), "NVLink 3 x2");
  EXPECT_EQ(t.attributes(id(t, "nvswitch[1]")).get("busid"), "0000:f2:00.0");
}

TEST(NcclXmlRead, LinksToAnNvswitchThatIsInTheFile) {
  const auto [t, warnings] =
      read(machine(pci("busid=\"0000:f1:00.0\" class=\"0x068000\" link_speed=\"2.5 GT/s\" "
                       "link_width=\"4\"") +
                   gpu(kA, 0, nvlink("0000:f1:00.0", "2", "0x068000"))));
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(t.all(ComponentKind::nvswitch).size(), 1u);
  EXPECT_EQ(link(t, "nvswitch[0]", "gpu[0]").model.name(), "NVLink 3 x2");
}

// A guest sees the NVSwitches of its host as a device that cannot be. NCCL takes that as a switch,
// and the links do carry traffic.
TEST(NcclXmlRead, TakesTheTargetThatAGuestCannotSeeAsAnNvswitch) {
  const std::string links = nvlink("fffffff:ff:ff.0", "12", "0x068000");
  const TopologyRead r = read(machine(gpu(kA, 0, links) + gpu(kB, 1, links)));
  EXPECT_EQ(count_of(r, "NVSWITCH_HIDDEN"), 1);
  EXPECT_EQ(r.topology.all(ComponentKind::nvswitch).size(), 1u);
  EXPECT_EQ(link(r.topology, "gpu[1]", "nvswitch[0]").model.name(), "NVLink 3 x12");
}

TEST(NcclXmlRead, LinksToTheCpuOnPower) {
  const auto [t, warnings] = read(machine(gpu(kA, 0, nvlink("0004:00:00.0", "3", "0x068001"))));
  EXPECT_TRUE(warnings.empty());
  int found = 0;
  for (const LinkId candidate : t.links_of(id(t, "gpu[0]")))
    if (t.link(candidate).model.kind() == "nvlink" &&
        t.kind(t.link(candidate).to) == ComponentKind::numa_node)
      ++found;
  EXPECT_EQ(found, 1);
}

TEST(NcclXmlRead, KeepsALinkToAGpuThatIsNotInTheFileAsAbsent) {
  const TopologyRead r = read(machine(gpu(kA, 0, nvlink(kB, "2"))));
  EXPECT_EQ(count_of(r, "NVLINK_TARGET_MISSING"), 1);
  EXPECT_EQ(link(r.topology, "gpu[0]", "outside[0]").state, LinkState::absent);
}

TEST(NcclXmlRead, DoesNotUseLinksOfAGpuToItself) {
  const TopologyRead r = read(machine(gpu(kA, 0, nvlink(kA, "12"))));
  EXPECT_EQ(count_of(r, "NVLINK_TO_SELF"), 1);
  EXPECT_EQ(r.topology.links_of(id(r.topology, "gpu[0]")).size(), 1u);  // PCIe
}

TEST(NcclXmlRead, DoesNotUseLinksToABridge) {
  const TopologyRead r = read(machine(bridge(kB, gpu(kA, 0, nvlink(kB, "2", "0x060400")))));
  EXPECT_EQ(count_of(r, "NVLINK_TARGET_WRONG"), 1);
}

TEST(NcclXmlRead, AssumesARateForLinksOfAnUnknownGpu) {
  const std::string unknown = "link_speed=\"16 GT/s\" link_width=\"16\" class=\"0x030200\" busid=";
  const TopologyRead r = read(
      machine(pci(unknown + "\"" + kA + "\"", "<gpu dev=\"0\">" + nvlink(kB, "2") + "</gpu>") +
              pci(unknown + "\"" + kB + "\"", "<gpu dev=\"1\">" + nvlink(kA, "2") + "</gpu>")));
  EXPECT_EQ(count_of(r, "NVLINK_GENERATION_UNKNOWN"), 1);
  EXPECT_EQ(link(r.topology, "gpu[0]", "gpu[1]").provenance, Provenance::assumed);
}

TEST(NcclXmlRead, ReadsCoherentLinksAtTheirStatedRate) {
  const auto [t, warnings] = read(machine(gpu(kA, 0, "<c2c bw=\"44712\" count=\"10\"/>")));
  EXPECT_TRUE(warnings.empty());
  // 10 links of 44 712 MB/s.
  double rate = 0;
  for (const LinkId candidate : t.links_of(id(t, "gpu[0]")))
    if (t.link(candidate).model.kind() == "c2c")
      rate = in_gigabytes_per_second(t.link(candidate).model.capacity());
  EXPECT_NEAR(rate, 447.12, 1e-9);
}

TEST(NcclXmlRead, MakesAPortPerNetWithTheRateOfItsClass) {
  const TopologyRead infiniband = read(machine(nic(kA, "0x020700", "400000")));
  EXPECT_EQ(link(infiniband.topology, "nic[0]", "port[0]").model.kind(), "infiniband");
  const TopologyRead ethernet = read(machine(nic(kA, "0x020000", "400000")));
  EXPECT_EQ(link(ethernet.topology, "nic[0]", "port[0]").model.kind(), "ethernet");
  EXPECT_EQ(link(ethernet.topology, "nic[0]", "port[0]").model.capacity(),
            gigabits_per_second(400));
}

TEST(NcclXmlRead, TakesASpeedThatNoStandardHasAsStated) {
  const TopologyRead r = read(machine(nic(kA, "0x020000", "180000")));
  EXPECT_TRUE(r.warnings.empty());
  EXPECT_EQ(link(r.topology, "nic[0]", "port[0]").model.capacity(), gigabits_per_second(180));
}

TEST(NcclXmlRead, DoubtsASpeedThatNoPortHas) {
  const TopologyRead r = read(machine(nic(kA, "0x020000", "200000000")));
  EXPECT_EQ(count_of(r, "NET_SPEED_ABSURD"), 1);
  const auto found = link(r.topology, "nic[0]", "port[0]");
  EXPECT_EQ(found.model.capacity(), gigabits_per_second(200));  // the digits are kb/s
  EXPECT_EQ(found.provenance, Provenance::assumed);
}

TEST(NcclXmlRead, AssumesTenGigabitsForAPortWithoutSpeed) {
  for (const char* speed : {"0", "-1", ""}) {
    const TopologyRead r = read(machine(nic(kA, "0x020000", speed)));
    EXPECT_EQ(count_of(r, "NET_SPEED_UNKNOWN"), 1);
    EXPECT_EQ(link(r.topology, "nic[0]", "port[0]").model.capacity(), gigabits_per_second(10));
  }
}

TEST(NcclXmlRead, PutsANicWithoutPcieDeviceBesideTheCpu) {
  const auto [t, warnings] =
      read(machine("<nic><net name=\"eth0\" dev=\"0\" speed=\"100000\" port=\"0\"/></nic>"));
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(link(t, "numa[0]", "nic[0]").model.capacity(), kUnlimited);
  EXPECT_EQ(link(t, "nic[0]", "eth0").model.kind(), "ethernet");
}

std::string host(const char* attributes, const std::string& devices) {
  return std::string("<system version=\"1\"><cpu numaid=\"0\" ") + attributes + ">" + devices +
         "</cpu></system>";
}

std::string cpu_of(const TopologyRead& read) {
  const auto sockets = read.topology.all(topology::ComponentKind::socket);
  return std::string(read.topology.attributes(sockets[0]).get("model"));
}

TEST(NcclXmlRead, TakesTheUsualHostOfTheGpusWhereNoCpuIsNamed) {
  const std::string h100 =
      pci("busid=\"0000:09:00.0\" class=\"0x030200\" vendor=\"0x10de\" device=\"0x2330\" "
          "link_speed=\"32 GT/s\" link_width=\"16\"");
  const TopologyRead known = read(host("arch=\"x86_64\"", h100));
  EXPECT_EQ(count_of(known, "CPU_UNKNOWN"), 1);
  EXPECT_EQ(cpu_of(known), "Intel Xeon Platinum 8480C");  // the first server with H100 SXM5
  const std::string gen3 =
      pci("busid=\"0000:09:00.0\" class=\"0x030200\" "
          "link_speed=\"8 GT/s\" link_width=\"16\"");
  EXPECT_EQ(cpu_of(read(host("", gen3))), "Intel Xeon Scalable gen 1/2 (Skylake, Cascade Lake)");
}

TEST(NcclXmlRead, SaysThatAMakersCpuIsNotKnown) {
  const TopologyRead r =
      read(host("arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"99\" modelid=\"1\"", ""));
  EXPECT_EQ(count_of(r, "CPU_UNKNOWN"), 1);
  EXPECT_EQ(cpu_of(r), "AMD processor of unknown model");
  EXPECT_EQ(count_of(read(host("arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"143\" "
                               "modelid=\"49\"",
                               "")),
                     "CPU_UNKNOWN"),
            0);
}

TEST(NcclXmlRead, NumbersGpusByDevAndThenByPlaceInTheFile) {
  const auto [t, warnings] =
      read(machine(pci("busid=\"0000:09:00.0\" class=\"0x030200\" link_speed=\"16 GT/s\" "
                       "link_width=\"16\"") +
                   gpu(kA, 7) + gpu(kB, 2)));
  EXPECT_EQ(t.attributes(id(t, "gpu[0]")).get("busid"), kB);
  EXPECT_EQ(t.attributes(id(t, "gpu[1]")).get("busid"), kA);
  EXPECT_EQ(t.attributes(id(t, "gpu[2]")).get("busid"), "0000:09:00.0");
}

TEST(NcclXmlRead, SaysThatAVirtualBridgeMattersOnlyOnANeededPath) {
  const TopologyRead r = read(
      machine(pci("busid=\"0000:01:00.0\" class=\"0x060400\" vendor=\"0x104c\" device=\"0x8232\" "
                  "link_speed=\"2.5 GT/s PCIe\" link_width=\"1\"",
                  gpu(kB, 0))));
  EXPECT_EQ(count_of(r, "VIRTUAL_BRIDGE_X1"), 1);
  EXPECT_EQ(link(r.topology, "numa[0]", "pcie-switch[0]").model.name(), "PCIe 1.0 x1");
  EXPECT_EQ(r.topology.attributes(id(r.topology, "pcie-switch[0]")).get("virtual-bridge"), "true");
}

}  // namespace
}  // namespace weft::io::test
