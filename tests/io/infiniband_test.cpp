// ibnetdiscover, iblinkinfo and ibsim: hosts, NICs and switches, and each doubt said once.
#include "weft/io/infiniband.hpp"

#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using topology::ComponentKind;
using topology::Topology;

// Two leaves below one spine, two hosts with two rails each. GUIDs padded both ways.
const std::string kSpine = R"(
vendid=0x2c9
switchguid=0x0a00000000000001(a00000000000001)
Switch	64 "S-0a00000000000001"		# "spine" enhanced port 0 lid 1 lmc 0
[1]	"S-a00000000000002"[33]		# "leaf0" lid 2 4xNDR
[2]	"S-a00000000000003"[33]		# "leaf1" lid 3 4xNDR
)";
const std::string kLeaves = R"(
Switch	65 "S-a00000000000002"		# "leaf0" enhanced port 0 lid 2 lmc 0
[1]	"H-00b1"[1](b1) 		# "node0 mlx5_0" lid 11 4xNDR
[2]	"H-00b3"[1](b3) 		# "node1 mlx5_0" lid 13 4xNDR s=14 w=2 v=1 e=1
[33]	"S-0a00000000000001"[1]		# "spine" lid 1 4xNDR
[65]	"H-00c1"[1](c1) 		# "Mellanox Technologies Aggregation Node" lid 9 4xNDR

Switch	65 "S-a00000000000003"		# "leaf1" enhanced port 0 lid 3 lmc 0
[1]	"H-00b2"[1](b2) 		# "node0 mlx5_1" lid 12 4xNDR
[2]	"H-00b4"[1](b4) 		# "node1 mlx5_1" lid 14 4xNDR
[33]	"S-0a00000000000001"[2]		# "spine" lid 1 4xNDR
)";
const std::string kHosts = R"(
Ca	1 "H-0b1"		# "node0 mlx5_0"
[1](b1) 	"S-a00000000000002"[1]		# lid 11 lmc 0 "leaf0" lid 2 4xNDR
Ca	1 "H-0b2"		# "node0 mlx5_1"
[1](b2) 	"S-a00000000000003"[1]		# lid 12 lmc 0 "leaf1" lid 3 4xNDR
Ca	1 "H-0b3"		# "node1 mlx5_0"
[1](b3) 	"S-a00000000000002"[2]		# lid 13 lmc 0 "leaf0" lid 2 4xNDR
Ca	1 "H-0b4"		# "node1 mlx5_1"
[1](b4) 	"S-a00000000000003"[2]		# lid 14 lmc 0 "leaf1" lid 3 4xNDR
Ca	1 "H-0c1"		# "Mellanox Technologies Aggregation Node"
[1](c1) 	"S-a00000000000002"[65]		# lid 9 lmc 0 "leaf0" lid 2 4xNDR
)";
const std::string kWhole = kSpine + kLeaves + kHosts;

std::size_t count(const Topology& t, ComponentKind kind) { return t.all(kind).size(); }

TEST(Infiniband, ReadsADumpWithoutADoubt) {
  const TopologyRead r = read(kWhole);
  EXPECT_TRUE(r.warnings.empty()) << r.warnings.front().message;
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 3u);
  EXPECT_EQ(count(r.topology, ComponentKind::host), 2u);
  EXPECT_EQ(count(r.topology, ComponentKind::nic), 4u);
  // 4 NICs inside hosts, 4 cables to leaves, 2 to the spine; each both ways.
  EXPECT_EQ(r.topology.link_count(), 20u);
}

TEST(Infiniband, KeepsPortsTiersAndRails) {
  const Topology t = read(kWhole).topology;
  EXPECT_EQ(t.attributes(*t.find("spine")).get("tier"), "2");
  EXPECT_EQ(t.attributes(*t.find("leaf0")).get("tier"), "1");
  EXPECT_EQ(t.attributes(*t.find("leaf0")).get("aggregation"), "true");
  EXPECT_FALSE(t.attributes(*t.find("leaf1")).has("aggregation"));
  const auto leaf = *t.find("leaf0");
  std::string ports;
  for (const LinkId link : t.links_of(leaf))
    ports += std::string(t.attributes(link).get("port")) + " ";
  EXPECT_EQ(ports, "33 1 2 ");
}

