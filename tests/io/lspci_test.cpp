// lspci's output: the tree from bridges, link rates from both ends, what may be taken for a fault.
#include "weft/io/lspci.hpp"

#include <sstream>
#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using topology::ComponentKind;
using topology::Topology;

// A root port, a switch with two downstream ports, a GPU and a NIC behind these.
const std::string kSwitch =
    R"(00:00.0 Host bridge [0600]: Intel Corporation Device [8086:09a2] (rev 04)
	NUMA node: 0
10:01.0 PCI bridge [0604]: Intel Corporation Device [8086:352a] (rev 04) (prog-if 00 [Normal decode])
	NUMA node: 0
	Bus: primary=10, secondary=11, subordinate=14, sec-latency=0
	Capabilities: [40] Express (v2) Root Port (Slot+), MSI 00
		DevCap:	MaxPayload 512 bytes, PhantFunc 0
		DevCtl:	CorrErr+ NonFatalErr+
			RlxdOrd+ ExtTag+ PhantFunc- AuxPwr- NoSnoop+
			MaxPayload 256 bytes, MaxReadReq 4096 bytes
		DevSta:	CorrErr-
		LnkCap:	Port #1, Speed 32GT/s, Width x16, ASPM not supported
		LnkSta:	Speed 32GT/s, Width x16
11:00.0 PCI bridge [0604]: Broadcom / LSI PEX890xx [1000:c030] (rev b0)
	Bus: primary=11, secondary=12, subordinate=14, sec-latency=0
	Capabilities: [68] Express (v2) Upstream Port, MSI 00
		LnkCap:	Port #0, Speed 32GT/s, Width x16
		LnkSta:	Speed 32GT/s, Width x16
12:00.0 PCI bridge [0604]: Broadcom / LSI PEX890xx [1000:c030] (rev b0)
	Bus: primary=12, secondary=13, subordinate=13, sec-latency=0
	Capabilities: [68] Express (v2) Downstream Port (Slot+), MSI 00
		LnkCap:	Port #1, Speed 32GT/s, Width x16
		LnkSta:	Speed 32GT/s, Width x16
	Capabilities: [100 v1] Access Control Services
		ACSCap:	SrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl+ DirectTrans+
		ACSCtl:	SrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-
12:01.0 PCI bridge [0604]: Broadcom / LSI PEX890xx [1000:c030] (rev b0)
	Bus: primary=12, secondary=14, subordinate=14, sec-latency=0
	Capabilities: [68] Express (v2) Downstream Port (Slot+), MSI 00
		LnkCap:	Port #2, Speed 32GT/s, Width x16
		LnkSta:	Speed 16GT/s (downgraded), Width x16
13:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:2330] (rev a1)
	Subsystem: NVIDIA Corporation Device [10de:16c1]
	Capabilities: [60] Express (v2) Endpoint, MSI 00
		LnkCap:	Port #0, Speed 32GT/s, Width x16
		LnkSta:	Speed 32GT/s, Width x16
14:00.0 Infiniband controller [0207]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]
	Capabilities: [60] Express (v2) Endpoint, MSI 00
		LnkCap:	Port #0, Speed 32GT/s, Width x16
		LnkSta:	Speed 16GT/s (downgraded), Width x16 (ok)
)";

Topology topology_of(const std::string& text) { return read(text).topology; }

std::string attribute(const Topology& t, const char* component, const char* key) {
  return std::string(t.attributes(*t.find(component)).get(key));
}

TEST(Lspci, SaysThatOneSocketIsAssumedWhereNoDeviceStatesItsNode) {
  std::string bare;
  std::istringstream lines(kSwitch);
  for (std::string line; std::getline(lines, line);)
    if (line.find("NUMA node") == std::string::npos) bare += line + "\n";
  const TopologyRead assumed = read(bare);
  EXPECT_EQ(count_of(assumed, "SOCKETS_ASSUMED"), 1);
  EXPECT_EQ(assumed.topology.count(ComponentKind::socket), 1U);
  EXPECT_EQ(count_of(read(kSwitch), "SOCKETS_ASSUMED"), 0);
}

TEST(Lspci, MakesOneSwitchOfAnUpstreamPortAndItsDownstreamPorts) {
  const Topology t = topology_of(kSwitch);
  EXPECT_EQ(t.all(ComponentKind::pcie_switch).size(), 1u);
  EXPECT_EQ(attribute(t, "pcie-switch[0]", "busid"), "0000:11:00.0");
  EXPECT_EQ(attribute(t, "pcie-switch[0]", "model"), "pex89144");
  const auto gpu = *t.find("0000:13:00.0");
  EXPECT_EQ(t.kind(gpu), ComponentKind::gpu);
  EXPECT_EQ(t.link(t.links_of(gpu)[0]).to, *t.find("pcie-switch[0]"));
  EXPECT_EQ(attribute(t, "gpu[0]", "model"), "h100-sxm5");
  EXPECT_EQ(attribute(t, "nic[0]", "model"), "connectx-7");
}

