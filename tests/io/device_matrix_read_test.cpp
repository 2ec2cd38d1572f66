// What each dialect and each way of pasting a device matrix is read as.
#include "weft/io/device_matrix.hpp"
#include "weft/io/matrix/scan.hpp"
#include "weft/io/nccl_xml.hpp"
#include "weft/link/scaleup.hpp"
#include "weft/topology/graph.hpp"

#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using topology::ComponentKind;
using topology::Provenance;
using topology::Topology;

std::string fixture(const std::string& name) {
  return read_file(std::string(WEFT_SOURCE_DIR) + "/tests/io/fixtures/matrix/" + name);
}

std::string of(const Topology& t, const std::string& component, const std::string& key) {
  const auto id = t.find(component);
  return id ? std::string(t.attributes(*id).get(key)) : "no such component";
}

std::size_t count(const Topology& t, ComponentKind kind) { return t.all(kind).size(); }

// Links by the name of their model with how often they occur.
std::map<std::string, int> fabric(const Topology& t) {
  std::map<std::string, int> found;
  for (std::size_t i = 0; i < t.link_count(); i += 2) {
    const auto link = t.link(LinkId(i));
    if (link.model.is_scale_up()) ++found[link.model.name()];
  }
  return found;
}

matrix::Matrix first_matrix(const std::string& name) {
  Remarks remarks(name);
  auto paste = matrix::read_paste({name, fixture(name)}, remarks);
  EXPECT_TRUE(paste) << to_string(paste.error());
  return paste->matrices.at(0);
}

TEST(DeviceMatrix, BuildsTheLeastTreeThatHasTheDistances) {
  const auto [t, warnings] = read(fixture("pcie-every-distance.txt"));
  // {GPU0, GPU1} on one switch, GPU2 on another, both below a third; GPU3 beside it on the same
  // host bridge, mlx5_0 on another bridge of the node, mlx5_1 on another node.
  EXPECT_EQ(count(t, ComponentKind::pcie_switch), 3u);
  EXPECT_EQ(count(t, ComponentKind::numa_node), 2u);
  EXPECT_EQ(of(t, "gpu[3]", "host-bridge"), "0");
  EXPECT_EQ(of(t, "mlx5_0", "host-bridge"), "1");
  EXPECT_EQ(of(t, "mlx5_1", "host-bridge"), "");
  EXPECT_TRUE(fabric(t).empty());
  EXPECT_EQ(of(t, "numa[0]", "cpus"), "0-15");
}

TEST(DeviceMatrix, MarksPcieAsAssumedAndSaysItOnce) {
  const TopologyRead got = read(fixture("pcie-every-distance.txt"));
  EXPECT_EQ(count_of(got, "LINK_SPEED_UNKNOWN"), 1);
  for (std::size_t i = 0; i < got.topology.link_count(); ++i) {
    const auto link = got.topology.link(LinkId(i));
    if (link.model.kind() != "pcie") continue;
    EXPECT_EQ(link.provenance, Provenance::assumed);
  }
}

std::string socket_model(const Topology& t) {
  return std::string(t.attributes(t.all(ComponentKind::socket)[0]).get("model"));
}

TEST(DeviceMatrix, AssumesTheUsualHostOfTheGpusAndSaysSo) {
  const std::string text = fixture("nvswitch-8gpu-5nic.txt");
  const auto named = read_topology({"topo.txt", text, facts::find_gpu("h100-sxm5")});
  ASSERT_TRUE(named);
  EXPECT_EQ(count_of(*named, "HOST_ASSUMED"), 1);
  EXPECT_EQ(socket_model(named->topology), "Intel Xeon Platinum 8480C");
  // Without a name, NVLink 4 tells PCI Express 5.0, and that the generation of the host.
  EXPECT_EQ(socket_model(read(text).topology), "Intel Xeon Scalable gen 4 (Sapphire Rapids)");
}