TEST(Infiniband, TellsDevicesApartByGuidHoweverItIsPadded) {
  EXPECT_EQ(count_of(read(kWhole), "FABRIC_PARTIAL"), 0);
}

TEST(Infiniband, SaysThatADumpIsAPart) {
  const TopologyRead r = read(kSpine);
  EXPECT_EQ(count_of(r, "FABRIC_PARTIAL"), 1);
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 3u);
}

TEST(Infiniband, SaysThatOneEndLacksACable) {
  std::string text = kWhole;
  const std::string line = "[2]\t\"H-00b4\"[1](b4) \t\t# \"node1 mlx5_1\" lid 14 4xNDR\n";
  text.erase(text.find(line), line.size());
  const TopologyRead r = read(text);
  EXPECT_EQ(count_of(r, "FABRIC_ONE_SIDED"), 1);
  EXPECT_EQ(r.topology.link_count(), 20u);  // the other end is believed
}

TEST(Infiniband, LeavesOutACableWhoseEndsDisagree) {
  std::string text = kWhole;
  const std::string end = "\"S-a00000000000003\"[2]\t\t# lid 14";
  text.replace(text.find(end), end.size(), "\"S-a00000000000003\"[1]\t\t# lid 14");
  const TopologyRead r = read(text);
  EXPECT_EQ(count_of(r, "FABRIC_ENDS_DISAGREE"), 2);  // said of each of the two statements
  EXPECT_EQ(r.topology.link_count(), 18u);
}

TEST(Infiniband, TakesTheSlowerRateWhereEndsDiffer) {
  std::string text = kWhole;
  const std::string end = "# lid 14 lmc 0 \"leaf1\" lid 3 4xNDR";
  text.replace(text.find(end), end.size(), "# lid 14 lmc 0 \"leaf1\" lid 3 4xHDR");
  const TopologyRead r = read(text);
  EXPECT_EQ(count_of(r, "FABRIC_RATE_DIFFERS"), 1);
  const auto nic = *r.topology.find("nic[3]");
  bool is_hdr = false;
  for (const LinkId link : r.topology.links_of(nic))
    is_hdr = is_hdr || r.topology.link(link).model.name() == "InfiniBand HDR 4x";
  EXPECT_TRUE(is_hdr);
}

TEST(Infiniband, SaysWhereTwoDevicesHaveOneGuidOrStandTwice) {
  EXPECT_EQ(count_of(read(kWhole + kSpine), "FABRIC_NODE_REPEATED"), 1);
  std::string other = kSpine;
  other.replace(other.find("\"spine\""), 7, "\"other\"");
  EXPECT_EQ(count_of(read(kWhole + other), "FABRIC_GUID_REPEATED"), 1);
}

TEST(Infiniband, MakesAHostOfAnAdapterWhoseDescriptionIsItsProduct) {
  std::string text = kWhole;
  for (std::size_t at; (at = text.find("node1 mlx5_1")) != std::string::npos;)
    text.replace(at, 12, "MT4129 ConnectX7   Mellanox Technologies");
  const TopologyRead r = read(text);
  EXPECT_EQ(count_of(r, "FABRIC_NAME_UNSET"), 1);
  EXPECT_EQ(count(r.topology, ComponentKind::host), 3u);
}

TEST(Infiniband, RefusesACaWithoutALink) {
  const Error error = read_error("caguid=0x1\nCa\t1 \"H-1\"\t\t# \"node0 HCA-1\"\n");
  EXPECT_EQ(error.code, "FABRIC_NO_LINKS");
}

