// hwloc's XML: NUMA nodes and PCI devices where the file puts them, rates of whole links, NVLink.
#include "weft/io/hwloc_xml.hpp"

#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using topology::ComponentKind;
using topology::Topology;

std::string hwloc(const std::string& inside, const std::string& after = "",
                  const std::string& version = " version=\"2.0\"") {
  return "<?xml version=\"1.0\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology" + version +
         "><object type=\"Machine\" gp_index=\"1\">" + inside + "</object>" + after +
         "</topology>\n";
}

std::string package(int index, const std::string& devices) {
  const std::string n = std::to_string(index);
  return "<object type=\"Package\" os_index=\"" + n + "\" gp_index=\"1" + n +
         "\"><info name=\"CPUVendor\" value=\"GenuineIntel\"/><info name=\"CPUFamilyNumber\" "
         "value=\"6\"/><info name=\"CPUModelNumber\" value=\"106\"/>"
         "<object type=\"NUMANode\" os_index=\"" +
         n + "\" gp_index=\"2" + n +
         "\" local_memory=\"1000\"/><object type=\"L3Cache\" cache_size=\"42\"><object "
         "type=\"Core\">"
         "<object type=\"PU\"/><object type=\"PU\"/></object></object>" +
         devices + "</object>";
}

std::string device(const std::string& busid, const std::string& type, const std::string& speed,
                   int gp, const std::string& inside = "") {
  return "<object type=\"PCIDev\" gp_index=\"" + std::to_string(gp) + "\" pci_busid=\"" + busid +
         "\" pci_type=\"" + type + "\" pci_link_speed=\"" + speed + "\">" + inside + "</object>";
}

std::string behind_root_port(const std::string& inside) {
  return "<object type=\"Bridge\" gp_index=\"900\" bridge_type=\"0-1\" depth=\"0\">"
         "<object type=\"Bridge\" gp_index=\"901\" bridge_type=\"1-1\" pci_busid=\"0000:16:01.0\" "
         "pci_type=\"0604 [8086:347a] [0000:0000] 04 00\" pci_link_speed=\"31.507692\">" +
         inside + "</object></object>";
}

constexpr const char* kA100 = "0302 [10de:20b5] [10de:1533] a1 00";
constexpr const char* kConnectX6 = "0207 [15b3:101b] [15b3:0007] 00 00";

std::string link_of(const Topology& t, const char* component) {
  return t.link(t.links_of(*t.find(component))[0]).model.name();
}

TEST(HwlocXml, PutsDevicesAtTheNodeOfTheirPackage) {
  const Topology t =
      read(hwloc(package(0, behind_root_port(device("0000:17:00.0", kA100, "31.507692", 50))) +
                 package(1, behind_root_port(device("0000:97:00.0", kConnectX6, "31.507692", 51)))))
          .topology;
  EXPECT_EQ(t.all(ComponentKind::socket).size(), 2u);
  ASSERT_EQ(t.all(ComponentKind::numa_node).size(), 2u);
  EXPECT_EQ(t.all(ComponentKind::pcie_switch).size(), 0u);  // a root port is the end of a link
  EXPECT_EQ(t.link(t.links_of(*t.find("gpu[0]"))[0]).to, t.all(ComponentKind::numa_node)[0]);
  EXPECT_EQ(t.link(t.links_of(*t.find("nic[0]"))[0]).to, t.all(ComponentKind::numa_node)[1]);
  const auto& socket = t.attributes(t.all(ComponentKind::socket)[0]);
  EXPECT_EQ(socket.get("cores"), "1");
  EXPECT_EQ(socket.get("threads"), "2");
  EXPECT_EQ(socket.get("L3Cache"), "42");
}

TEST(HwlocXml, SplitsTheRateOfALinkAsTheProductDoes) {
  // 15.754 GB/s is 8 GT/s x16, 16 GT/s x8 and 32 GT/s x4. A ConnectX-4 is of generation 3 with 16
  // lanes; where the product is not known, the widest is taken.
  const Topology t =
      read(hwloc(package(0, device("0000:17:00.0", "0207 [15b3:1013]", "15.753846", 50) +
                                device("0000:18:00.0", "0200 [ffff:0001]", "3.938462", 51) +
                                device("0000:19:00.0", "0200 [ffff:0001]", "0.250000", 52))))
          .topology;
  EXPECT_EQ(link_of(t, "nic[0]"), "PCIe 3.0 x16");
  EXPECT_EQ(link_of(t, "nic[1]"), "PCIe 3.0 x4");  // 3.938 GB/s = 8 GT/s x4 = 16 GT/s x2
  EXPECT_EQ(link_of(t, "nic[2]"), "PCIe 1.0 x1");
}

TEST(HwlocXml, TakesASpeedOfZeroForNotKnown) {
  const TopologyRead r =
      read(hwloc(package(0, behind_root_port(device("0000:17:00.0", kA100, "0.000000", 50)))));
  // The root port states 31.5 GB/s: 16 GT/s x16. The device's own end is not known.
  EXPECT_EQ(link_of(r.topology, "gpu[0]"), "PCIe 4.0 x16");
}