TEST(DeviceMatrix, TakesANumaNumberOnce) {
  const auto got = read(
      "\tGPU0\tGPU1\tGPU2\tCPU Affinity\tNUMA Affinity\n"
      "GPU0\tX\tSYS\tSYS\t0-7\t0\n"
      "GPU1\tSYS\tX\tSYS\t0-7\t0\n"
      "GPU2\tSYS\tSYS\tX\t8-15\t1\n");
  EXPECT_EQ(count_of(got, "MATRIX_AFFINITY_CONFLICT"), 1);
  std::vector<std::string> numbers;
  for (const ComponentId numa : got.topology.all(ComponentKind::numa_node))
    numbers.emplace_back(got.topology.attributes(numa).get("numaid"));
  EXPECT_EQ(numbers, (std::vector<std::string>{"0", "1", "-1"}));
  // Nodes 0 and 1 are a socket each and keep all of its memory: 8 x 3200 MT/s x 8 B of Rome.
  const ComponentId memory = got.topology.all(ComponentKind::memory)[0];
  const LinkId down = Topology::opposite(got.topology.links_of(memory)[0]);
  EXPECT_EQ(got.topology.link(down).model.name(), "ddr4 3200 MT/s x8");
}

TEST(DeviceMatrix, TakesTheSameLinksToAllAsAnNvswitch) {
  const auto [t, warnings] = read(fixture("nvswitch-8gpu-5nic.txt"));
  // Direct links would be 7 × 18 = 126 a GPU, and no GPU has more than 18.
  EXPECT_EQ(count(t, ComponentKind::nvswitch), 1u);
  EXPECT_EQ(fabric(t), (std::map<std::string, int>{{"NVLink 4 x18", 8}}));
  EXPECT_EQ(of(t, "nic[0]", "name"), "mlx5_0");
  EXPECT_EQ(of(t, "mlx5_2", "label"), "NIC4");  // numbers and names go separate ways
  EXPECT_EQ(of(t, "numa[1]", "numaid"), "1");
}

TEST(DeviceMatrix, SpreadsLinksOverTheSwitchesOfTheBoardThatIsNamed) {
  const auto got =
      read_topology({"topo.txt", fixture("nvswitch-8gpu-5nic.txt"), facts::find_gpu("h100-sxm5")});
  ASSERT_TRUE(got) << to_string(got.error());
  // HGX H100: 5 + 4 + 4 + 5 links of each of 8 GPUs.
  EXPECT_EQ(fabric(got->topology),
            (std::map<std::string, int>{{"NVLink 4 x4", 16}, {"NVLink 4 x5", 16}}));
  EXPECT_EQ(of(got->topology, "gpu[7]", "model"), "h100-sxm5");
  EXPECT_EQ(count_of(*got, "NVLINK_GENERATION_UNKNOWN"), 0);
  EXPECT_EQ(count_of(*got, "FABRIC_ASSUMED"), 1);
}

TEST(DeviceMatrix, TakesAsManyLinksAsAGpuHasAsDirectOnes) {
  const auto [t, warnings] = read(fixture("mesh-4gpu-unequal.txt"));
  // 1 + 2 + 3 = 6 links a GPU, as V100 has.
  EXPECT_EQ(fabric(t), (std::map<std::string, int>{
                           {"NVLink 2 x1", 2}, {"NVLink 2 x2", 2}, {"NVLink 2 x3", 2}}));
  EXPECT_EQ(count(t, ComponentKind::nvswitch), 0u);
}

TEST(DeviceMatrix, ABridgeOfTwoCardsMakesNoFaultOfTheThird) {
  const TopologyRead got = read(fixture("bridge-of-three.txt"));
  EXPECT_EQ(fabric(got.topology), (std::map<std::string, int>{{"NVLink 3 x12", 1}}));
  EXPECT_EQ(count_of(got, "SXM_WITHOUT_NVLINK"), 0);
}

TEST(DeviceMatrix, AGpuOfABoardWithoutLinksIsAWarning) {
  const TopologyRead got = read(
      "\tGPU0\tGPU1\tGPU2\tGPU3\nGPU0\tX\tNV12\tNV12\tSYS\nGPU1\tNV12\tX\tNV12\tSYS\n"
      "GPU2\tNV12\tNV12\tX\tSYS\nGPU3\tSYS\tSYS\tSYS\tX\n");
  EXPECT_EQ(count_of(got, "SXM_WITHOUT_NVLINK"), 1);
}