TEST(Infiniband, ReadsUpToWhereADumpIsCutOff) {
  const TopologyRead r = read(kWhole.substr(0, kWhole.rfind("[1](b4)") + 12));
  EXPECT_EQ(count_of(r, "FABRIC_LINE_UNREADABLE"), 1);
  EXPECT_EQ(count(r.topology, ComponentKind::nic), 4u);
}

TEST(Infiniband, ReadsTheFormOfOneLinePerPort) {
  const TopologyRead r = read(
      "CA   11  1 0x00b1 4x EDR - SW    2  1 0x0a02 ( 'node0 HCA-1' - 'leaf 'A' of row 2' )\n"
      "CA   12  1 0x00b2 4x EDR - SW    2  2 0x0a02 ( 'node1 HCA-1' - 'leaf 'A' of row 2' )\n"
      "SW    2  1 0x0a02 4x EDR - CA   11  1 0x00b1 ( 'leaf 'A' of row 2' - 'node0 HCA-1' )\n"
      "SW    2  2 0x0a02 4x EDR - CA   12  1 0x00b2 ( 'leaf 'A' of row 2' - 'node1 HCA-1' )\n"
      "SW    2  3 0x0a02 4x ???                          'leaf 'A' of row 2'\n"
      "SW    2  4 0x0a02 4x SDR                          'leaf 'A' of row 2'\n");
  EXPECT_TRUE(r.warnings.empty()) << r.warnings.front().message;
  EXPECT_EQ(count(r.topology, ComponentKind::host), 2u);
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 1u);
  EXPECT_EQ(r.topology.link_count(), 8u);
  EXPECT_TRUE(r.topology.find("leaf 'A' of row 2").has_value());
}

TEST(Infiniband, ReadsIblinkinfoByLids) {
  const TopologyRead r = read(
      "CA: node0 HCA-1:\n"
      "      0x00b1      6    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       3    1[  ] "
      "\"leaf0\" ( )\n"
      "Switch: 0x0a02 leaf0:\n"
      "           3    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       6    1[  ] "
      "\"node0 "
      "HCA-1\" ( )\n"
      "           3    2[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       7    1[  ] "
      "\"node1 "
      "HCA-1\" ( )\n"
      "           3    3[  ] ==(                Down/ Polling)==>             [  ] \"\" ( )\n");
  EXPECT_EQ(count(r.topology, ComponentKind::host), 2u);
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 1u);
  EXPECT_EQ(count_of(r, "FABRIC_PARTIAL"), 1);  // node1 is a peer only
  // 25.78125 Gb/s a lane on the wire is EDR, 53.125 HDR.
  std::string links;
  for (const LinkId link : r.topology.links_of(*r.topology.find("leaf0")))
    links += r.topology.link(link).model.name() + ";";
  EXPECT_EQ(links, "InfiniBand EDR 4x;InfiniBand HDR 4x;");
}

TEST(Infiniband, ReadsNetFilesOfIbsim) {
  const TopologyRead r = read(
      "# a net\nSwitch\t8 \"Switch1\"\n[1]\t\"Hca1\"[1]\n[3]\t\"Switch2\"[3]\n\n"
      "Switch 8 \"Switch2\"\n[1]\t\"Hca2\"[1]\n[3]\t\"Switch1\"[3]\n\n"
      "Hca\t2 \"Hca1\"\n[1]\t\"Switch1\"[1]\n\nHca 2 \"Hca2\"\n[1] \"Switch2\"[1]\n");
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 2u);
  EXPECT_EQ(count(r.topology, ComponentKind::host), 2u);
  EXPECT_EQ(count_of(r, "FABRIC_RATE_UNSTATED"), 1);
}

TEST(Infiniband, RefusesWhatIsHardlyADump) {
  std::string noise = "Switch 8 \"S-1\"\n";
  for (int i = 0; i < 10; ++i) noise += "what is this\n";
  EXPECT_EQ(read_error(noise).code, "FABRIC_UNREADABLE");
}

}  // namespace
}  // namespace weft::io::test
