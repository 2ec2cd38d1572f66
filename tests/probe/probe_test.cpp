// Recorded machines: what the files of a machine become.
#include "tests/probe/support.hpp"

namespace weft::probe::test {
namespace {

using topology::ComponentKind;
using topology::Topology;

std::string link_of(const Topology& t, const char* component) {
  return t.link(t.links_of(*t.find(component))[0]).model.name();
}

TEST(Probe, ReadsSocketsNodesMemoryAndDistances) {
  const Topology t = small_machine().read().topology;
  EXPECT_EQ(t.all(ComponentKind::socket).size(), 2u);
  ASSERT_EQ(t.all(ComponentKind::numa_node).size(), 2u);
  const auto& node = t.attributes(t.all(ComponentKind::numa_node)[1]);
  EXPECT_EQ(node.get("distances"), "21 10");
  EXPECT_EQ(node.get("memory"), "1073741824");  // 1 048 576 kB
  EXPECT_EQ(node.get("cores"), "2");
  EXPECT_EQ(t.attributes(t.all(ComponentKind::socket)[0]).get("model"),
            "Intel Xeon Scalable gen 4 (Sapphire Rapids)");
}

TEST(Probe, FollowsTheTreeOfBridges) {
  const Topology t = small_machine().read().topology;
  ASSERT_EQ(t.all(ComponentKind::pcie_switch).size(), 1u);
  EXPECT_EQ(t.attributes(*t.find("pcie-switch[0]")).get("busid"), "0000:17:00.0");
  for (const char* device : {"gpu[0]", "nic[0]"})
    EXPECT_EQ(t.link(t.links_of(*t.find(device))[0]).to, *t.find("pcie-switch[0]")) << device;
  EXPECT_EQ(t.attributes(*t.find("gpu[0]")).get("port"), "0000:18:00.0");
  EXPECT_EQ(link_of(t, "gpu[0]"), "PCIe 5.0 x16");
}

TEST(Probe, TellsInfinibandRoceAndIwarpApart) {
  MachineFiles files = small_machine();
  files.function("0000:16:02.0", "0x020000", "0x15b3", "0x1021", 0)
      .rdma("mlx5_1", "0000:16:02.0", "Ethernet", "100 Gb/sec (2X HDR)")
      .function("0000:16:03.0", "0x020000", "0x8086", "0x1593", 1)
      .rdma("irdma0", "0000:16:03.0", "Ethernet", "100 Gb/sec (4X EDR)", "4: RNIC");
  const Topology t = files.read().topology;
  std::string seen;
  for (const ComponentId port : t.all(ComponentKind::port))
    seen += std::string(t.attributes(port).get("name")) + "=" +
            std::string(t.attributes(port).get("transport")) + ":" +
            t.link(t.links_of(port)[0]).model.name() + "; ";
  EXPECT_NE(seen.find("mlx5_0=infiniband:InfiniBand NDR 4x"), std::string::npos) << seen;
  EXPECT_NE(seen.find("mlx5_1=roce:100G Ethernet"), std::string::npos) << seen;
  EXPECT_NE(seen.find("irdma0=iwarp:100G Ethernet"), std::string::npos) << seen;
}

TEST(Probe, KeepsSpeedMtuAndQueuesOfInterfaces) {
  MachineFiles files = small_machine();
  files.function("0000:16:02.0", "0x020000", "0x8086", "0x1572", 1)
      .interface("eno1", "../../../0000:16:02.0", "10000");
  const Topology t = files.read().topology;
  const auto nic = t.all(ComponentKind::nic).back();
  EXPECT_EQ(t.attributes(nic).get("mtu"), "9000");
  EXPECT_EQ(t.attributes(nic).get("queues"), "2 in, 1 out");
  const auto port = t.all(ComponentKind::port).back();
  EXPECT_EQ(t.link(t.links_of(port)[0]).model.name(), "10G Ethernet");
}

TEST(Probe, SaysThatAnInterfaceHasNoSpeedOrIsWireless) {
  MachineFiles files;
  files.function("0000:00:03.0", "0x020000", "0x1af4", "0x1041", 0, "Unknown", "255", "Unknown")
      .interface("eth0", "../../devices/pci0000:00/0000:00:03.0/virtio1", "-1")
      .interface("wlan0", "../../../1-1:1.0", "")
      .entry("/sys/class/net/wlan0/wireless", "link");
  const Probed probed = files.read();
  EXPECT_EQ(count_of(probed, "PROBE_SPEED_UNKNOWN"), 2);
  EXPECT_EQ(probed.topology.all(ComponentKind::nic).size(), 2u);  // the USB one has no function
  EXPECT_EQ(probed.topology.attributes(*probed.topology.find("wlan0")).get("wireless"), "true");
}

TEST(Probe, ReadsNvlinkAndPeerAccessFromTheLibrary) {
  MachineFiles files = small_machine();
  files.function("0000:16:02.0", "0x030200", "0x10de", "0x2330", 1)
      .function("0000:16:03.0", "0x068000", "0x10de", "0x22a3", 1);
  std::string text =
      "gpu 0 0000:16:02.0 NVIDIA H100 80GB HBM3\ngpu 1 0000:19:00.0 NVIDIA H100 80GB HBM3\n";
  // 2 of 3 links up to a switch that is seen, 1 to one that is hidden.
  for (const char* gpu : {"0", "1"})
    text += std::string("nvlink ") + gpu + " 0 up 0000:16:03.0 switch 4\nnvlink " + gpu +
            " 1 up 0000:16:03.0 switch 4\nnvlink " + gpu + " 2 down - unknown 4\nnvlink " + gpu +
            " 3 up 0000:05:00.0 switch 4\n";
  text += "p2p 0 1 ok\np2p 1 0 no\n";
  files.file("/weft/nvml", text);
  const Probed probed = files.read();
  const Topology& t = probed.topology;
  EXPECT_EQ(t.all(ComponentKind::nvswitch).size(), 2u);
  EXPECT_EQ(count_of(probed, "NVLINK_DOWN"), 1);
  EXPECT_EQ(t.attributes(*t.find("gpu[0]")).get("peer_access"), "yes");
  EXPECT_EQ(t.attributes(*t.find("gpu[1]")).get("peer_access"), "no");
  std::string counts;
  for (std::size_t i = 0; i < t.link_count(); i += 2)
    if (t.link(LinkId(i)).model.kind() == "nvlink")
      counts += std::string(t.attributes(LinkId(i)).get("count")) + " ";
  EXPECT_EQ(counts, "1 2 1 2 ");
}

TEST(Probe, SaysWhatCannotBeSeenAndWhy) {
  const Probed probed = small_machine().read();
  EXPECT_EQ(count_of(probed, "PROBE_LIBRARY_MISSING"), 1);  // no /weft/nvml
  EXPECT_EQ(count_of(probed, "PROBE_CONFIG_HIDDEN"), 1);    // no config space
}

TEST(Probe, ReadsXgmiOfDirectNeighboursOnly) {
  MachineFiles files;
  files.function("0000:16:01.0/0000:17:00.0", "0x120000", "0x1002", "0x74a1", 0)
      .function("0000:16:02.0/0000:27:00.0", "0x120000", "0x1002", "0x74a1", 0)
      .file(
          "/weft/rocm-smi",
          "gpu 0 0000:17:00.0\ngpu 1 0000:27:00.0\nlink 0 1 xgmi 1 64000\nlink 1 0 xgmi 1 64000\n");
  const Topology t = files.read().topology;
  const LinkId last(t.link_count() - 2);
  EXPECT_EQ(t.link(last).model.kind(), "xgmi");
  EXPECT_EQ(t.attributes(last).get("count"), "1");
}

TEST(Probe, RefusesAMachineOfWhichNothingCanBeRead) {
  const auto source = recorded_source({});
  const auto probed = read_machine(*source, "x");
  ASSERT_FALSE(probed.has_value());
  EXPECT_EQ(probed.error().code, "PROBE_NOTHING");
}

}  // namespace
}  // namespace weft::probe::test