TEST(DeviceMatrix, FewerLinksThanTheProductHasIsAWarning) {
  const std::string text =
      "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV16\tNV16\nGPU1\tNV16\tX\tNV18\nGPU2\tNV16\tNV18\tX\n";
  const auto got = read_topology({"topo.txt", text, facts::find_gpu("h200-sxm")});
  ASSERT_TRUE(got) << to_string(got.error());
  EXPECT_EQ(count_of(*got, "NVLINK_DOWN"), 1);
  // GPU0 has 16 links to the switch and the others 18: each pair has the fewer of the two.
  EXPECT_EQ(fabric(got->topology),
            (std::map<std::string, int>{{"NVLink 4 x16", 1}, {"NVLink 4 x18", 2}}));
}

TEST(DeviceMatrix, ReadsWhatTerminalsAndEditorsMakeOfIt) {
  EXPECT_EQ(fabric(read(fixture("ansi-dos.txt")).topology),
            (std::map<std::string, int>{{"NVLink 3 x4", 1}}));
  EXPECT_EQ(of(read(fixture("ansi-dos.txt")).topology, "numa[0]", "numa_affinity"), "0-1");
  EXPECT_EQ(of(read(fixture("markdown.txt")).topology, "mlx5_bond_0", "label"), "NIC0");
  EXPECT_EQ(count(read(fixture("log-around.txt")).topology, ComponentKind::gpu), 2u);
  EXPECT_EQ(of(read(fixture("hand-edited.txt")).topology, "numa[1]", "numaid"), "1");
}

TEST(DeviceMatrix, SeparatesHeadsThatTouchAndKeepsTheirAffinities) {
  const matrix::Matrix m = first_matrix("ragged-glued.txt");
  ASSERT_EQ(m.size(), 4u);
  EXPECT_EQ(m.devices[2].label.text, "NIC10");
  EXPECT_EQ(m.devices[3].label.text, "NIC11");
  EXPECT_EQ(m.devices[1].cpus, "4-7,12-15");
  EXPECT_EQ(m.devices[1].numa, "1");
}

TEST(DeviceMatrix, TellsBlankFieldsByTheirTabs) {
  // Heads: CPU Affinity, NUMA Affinity, GPU NUMA ID; the last value stands behind two tabs.
  Remarks remarks("topo.txt");
  const auto paste = matrix::read_paste({"topo.txt",
                                         "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
                                         "GPU0\tX\tSYS\t0-7\t\t\t2\nGPU1\tSYS\tX\t8-15\t1\t\t10\n"},
                                        remarks);
  ASSERT_TRUE(paste);
  const auto& devices = paste->matrices.at(0).devices;
  EXPECT_EQ(devices[0].numa, "");
  EXPECT_EQ(devices[0].gpu_numa, "2");
  EXPECT_EQ(devices[1].numa, "1");
  EXPECT_EQ(devices[1].gpu_numa, "10");
}

TEST(DeviceMatrix, HangsAGpuWhoseMemoryIsANodeOnItsCpuByC2c) {
  const auto [t, warnings] = read(
      "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
      "GPU0\tX\tSYS\t0-71\t0\t\t4\nGPU1\tSYS\tX\t72-143\t1\t\t12\n");
  int c2c = 0;
  for (std::size_t i = 0; i < t.link_count(); i += 2)
    c2c += t.link(LinkId(i)).model.kind() == "c2c" ? 1 : 0;
  EXPECT_EQ(c2c, 2);
}

TEST(DeviceMatrix, ReadsSeveralCommandsOfOneMachineFromOneText) {
  const TopologyRead got = read(fixture("several-commands.txt"));
  EXPECT_EQ(of(got.topology, "gpu[0]", "model"), "a100-sxm4-80gb");
  EXPECT_EQ(of(got.topology, "gpu[0]", "peer_access"), "yes");
  // nvlink -s shows links 10 and 11 of GPU0 inactive: 10 of its 12 are left.
  EXPECT_EQ(fabric(got.topology),
            (std::map<std::string, int>{{"NVLink 3 x10", 1}, {"NVLink 3 x12", 2}}));
  EXPECT_EQ(count_of(got, "NVLINK_DOWN"), 1);
}

TEST(DeviceMatrix, ReadsTheSectionsOfRocmSmi) {
  const auto [t, warnings] = read(fixture("rocm-4gpu.txt"));
  EXPECT_EQ(fabric(t), (std::map<std::string, int>{{"xGMI gfx90a x1", 1}}));
  EXPECT_EQ(count(t, ComponentKind::numa_node), 2u);
  EXPECT_EQ(of(t, "numa[1]", "numaid"), "1");
}

