// XML → graph → XML gives the same elements, attributes, nesting and order back.
#include "weft/io/nccl_xml.hpp"

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

std::string rewritten(const std::string& text) {
  const TopologyRead first = read(text);
  const auto written = write_nccl_xml(first.topology, nccl_dialect_of(first.topology));
  if (written) return *written;
  ADD_FAILURE() << to_string(written.error());
  return {};
}

std::string loss(const std::string& text) { return difference(text, rewritten(text)); }

TEST(NcclXmlRoundTrip, GivesEachRealFileBack) {
  if (!std::filesystem::exists(shared_topologies()))
    GTEST_SKIP() << "the real files that lie beside a development checkout are not here";
  const auto files = xml_files(shared_topologies());
  EXPECT_GE(files.size(), 51u);
  for (const auto& file : files) EXPECT_EQ(loss(read_file(file)), "") << file;
}

TEST(NcclXmlRoundTrip, GivesEachExampleBack) {
  const auto files = xml_files(examples());
  EXPECT_GE(files.size(), 7u);
  for (const auto& file : files) EXPECT_EQ(loss(read_file(file)), "") << file;
}

TEST(NcclXmlRoundTrip, KeepsAttributesThatNobodyKnows) {
  EXPECT_EQ(loss("<system version=\"1\" made-by=\"hand\"><cpu numaid=\"0\" speed=\"x\">"
                 "<pci busid=\"0000:01:00.0\" class=\"0x030200\" link_speed=\"16 GT/s\" "
                 "link_width=\"16\" model=\"mine\" skeleton=\"no\"><gpu dev=\"0\" mlopart=\"1\">"
                 "<nvlink target=\"0000:02:00.0\" count=\"02\" lanes=\"4\"/></gpu></pci>"
                 "<pci busid=\"0000:03:00.0\" class=\"0x020000\" link_speed=\"16 GT/s\" "
                 "link_width=\"16\"><nic kind=\"a\"><net name=\"n\" speed=\"100000\" xml.0=\"b\"/>"
                 "</nic></pci></cpu></system>"),
            "");
}

TEST(NcclXmlRoundTrip, KeepsElementsThatNobodyKnowsInTheirPlace) {
  EXPECT_EQ(loss(machine("<first a=\"1\"/>" +
                         gpu("0000:01:00.0", 0,
                             "<early/>" + nvlink("0000:02:00.0", "4") + "<late><deep/></late>") +
                         "<between/><between/>" +
                         gpu("0000:02:00.0", 1, nvlink("0000:01:00.0", "4")) + "<last/>")),
            "");
}

TEST(NcclXmlRoundTrip, AddsNothingToACpuThatSaysNothing) {
  EXPECT_EQ(loss("<system version=\"1\"><cpu/></system>"), "");
}

TEST(NcclXmlRoundTrip, KeepsCharactersThatXmlEscapes) {
  EXPECT_EQ(loss(machine("<nic><net name=\"a&lt;b&amp;&quot;c&#10;d\" dev=\"0\" "
                         "speed=\"1000\"/></nic>")),
            "");
}

TEST(NcclXmlRoundTrip, KeepsTheOrderInWhichEachGpuNamesItsPartners) {
  const std::string a = "0000:01:00.0";
  const std::string b = "0000:02:00.0";
  const std::string c = "0000:03:00.0";
  EXPECT_EQ(loss(machine(gpu(a, 0, nvlink(b, "1") + nvlink(c, "2")) +
                         gpu(b, 1, nvlink(c, "3") + nvlink(a, "1")) +
                         gpu(c, 2, nvlink(b, "3") + nvlink(a, "2")))),
            "");
}

TEST(NcclXmlRoundTrip, KeepsWhatOnlyOneEndSays) {
  const std::string text =
      machine(gpu("0000:01:00.0", 0, nvlink("0000:02:00.0", "4")) + gpu("0000:02:00.0", 1) +
              gpu("0000:03:00.0", 2, nvlink("0000:02:00.0", "6")));
  EXPECT_EQ(loss(text), "");
}

TEST(NcclXmlRoundTrip, KeepsLinksThatLeadNowhere) {
  EXPECT_EQ(loss(machine(gpu("0000:01:00.0", 0,
                             nvlink("0000:01:00.0", "12") + nvlink("0000:99:00.0", "2") +
                                 nvlink("0000:05:00.0", "2") +
                                 nvlink("fffffff:ff:ff.0", "4", "0x068000")) +
                         bridge("0000:05:00.0", ""))),
            "");
}

TEST(NcclXmlRoundTrip, KeepsSeveralHostsOfOneNvlinkDomain) {
  const auto host = [](const std::string& hash) {
    return "<cpu host_hash=\"" + hash + "\" numaid=\"0\" arch=\"arm64\">" +
           "<pci busid=\"0008:01:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" "
           "link_width=\"16\"><gpu dev=\"0\" sm=\"100\" gdr=\"1\">"
           "<nvlink target=\"fffffff:ff:ff.0\" count=\"18\" tclass=\"0x068000\"/>"
           "<c2c bw=\"44712\" count=\"10\"/></gpu></pci></cpu>";
  };
  const std::string text = "<system version=\"1\">" + host("0x1") + host("0x2") + "</system>";
  EXPECT_EQ(loss(text), "");
  EXPECT_EQ(loss("<system version=\"1\"><cpu host_hash=\"0x1\" numaid=\"0\"/>"
                 "<cpu host_hash=\"0x2\" numaid=\"0\"/><cpu host_hash=\"0x1\" numaid=\"1\"/>"
                 "</system>"),
            "");
  const TopologyRead two = read(text);
  const auto gpus = two.topology.all(topology::ComponentKind::gpu);
  ASSERT_EQ(gpus.size(), 2u);
  EXPECT_EQ(two.topology.place_of(gpus[0]).server, 0);
  EXPECT_EQ(two.topology.place_of(gpus[1]).server, 1);
  EXPECT_EQ(two.topology.all(topology::ComponentKind::nvswitch).size(), 1u);
}

TEST(NcclXmlRoundTrip, MendsAVersionThatDoesNotFitTheLinks) {
  const std::string wrong = machine(gpu("0000:01:00.0", 0, nvlink("0000:02:00.0", "4")) +
                                        gpu("0000:02:00.0", 1, nvlink("0000:01:00.0", "4")),
                                    "2");
  EXPECT_EQ(count_of(read(wrong), "NCCL_XML_VERSION_DOUBTFUL"), 1);
  EXPECT_EQ(loss(wrong), "/system version=2 became 1");
}

}  // namespace
}  // namespace weft::io::test
