// Slurm's topology.conf and topology.yaml.
#include "weft/io/slurm.hpp"

#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using topology::ComponentKind;
using topology::Topology;

const std::string kTree =
    "# a tree\n"
    "SwitchName=leaf0 Nodes=n[0-3] LinkSpeed=400\n"
    "switchname=leaf1 nodes=n[4-7]\n"
    "SwitchName=spine \\\n  Switches=leaf[0-1]  # both\n";

std::size_t count(const Topology& t, ComponentKind kind) { return t.all(kind).size(); }

TEST(SlurmConf, ReadsATree) {
  const TopologyRead r = read(kTree);
  EXPECT_EQ(count(r.topology, ComponentKind::host), 8u);
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 3u);
  EXPECT_EQ(r.topology.link_count(), 20u);
  EXPECT_EQ(r.topology.attributes(*r.topology.find("spine")).get("tier"), "2");
  EXPECT_EQ(r.topology.attributes(*r.topology.find("leaf0")).get("link-speed"), "400");
  EXPECT_EQ(count_of(r, "FABRIC_RATE_UNSTATED"), 1);
}

TEST(SlurmConf, JoinsBlocksByANetworkAboveThem) {
  const TopologyRead r =
      read("BlockName=b0 Nodes=n[0-3]\nBlockName=b1 Nodes=n[4-7]\nBlockSizes=4,8\n");
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 3u);
  EXPECT_EQ(r.topology.link_count(), 20u);
}

TEST(SlurmConf, SaysWhereTheTreeIsNone) {
  EXPECT_EQ(count_of(read("SwitchName=a Nodes=n[0-1]\nSwitchName=b Nodes=n[2-3]\n"),
                     "SLURM_SEVERAL_ROOTS"),
            1);
  EXPECT_EQ(
      count_of(read("SwitchName=a Nodes=n0\nSwitchName=b Nodes=n0\n"), "SLURM_SEVERAL_PARENTS"), 1);
  EXPECT_EQ(count_of(read("SwitchName=a Switches=b Nodes=n0\n"), "SLURM_SWITCH_UNDEFINED"), 1);
}

TEST(SlurmConf, RefusesBadLinesWithTheirNumber) {
  const Error invalid = read_error("SwitchName=a Nodes=n0\nNodes=n1\n");
  EXPECT_EQ(invalid.code, "SLURM_LINE_INVALID");
  EXPECT_EQ(invalid.where.line, 2);
  EXPECT_EQ(read_error("SwitchName=a Nodes=n[0-\n").code, "HOSTLIST_INVALID");
  EXPECT_EQ(read_error("SwitchName=a Switches=b\nSwitchName=b Switches=a\n").code, "SLURM_LOOP");
  EXPECT_EQ(read_error("SwitchName=a Nodes=x\nSwitchName=a Nodes=y\n").code,
            "SLURM_SWITCH_REPEATED");
}

TEST(SlurmConf, IsWrittenAsItWasRead) {
  const auto written = write_slurm_conf(read(kTree).topology);
  ASSERT_TRUE(written.has_value());
  EXPECT_NE(written->find("SwitchName=leaf0 Nodes=n[0-3]\n"), std::string::npos) << *written;
  EXPECT_NE(written->find("SwitchName=spine Switches=leaf[0-1]\n"), std::string::npos) << *written;
  const Topology again = read(*written).topology;
  EXPECT_EQ(count(again, ComponentKind::host), 8u);
  EXPECT_EQ(again.link_count(), 20u);
}

TEST(SlurmConf, IsNotWrittenOfAServer) {
  EXPECT_EQ(write_slurm_conf(read(machine(gpu("0000:01:00.0", 0))).topology).error().code,
            "EXPORT_NO_NETWORK");
}

TEST(SlurmYaml, ReadsTheDefaultNetwork) {
  const TopologyRead r = read(
      "---\n- topology: other\n  flat: true\n"
      "- topology: main\n  cluster_default: true\n  tree:\n    switches:\n"
      "      - switch: spine\n        children: leaf[0-1]\n"
      "      - switch: leaf0\n        nodes: n[0-3]\n"
      "      - switch: leaf1\n        nodes: n[4-7]\n");
  EXPECT_EQ(count(r.topology, ComponentKind::host), 8u);
  EXPECT_EQ(count(r.topology, ComponentKind::network_switch), 3u);
  EXPECT_EQ(count_of(r, "SLURM_SEVERAL_NETWORKS"), 1);
}

TEST(SlurmYaml, ReadsBlocks) {
  const TopologyRead r = read(
      "- topology: t\n  block:\n    block_sizes: [4, 8]\n    blocks:\n"
      "      - block: b0\n        nodes: n[00-03]\n      - block: b1\n        nodes: n[04-07]\n");
  EXPECT_EQ(count(r.topology, ComponentKind::host), 8u);
  EXPECT_TRUE(r.topology.find("n03").has_value());
}

TEST(SlurmYaml, RefusesWhatIsNoYamlOrHasNoSwitch) {
  EXPECT_EQ(read_error("- topology: [\n").code, "YAML_MALFORMED");
  EXPECT_EQ(read_error("- topology: t\n  flat: true\n").code, "SLURM_EMPTY");
}

}  // namespace
}  // namespace weft::io::test
