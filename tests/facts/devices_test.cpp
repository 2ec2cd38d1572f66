#include "weft/facts/boards.hpp"
#include "weft/facts/cpus.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/facts/lines.hpp"

#include <set>

#include <gtest/gtest.h>

namespace weft::facts {
namespace {

TEST(Gpus, NamesAndAliasesAreUniqueAndSourced) {
  std::set<std::string> names;
  for (const Gpu& gpu : gpus()) {
    EXPECT_TRUE(names.insert(gpu.name).second) << gpu.name;
    for (const std::string& alias : gpu.aliases) EXPECT_TRUE(names.insert(alias).second) << alias;
    EXPECT_FALSE(gpu.evidence.source.empty());
  }
}

// Packages of two dies, of which software sees each: 128 GB, 3277 GB/s, 383 TFLOPS, 560 W halved.
TEST(Gpus, AreTheDiesThatSoftwareSees) {
  const Gpu& mi250x = *find_gpu("mi250x");
  EXPECT_EQ(mi250x.memory.value(), 64e9);
  EXPECT_EQ(mi250x.memory_rate.value(), 1638e9);
  EXPECT_EQ(mi250x.bf16_tflops, 191.5);
  EXPECT_EQ(mi250x.tdp_watts, 280);
  EXPECT_EQ(find_gpu("mi250")->memory.value(), 64e9);
  const Gpu& die = *find_gpu("ascend-910c");
  EXPECT_EQ(die.memory.value(), 64e9);
  EXPECT_EQ(die.fabric_rate.value(), 196e9);  // 7 links of 28 GB/s
}

TEST(Gpus, AreFoundByNameAliasAndPciId) {
  ASSERT_NE(find_gpu("h100"), nullptr);
  EXPECT_EQ(find_gpu("h100")->name, "h100-sxm5");
  EXPECT_EQ(find_gpu("nvidia a100-sxm4-40gb")->name, "a100-sxm4-40gb");
  EXPECT_EQ(find_gpu(PciId{0x10de, 0x2335})->name, "h200-sxm");
  EXPECT_EQ(find_gpu(PciId{0x1002, 0x74b5})->name, "mi300x");
  EXPECT_EQ(find_gpu("k80"), nullptr);
  EXPECT_EQ(find_gpu(PciId{0x10de, 0xffff}), nullptr);
}

TEST(Gpus, AreFoundByWhatTopologyFilesSay) {
  EXPECT_EQ(find_gpu_by_sm(70)->fabric_links, 6);
  EXPECT_EQ(find_gpu_by_sm(80)->fabric_links, 12);
  EXPECT_EQ(find_gpu_by_sm(90)->fabric_links, 18);
  EXPECT_EQ(find_gpu_by_gcn("908")->name, "mi100");
  EXPECT_EQ(find_gpu_by_gcn("910")->gcn, "gfx90a");
  EXPECT_EQ(find_gpu_by_gcn("gfx942")->name, "mi300x");
  EXPECT_EQ(find_gpu_by_sm(0), nullptr);
}

TEST(Gpus, FabricGenerationsAreKnown) {
  for (const Gpu& gpu : gpus()) {
    if (gpu.fabric == Fabric::nvlink) {
      EXPECT_NE(find_nvlink(gpu.fabric_gen), nullptr) << gpu.name;
    }
    if (gpu.fabric == Fabric::xgmi) {
      EXPECT_NE(find_xgmi(gpu.gcn), nullptr) << gpu.name;
    }
    if (gpu.pcie_gen > 0) {
      EXPECT_NE(find_pcie(gpu.pcie_gen), nullptr) << gpu.name;
    }
  }
}

TEST(PciIds, OnlyTheFormOfLspciIsRead) {
  EXPECT_EQ(parse_pci_id("10de:20b0"), (PciId{0x10de, 0x20b0}));
  EXPECT_FALSE(parse_pci_id("10de:20b"));
  EXPECT_FALSE(parse_pci_id("10de-20b0"));
  EXPECT_FALSE(parse_pci_id("10dg:20b0"));
}

int links_of(const Board& board, int gpu) {
  int links = 0;
  for (const SwitchWiring& s : board.switches)
    if (gpu >= s.first_gpu && gpu < s.first_gpu + s.gpu_count) links += s.links_per_gpu;
  for (const MeshEdge& e : board.mesh)
    if (e.a == gpu || e.b == gpu) links += e.links;
  return links;
}

TEST(Boards, NoGpuUsesMoreLinksThanItHas) {
  for (const Board& board : boards())
    for (const std::string& name : board.gpus) {
      const Gpu* gpu = find_gpu(name);
      ASSERT_NE(gpu, nullptr) << name;
      for (int i = 0; i < board.gpu_count; ++i)
        EXPECT_LE(links_of(board, i), gpu->fabric_links) << board.name << " " << name;
    }
}

TEST(Boards, HgxBoardsUseEveryLink) {
  // 5 + 4 + 4 + 5 = 18 on H100, 6 x 2 = 12 on A100, 2 x 9 = 18 on B200, 4 x 2 = 8 on H800.
  for (const auto& [gpu, links] : {std::pair{"h100-sxm5", 18},
                                   {"a100-sxm4-80gb", 12},
                                   {"b200-sxm", 18},
                                   {"h800-sxm5", 8},
                                   {"mi300x", 7}}) {
    const Board* board = find_board(gpu, 8);
    ASSERT_NE(board, nullptr) << gpu;
    EXPECT_EQ(links_of(*board, 3), links) << gpu;
  }
}

TEST(Boards, TheCubeMeshOfDgx1Has24LinksAnd16Pairs) {
  const Board* board = find_board("v100-sxm2-16gb", 8);
  ASSERT_NE(board, nullptr);
  int links = 0;
  for (const MeshEdge& e : board->mesh) links += e.links;
  EXPECT_EQ(board->mesh.size(), 16u);
  EXPECT_EQ(links, 24);  // 8 GPUs x 6 links / 2
}

TEST(Boards, TwinsOfDgx2PointAtEachOther) {
  const Board* board = find_board("dgx2");
  ASSERT_NE(board, nullptr);
  int trunks = 0;
  for (std::size_t i = 0; i < board->switches.size(); ++i) {
    const auto twin = static_cast<std::size_t>(board->switches[i].twin);
    EXPECT_EQ(static_cast<std::size_t>(board->switches[twin].twin), i);
    trunks += board->switches[i].trunks;
  }
  EXPECT_EQ(trunks / 2, 48);  // counted at both ends
}

TEST(Boards, BridgesAreNotAssumedToBeFitted) {
  EXPECT_EQ(find_board("a100-pcie-80gb", 2), nullptr);
  EXPECT_NE(find_board("a100-pcie-pair"), nullptr);
}

TEST(Cpus, BothSpellingsOfAnAmdFamilyAreTheSame) {
  EXPECT_EQ(find_cpu("AuthenticAMD", "x86_64", 143, 49).name, "rome");
  EXPECT_EQ(find_cpu("AuthenticAMD", "x86_64", 23, 49).name, "rome");
  EXPECT_EQ(find_cpu("AuthenticAMD", "x86_64", 175, 1).name, "milan");
  EXPECT_EQ(find_cpu("AuthenticAMD", "x86_64", 25, 17).name, "genoa");
  EXPECT_EQ(find_cpu("AuthenticAMD", "x86_64", 26, 2).name, "turin");
  EXPECT_EQ(kernel_family(143), 23);
  EXPECT_EQ(kernel_family(175), 25);
  EXPECT_EQ(kernel_family(191), 26);
  EXPECT_EQ(kernel_family(6), 6);
}

TEST(Cpus, IntelModelsAreToldApart) {
  EXPECT_EQ(find_cpu("GenuineIntel", "x86_64", 6, 79).name, "broadwell");
  EXPECT_EQ(find_cpu("GenuineIntel", "x86_64", 6, 85).name, "skylake");
  EXPECT_EQ(find_cpu("GenuineIntel", "x86_64", 6, 143).name, "sapphire-rapids");
  EXPECT_EQ(find_cpu("GenuineIntel", "x86_64", 6, 207).name, "emerald-rapids");
}

TEST(Cpus, UnknownModelsFallBackToTheirVendorAndThenToAny) {
  EXPECT_EQ(find_cpu("GenuineIntel", "x86_64", 6, 999).name, "intel");
  EXPECT_EQ(find_cpu("AuthenticAMD", "x86_64", 0, 0).name, "amd");
  EXPECT_EQ(find_cpu("", "arm64", 0, 0).name, "arm");
  EXPECT_EQ(find_cpu("Fujitsu", "arm64", 0, 0).name, "a64fx");
  EXPECT_EQ(find_cpu("", "", 0, 0).name, "generic");
}

TEST(Cpus, MemoryPeakIsChannelsTimesTransfersTimesEightBytes) {
  // Rome: 8 x 3.2 GT/s x 8 B = 204.8 GB/s.
  EXPECT_DOUBLE_EQ(in_gigabytes_per_second(find_cpu("rome")->memory_peak), 204.8);
  // Genoa: 12 x 4.8 x 8 = 460.8.
  EXPECT_NEAR(in_gigabytes_per_second(find_cpu("genoa")->memory_peak), 460.8, 1e-9);
}

}  // namespace
}  // namespace weft::facts