TEST(Lspci, TakesTheTrainedSpeedAndSaysWhereBothEndsCanDoMore) {
  const TopologyRead r = read(kSwitch);
  EXPECT_EQ(count_of(r, "PCIE_SPEED_DOWNGRADED"), 1);
  const auto nic = *r.topology.find("nic[0]");
  EXPECT_EQ(r.topology.link(r.topology.links_of(nic)[0]).model.name(), "PCIe 4.0 x16");
}

TEST(Lspci, ReadsWhatIsSetAndNotWhatIsPossible) {
  // DevCap says 512 bytes for the root port, DevCtl 256; the root port is the upper end of the
  // switch's link and no component of its own.
  const auto functions = list_lspci({"x", kSwitch});
  ASSERT_TRUE(functions.has_value());
  const auto& root = (*functions)[1].attributes;
  EXPECT_EQ(root.get("mps"), "256");
  EXPECT_EQ(root.get("mrrs"), "4096");
  EXPECT_EQ(root.get("relaxed_ordering"), "on");
}

TEST(Lspci, SaysWhichPortRedirectsPeerTraffic) {
  const TopologyRead r = read(kSwitch);
  EXPECT_EQ(count_of(r, "ACS_REDIRECT"), 1);
  EXPECT_EQ(attribute(r.topology, "gpu[0]", "acs"), "ReqRedir CmpltRedir UpstreamFwd");
}

TEST(Lspci, HoldsSourceValidationForNoRedirection) {
  const TopologyRead r = read(
      "81:08.0 PCI bridge: PLX Technology, Inc. PEX 8796\n"
      "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl-\n");
  EXPECT_EQ(count_of(r, "ACS_REDIRECT"), 0);
}

TEST(Lspci, TakesAnIdleGpuAtFullWidthForOneThatSavesPower) {
  const TopologyRead r = read(
      "01:00.0 VGA compatible controller: NVIDIA Corporation AD102 (rev a1)\n"
      "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16\n"
      "\t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x16 (ok)\n");
  EXPECT_EQ(count_of(r, "LINK_SPEED_IDLE"), 1);
  EXPECT_EQ(count_of(r, "PCIE_SPEED_DOWNGRADED"), 0);
  EXPECT_EQ(
      r.topology.link(LinkId(r.topology.links_of(*r.topology.find("gpu[0]"))[0])).model.name(),
      "PCIe 4.0 x16");
}

TEST(Lspci, TakesAGpuOfFewLanesForAFault) {
  const TopologyRead r = read(
      "04:00.0 VGA compatible controller: NVIDIA Corporation GA102 (rev a1)\n"
      "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16\n"
      "\t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x4 (downgraded)\n");
  EXPECT_EQ(count_of(r, "PCIE_WIDTH_DOWNGRADED"), 1);
  EXPECT_EQ(count_of(r, "LINK_SPEED_IDLE"), 0);
}

TEST(Lspci, NeedsNoWordToSeeThatALinkIsSlower) {  // old versions do not print "(downgraded)"
  const TopologyRead r = read(
      "01:00.0 Ethernet controller: Mellanox Technologies MT27500 Family [ConnectX-3]\n"
      "\t\tLnkCap:\tPort #8, Speed 8GT/s, Width x8\n"
      "\t\tLnkSta:\tSpeed 8GT/s, Width x4\n");
  EXPECT_EQ(count_of(r, "PCIE_WIDTH_DOWNGRADED"), 1);
}

TEST(Lspci, ComparesWithTheWeakerEndAndNotWithTheDeviceAlone) {
  // A x16 card in a slot of 8 lanes runs at x8 as it should.
  const TopologyRead r = read(
      "00:01.0 PCI bridge: Intel Corporation Device\n"
      "\tBus: primary=00, secondary=01, subordinate=01, sec-latency=0\n"
      "\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00\n"
      "\t\tLnkCap:\tPort #1, Speed 16GT/s, Width x8\n"
      "\t\tLnkSta:\tSpeed 16GT/s, Width x8\n"
      "01:00.0 3D controller: NVIDIA Corporation Device 20b5\n"
      "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16\n"
      "\t\tLnkSta:\tSpeed 16GT/s, Width x8 (downgraded)\n");
  EXPECT_EQ(count_of(r, "PCIE_WIDTH_DOWNGRADED"), 0);
  EXPECT_EQ(r.topology.all(ComponentKind::gpu).size(), 1u);
}

TEST(Lspci, LeavesAnEmptySlotAlone) {
  const TopologyRead r = read(
      "00:1a.0 PCI bridge: Intel Corporation PCI Express Root Port\n"
      "\t\tLnkCap:\tPort #25, Speed 8GT/s, Width x4\n"
      "\t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x0 (downgraded)\n"
      "\t\tSltSta:\tStatus: AttnBtn- PowerFlt- MRL- CmdCplt- PresDet- Interlock-\n");
  EXPECT_EQ(count_of(r, "PCIE_WIDTH_DOWNGRADED") + count_of(r, "PCIE_SPEED_DOWNGRADED"), 0);
}

