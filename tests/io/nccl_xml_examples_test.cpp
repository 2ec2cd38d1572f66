// The shipped examples hold what their headers say.
#include "weft/io/nccl_xml.hpp"
#include "weft/topology/graph.hpp"

#include <map>
#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using topology::ComponentKind;
using topology::Topology;

TopologyRead example(const std::string& name) { return read(read_file(examples() / name)); }

std::size_t count(const Topology& t, ComponentKind kind) { return t.all(kind).size(); }

// Pairs of links of a kind.
int pairs(const Topology& t, const std::string& kind) {
  int found = 0;
  for (std::size_t i = 0; i < t.link_count(); i += 2)
    if (t.link(LinkId(i)).model.kind() == kind) ++found;
  return found;
}

// Model names of a kind with how often they occur, e.g. {"NVLink 4 x5": 16}.
std::map<std::string, int> models(const Topology& t, const std::string& kind) {
  std::map<std::string, int> found;
  for (std::size_t i = 0; i < t.link_count(); i += 2) {
    const auto link = t.link(LinkId(i));
    if (link.model.kind() == kind) ++found[link.model.name()];
  }
  return found;
}

std::string of(const Topology& t, const std::string& component, const std::string& key) {
  const auto id = t.find(component);
  return id ? std::string(t.attributes(*id).get(key)) : "no such component";
}

TEST(Examples, DgxH100HasFourNvswitchesAndARailPerGpu) {
  const auto [t, warnings] = example("dgx-h100.xml");
  EXPECT_TRUE(warnings.empty()) << warnings.front().message;
  EXPECT_EQ(count(t, ComponentKind::gpu), 8u);
  EXPECT_EQ(count(t, ComponentKind::nvswitch), 4u);
  EXPECT_EQ(count(t, ComponentKind::nic), 8u);
  EXPECT_EQ(count(t, ComponentKind::port), 8u);
  EXPECT_EQ(count(t, ComponentKind::pcie_switch), 8u);
  EXPECT_EQ(count(t, ComponentKind::numa_node), 2u);
  EXPECT_EQ(count(t, ComponentKind::socket), 2u);
  // Each GPU has 5+4+4+5 = 18 links: 8 GPUs × 2 bundles of each width.
  EXPECT_EQ(models(t, "nvlink"),
            (std::map<std::string, int>{{"NVLink 4 x4", 16}, {"NVLink 4 x5", 16}}));
  // One to each switch, GPU and NIC: 8 + 8 + 8.
  EXPECT_EQ(models(t, "pcie"), (std::map<std::string, int>{{"PCIe 5.0 x16", 24}}));
  EXPECT_EQ(pairs(t, "infiniband"), 8);
  EXPECT_EQ(of(t, "gpu[0]", "model"), "h100-sxm5");
  EXPECT_EQ(of(t, "gpu[7]", "gpu.dev"), "7");
  EXPECT_EQ(of(t, "mlx5_11", "speed"), "400000");
}

TEST(Examples, DgxA100HasSixNvswitchesOfTwoLinksPerGpu) {
  const auto [t, warnings] = example("dgx-a100.xml");
  EXPECT_TRUE(warnings.empty()) << warnings.front().message;
  EXPECT_EQ(count(t, ComponentKind::nvswitch), 6u);
  // 8 GPUs × 6 switches, two links each.
  EXPECT_EQ(models(t, "nvlink"), (std::map<std::string, int>{{"NVLink 3 x2", 48}}));
  EXPECT_EQ(count(t, ComponentKind::numa_node), 4u);
  // Four groups of an upper and two lower switches.
  EXPECT_EQ(count(t, ComponentKind::pcie_switch), 12u);
  EXPECT_EQ(pairs(t, "infiniband"), 8);
  // The file lists NUMA nodes 1, 3, 5, 7 and so GPUs 2, 3, 0, 1, 6, 7, 4, 5; gpu[0] is still dev 0.
  for (int dev = 0; dev < 8; ++dev)
    EXPECT_EQ(of(t, "gpu[" + std::to_string(dev) + "]", "gpu.dev"), std::to_string(dev));
}

TEST(Examples, Dgx1HasTheTwentyFourLinksOfTheHybridCubeMesh) {
  const auto [t, warnings] = example("dgx-1v.xml");
  EXPECT_TRUE(warnings.empty()) << warnings.front().message;
  EXPECT_EQ(count(t, ComponentKind::gpu), 8u);
  EXPECT_EQ(count(t, ComponentKind::nvswitch), 0u);
  // 16 adjacent pairs; 8 of width 1 and 8 of width 2 make 24 links.
  EXPECT_EQ(models(t, "nvlink"),
            (std::map<std::string, int>{{"NVLink 2 x1", 8}, {"NVLink 2 x2", 8}}));
  EXPECT_EQ(pairs(t, "infiniband"), 4);
}

TEST(Examples, Mi300xIsAFullMesh) {
  const auto [t, warnings] = example("mi300x.xml");
  EXPECT_TRUE(warnings.empty()) << warnings.front().message;
  EXPECT_EQ(nccl_dialect_of(t), NcclDialect::rccl);
  // 8 · 7 / 2 pairs.
  EXPECT_EQ(models(t, "xgmi"), (std::map<std::string, int>{{"xGMI gfx942 x1", 28}}));
  EXPECT_EQ(pairs(t, "ethernet"), 8);
  EXPECT_EQ(of(t, "gpu[3]", "model"), "mi300x");
}

TEST(Examples, A10ServerHasPcieOnly) {
  const auto [t, warnings] = example("pcie-4x-a10.xml");
  EXPECT_TRUE(warnings.empty()) << warnings.front().message;
  EXPECT_EQ(count(t, ComponentKind::gpu), 4u);
  EXPECT_EQ(count(t, ComponentKind::pcie_switch), 0u);
  EXPECT_EQ(pairs(t, "nvlink"), 0);
  EXPECT_EQ(pairs(t, "pcie"), 5);
}

TEST(Examples, BridgedPairsHaveOneNvlinkBundlePerPair) {
  const auto [t, warnings] = example("a100-pcie-bridged-pairs.xml");
  EXPECT_TRUE(warnings.empty()) << warnings.front().message;
  EXPECT_EQ(models(t, "nvlink"), (std::map<std::string, int>{{"NVLink 3 x12", 2}}));
}

TEST(Examples, GuestSkeletonNamesGpusThatNobodyNumbered) {
  const auto [t, warnings] = example("guest-8gpu-skeleton.xml");
  EXPECT_TRUE(warnings.empty()) << warnings.front().message;
  EXPECT_EQ(count(t, ComponentKind::gpu), 8u);
  EXPECT_EQ(count(t, ComponentKind::nic), 8u);
  EXPECT_EQ(count(t, ComponentKind::port), 0u);
  EXPECT_EQ(of(t, "gpu[0]", "skeleton"), "true");
  EXPECT_EQ(of(t, "gpu[0]", "busid"), "0100:00:00.0");  // file order, as there is no dev
  EXPECT_EQ(of(t, "gpu[0]", "model"), "h100-sxm5");
  EXPECT_EQ(pairs(t, "nvlink"), 0);
}

}  // namespace
}  // namespace weft::io::test