TEST(DeviceMatrix, WeightsAbove15AreWaysOverOtherGpus) {
  std::string text = fixture("rocm-4gpu.txt");
  for (const std::string before : {"GPU0   0            15", "GPU1   15 "}) {
    const std::size_t at = text.find(before);
    text.replace(at + before.rfind("15"), 2, "30");
  }
  const TopologyRead got = read(text);
  EXPECT_EQ(count_of(got, "XGMI_INDIRECT"), 1);
  EXPECT_TRUE(fabric(got.topology).empty());
}

TEST(DeviceMatrix, ReadsTheWordsOfOtherVendors) {
  using Links = std::map<std::string, int>;
  // Six pairs of four NPUs.
  EXPECT_EQ(fabric(read(fixture("ascend-4npu.txt")).topology),
            (Links{{"HCCS (Ascend 910B) x1", 6}}));
  EXPECT_EQ(fabric(read(fixture("mthreads-2gpu.txt")).topology),
            (Links{{"MTLink 2 (Moore Threads S5000) x2, rate doubtful", 1}}));
  EXPECT_EQ(fabric(read(fixture("metax-4gpu.txt")).topology),
            (Links{{"MetaXLink (MetaX C550) x1, rate doubtful", 2}}));
  EXPECT_EQ(fabric(read(fixture("cambricon-3mlu.txt")).topology),
            (Links{{"MLU-Link (Cambricon MLU370-X8) x2, rate doubtful", 1}}));
  // Four cells of XL on either side of the diagonal.
  EXPECT_EQ(fabric(read(fixture("kunlun-4xpu.txt")).topology),
            (Links{{"XPU Link (Kunlunxin R300) x1, rate doubtful", 4}}));
  // HSW meets in a switch, seven links a device.
  EXPECT_EQ(fabric(read(fixture("hygon-2.txt")).topology),
            (Links{{"hlink (Hygon DCU BW1000) x7, rate doubtful", 2}}));
}

TEST(DeviceMatrix, SaysThatARateIsNotKnown) {
  EXPECT_EQ(count_of(read(fixture("intel-2gpu.txt")), "FABRIC_RATE_UNKNOWN"), 2);  // MDF and XL
  EXPECT_EQ(count_of(read(fixture("ascend-a3.txt")), "FABRIC_RATE_UNKNOWN"), 1);   // SIO
}

// GPUs 0 and 1 name node 0, yet are SYS apart; the node of GPU1 is not node 0, but on its socket.
TEST(DeviceMatrix, ANodeWithoutANumberIsOnTheSocketOfItsAffinity) {
  const auto [t, warnings] = read(
      "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\n"
      "GPU0\tX\tSYS\tSYS\tSYS\t0-15\t0\n"
      "GPU1\tSYS\tX\tSYS\tSYS\t0-15\t0\n"
      "GPU2\tSYS\tSYS\tX\tSYS\t16-31\t1\n"
      "GPU3\tSYS\tSYS\tSYS\tX\t16-31\t1\n");
  const auto socket_of = [&t = t](const char* gpu) {
    ComponentId at = t.find(gpu).value();
    for (const ComponentKind kind : {ComponentKind::numa_node, ComponentKind::socket})
      for (const LinkId leaving : t.links_of(at))
        if (t.kind(t.link(leaving).to) == kind) {
          at = t.link(leaving).to;
          break;
        }
    return t.name(at);
  };
  EXPECT_EQ(count(t, ComponentKind::numa_node), 4u);
  EXPECT_EQ(socket_of("gpu[0]"), "socket[0]");
  EXPECT_EQ(socket_of("gpu[1]"), "socket[0]");
  EXPECT_EQ(socket_of("gpu[2]"), "socket[1]");
  EXPECT_EQ(socket_of("gpu[3]"), "socket[1]");
}

// Links of every pair as a matrix of 16 dies prints them, twins next to each other or `order`ed.
std::string ascend_a3(const std::vector<int>& order) {
  std::string text = "\t";
  for (int i = 0; i < 16; ++i) text += "   Phy-ID" + std::to_string(i);
  for (std::size_t i = 0; i < 16; ++i) {
    text += "\nPhy-ID" + std::to_string(i);
    for (std::size_t j = 0; j < 16; ++j)
      text += i == j ? "    X" : order[i] / 2 == order[j] / 2 ? "    SIO" : "    HCCS_SW";
  }
  return text + "\n";
}