TEST(Lspci, LetsTheFunctionsOfACardShareItsLink) {
  std::string card =
      "00:01.0 PCI bridge: Intel Corporation Device\n"
      "\tBus: primary=00, secondary=01, subordinate=01, sec-latency=0\n"
      "\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00\n";
  for (const char* function : {"0", "1"})
    card += std::string("01:00.") + function +
            " Ethernet controller: Mellanox Technologies MT2892 Family [ConnectX-6 Dx]\n"
            "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16\n\t\tLnkSta:\tSpeed 16GT/s, Width x16\n";
  const Topology t = topology_of(card);
  ASSERT_EQ(t.all(ComponentKind::nic).size(), 2u);
  // For both functions together what one may have alone.
  int shared = 0;
  for (std::size_t i = t.link_count(); i < t.resource_count(); ++i)
    if (t.shared(ResourceId(i)).source == "functions of one card share its link") {
      ++shared;
      EXPECT_EQ(t.shared(ResourceId(i)).capacity,
                t.link(t.links_of(*t.find("nic[0]"))[0]).model.capacity());
    }
  EXPECT_EQ(shared, 2);  // one for each direction
}

TEST(Lspci, PutsDevicesAtTheNumaNodeThatTheyName) {
  const Topology t = topology_of(
      "0000:17:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:20b5]\n\tNUMA node: 0\n"
      "0001:17:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:20b5]\n\tNUMA node: 1\n");
  ASSERT_EQ(t.all(ComponentKind::numa_node).size(), 2u);
  EXPECT_EQ(t.link(t.links_of(*t.find("gpu[1]"))[0]).to, t.all(ComponentKind::numa_node)[1]);
  EXPECT_EQ(attribute(t, "gpu[1]", "busid"), "0001:17:00.0");
}

TEST(Lspci, ReadsTheTreeThatIsDrawn) {
  const Topology t = topology_of(
      "-+-[0000:80]-+-00.0  Intel Corporation Device 09a2\n"
      " |           \\-01.0-[81-84]----00.0-[82-84]--+-00.0-[83]----00.0  NVIDIA Corporation GA100 "
      "[A100 SXM4 80GB]\n"
      " |                                           \\-01.0-[84]----00.0  Mellanox Technologies "
      "MT28908 "
      "Family [ConnectX-6]\n"
      " \\-[0000:00]-+-00.0  Intel Corporation Device 09a2\n"
      "             \\-02.0-[01]----00.0  Mellanox Technologies MT2910 Family [ConnectX-7]\n");
  EXPECT_EQ(t.all(ComponentKind::pcie_switch).size(), 1u);
  ASSERT_EQ(t.all(ComponentKind::gpu).size(), 1u);
  ASSERT_EQ(t.all(ComponentKind::nic).size(), 2u);
  EXPECT_EQ(attribute(t, "gpu[0]", "busid"), "0000:83:00.0");
  const auto nic = *t.find("0000:84:00.0");
  EXPECT_EQ(t.link(t.links_of(nic)[0]).to, *t.find("pcie-switch[0]"));
  EXPECT_TRUE(t.find("0000:01:00.0").has_value());
}

TEST(Lspci, DoesNotTakeTheScreenOfAManagementControllerForAGpu) {
  const Topology t = topology_of(
      "03:00.0 VGA compatible controller: ASPEED Technology, Inc. ASPEED Graphics Family (rev 41)\n"
      "04:00.0 3D controller: NVIDIA Corporation Device 20b5\n");
  EXPECT_EQ(t.all(ComponentKind::gpu).size(), 1u);
}

TEST(Lspci, CountsAFunctionThatIsListedTwiceOnce) {
  const TopologyRead r = read(kSwitch + kSwitch);
  EXPECT_EQ(r.topology.all(ComponentKind::gpu).size(), 1u);
  EXPECT_EQ(count_of(r, "LSPCI_REPEATED"), 1);
}

TEST(Lspci, DoesNotFollowABridgeThatLeadsBack) {
  const TopologyRead r = read(
      "02:00.0 PCI bridge: X\n\tBus: primary=02, secondary=02, subordinate=02, sec-latency=0\n"
      "03:00.0 PCI bridge: X\n\tBus: primary=03, secondary=01, subordinate=02, sec-latency=0\n"
      "01:00.0 3D controller: NVIDIA Corporation Device 20b5\n");
  EXPECT_EQ(count_of(r, "LSPCI_BUS_INVALID"), 1);
  EXPECT_EQ(r.topology.all(ComponentKind::gpu).size(), 1u);
}

}  // namespace
}  // namespace weft::io::test