// osdev_type is 5 (coprocessor) in version 2 and 12 (two bits) in version 3 for the same device, so
// it decides nothing.
TEST(HwlocXml, TellsDevicesByTheirClassInBothVersions) {
  for (const auto& [version, net, gpu] :
       {std::tuple{" version=\"2.0\"", "2", "5"}, {" version=\"3.0\"", "16", "12"}}) {
    const std::string os = "<object type=\"OSDev\" gp_index=\"70\" name=\"eth0\" osdev_type=\"" +
                           std::string(net) +
                           "\"><info name=\"Address\" value=\"02:00:00:00:00:01\"/></object>";
    const std::string cuda = "<object type=\"OSDev\" gp_index=\"71\" name=\"cuda0\" osdev_type=\"" +
                             std::string(gpu) + "\"/>";
    const Topology t =
        read(hwloc(package(0, device("0000:17:00.0", "0200 [8086:1521]", "1.0", 50, os) +
                                  device("0000:18:00.0", kA100, "31.5", 51, cuda)),
                   "", version))
            .topology;
    EXPECT_EQ(t.all(ComponentKind::nic).size(), 1u) << version;
    EXPECT_EQ(t.all(ComponentKind::gpu).size(), 1u) << version;
    EXPECT_EQ(t.attributes(*t.find("nic[0]")).get("interface"), "eth0");
    EXPECT_EQ(t.attributes(*t.find("gpu[0]")).get("os-device"), "cuda0");
  }
}

TEST(HwlocXml, ReadsNvLinkFromAMatrixInPieces) {
  const std::string os = [](int gp) {
    return "<object type=\"OSDev\" gp_index=\"" + std::to_string(gp) +
           "\" name=\"nvml\" osdev_type=\"5\"/>";
  }(61);
  // An A100 has NVLinks of 25 GB/s: 100 000 MB/s are four of them.
  const std::string matrix =
      "<distances2hetero nbobjs=\"2\" kind=\"25\" name=\"NVLinkBandwidth\"><indexes>OSDev:61 "
      "</indexes><indexes>PCIDev:51 </indexes><u64values>1000000 100000 "
      "</u64values><u64values>100000 "
      "1000000 </u64values></distances2hetero>";
  const Topology t = read(hwloc(package(0, device("0000:17:00.0", kA100, "31.5", 50, os) +
                                               device("0000:18:00.0", kA100, "31.5", 51)),
                                matrix))
                         .topology;
  const LinkId last(t.link_count() - 2);
  EXPECT_EQ(t.link(last).model.kind(), "nvlink");
  EXPECT_EQ(t.attributes(last).get("count"), "4");
  EXPECT_DOUBLE_EQ(t.link(last).model.capacity().value(), 100e9);
}

TEST(HwlocXml, LeavesOutAMatrixThatDoesNotFit) {
  const std::string matrix =
      "<distances2 type=\"NUMANode\" nbobjs=\"2\" name=\"NUMALatency\"><indexes>0 1 </indexes>"
      "<u64values>10 21 21 </u64values></distances2>";
  EXPECT_EQ(count_of(read(hwloc(package(0, ""), matrix)), "HWLOC_MATRIX_INVALID"), 1);
}

TEST(HwlocXml, CountsThePackagesOfAMachineWhoseMemoryIsInterleaved) {
  const std::string bare = "<object type=\"Package\"><object type=\"Core\"/></object>";
  const Topology t =
      read(hwloc("<object type=\"NUMANode\" os_index=\"0\" gp_index=\"9\"/>" + bare + bare))
          .topology;
  EXPECT_EQ(t.all(ComponentKind::numa_node).size(), 1u);
  EXPECT_EQ(t.all(ComponentKind::socket).size(), 2u);
}

TEST(HwlocXml, SaysWhereLstopoLeftDevicesOut) {
  EXPECT_EQ(count_of(read(hwloc(package(0, ""))), "HWLOC_NO_IO"), 1);
}

TEST(HwlocXml, RefusesVersionOneTruncatedAndEmptyFiles) {
  EXPECT_EQ(read_error(hwloc(package(0, ""), "", "")).code, "HWLOC_VERSION");
  const std::string whole = hwloc(package(0, ""));
  EXPECT_EQ(read_error(whole.substr(0, whole.size() / 2)).code, "XML_TRUNCATED");
  EXPECT_EQ(read_error("<topology version=\"2.0\"></topology>").code, "HWLOC_EMPTY");
}

TEST(HwlocXml, RefusesObjectsThatStandTooDeepInEachOther) {
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "<object type=\"Group\">";
  for (int i = 0; i < 300; ++i) deep += "</object>";
  EXPECT_EQ(read_error(hwloc(deep)).code, "XML_TOO_DEEP");
}

}  // namespace
}  // namespace weft::io::test