TEST(DeviceMatrix, DiesMeetInSwitchesWhateverTheirOrder) {
  std::vector<int> order(16);
  std::iota(order.begin(), order.end(), 0);
  for (int round = 0; round < 2; ++round) {
    const Topology t = read(ascend_a3(order)).topology;
    ASSERT_EQ(count(t, ComponentKind::gpu), 16u);
    EXPECT_EQ(count(t, ComponentKind::nvswitch), 1u);
    // Each die has 7 links of 28 GB/s into the switches, which join twins too: nobody publishes
    // what the link between the dies of a card carries.
    std::size_t to_switch = 0;
    std::size_t between_twins = 0;
    for (std::size_t i = 0; i < t.link_count(); i += 2) {
      const auto link = t.link(LinkId(i));
      if (!link.model.is_scale_up()) continue;
      if (t.kind(link.from) == ComponentKind::gpu && t.kind(link.to) == ComponentKind::gpu) {
        ++between_twins;
        continue;
      }
      ++to_switch;
      EXPECT_NEAR(link.model.waterfall({}).raw().value(), 7 * 28e9, 1e3);
    }
    EXPECT_EQ(to_switch, 16u);
    EXPECT_EQ(between_twins, 0u);
    std::swap(order[1], order[2]);
  }
}

// Every pair of four GPUs with so many NVLinks.
std::string all_with(int links) {
  std::string text = "\tGPU0\tGPU1\tGPU2\tGPU3\n";
  for (int i = 0; i < 4; ++i) {
    text += "GPU" + std::to_string(i);
    for (int j = 0; j < 4; ++j) text += i == j ? "\tX" : "\tNV" + std::to_string(links);
    text += "\n";
  }
  return text;
}

TEST(DeviceMatrix, NoGenerationIsTakenThatHasFewerLinks) {
  const auto assumed = [](int links) {
    for (const Warning& warning : read(all_with(links)).warnings)
      if (warning.code == "NVLINK_GENERATION_UNKNOWN") return warning.message;
    return std::string();
  };
  EXPECT_NE(assumed(12).find("NVLink 3 "), std::string::npos) << assumed(12);
  EXPECT_NE(assumed(18).find("NVLink 4 "), std::string::npos) << assumed(18);
  // One link of an H100 is down; and no GPU has 19, the next has 36.
  EXPECT_NE(assumed(17).find("NVLink 4 "), std::string::npos) << assumed(17);
  EXPECT_NE(assumed(19).find("NVLink 6 "), std::string::npos) << assumed(19);
  EXPECT_NE(assumed(19).find("no GPU that is known has just so many"), std::string::npos);
  EXPECT_EQ(assumed(18).find("no GPU"), std::string::npos) << assumed(18);
}

TEST(DeviceMatrix, MoreLinksThanAnyGpuHasAreRefused) {
  const auto refused = read_topology({"topo.txt", all_with(37)});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "MATRIX_IMPOSSIBLE");
}

TEST(DeviceMatrix, ResolvesACpuListThatTouchesTheNode) {
  const matrix::Matrix m = first_matrix("mthreads-2gpu.txt");
  EXPECT_EQ(m.devices[1].cpus, "112-127,240-255");
  EXPECT_EQ(m.devices[1].numa, "0");
  EXPECT_EQ(m.devices[0].cpus, "0-63,128-191");
}

TEST(DeviceMatrix, KnowsOldDriversWord) {
  const matrix::Matrix m = first_matrix("soc-old-driver.txt");
  EXPECT_EQ(m.at(0, 1).relation.nearness, matrix::Nearness::sys);
  EXPECT_EQ(m.devices[2].name, "mlx4_0");
}

TEST(DeviceMatrix, CanBeWrittenAsNcclXmlAndReadAgain) {
  const auto got =
      read_topology({"topo.txt", fixture("nvswitch-8gpu-5nic.txt"), facts::find_gpu("h100-sxm5")});
  ASSERT_TRUE(got);
  const auto written = write_nccl_xml(got->topology, NcclDialect::nccl);
  ASSERT_TRUE(written) << to_string(written.error());
  const Topology again = read(*written).topology;
  EXPECT_EQ(fabric(again), fabric(got->topology));
  EXPECT_EQ(count(again, ComponentKind::nic), 5u);
}

}  // namespace
}  // namespace weft::io::test
