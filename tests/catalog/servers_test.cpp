// Every server of the catalogue: that it can be built, and that what is known of it is in it.
#include "weft/catalog/check.hpp"

#include <set>

#include "tests/catalog/support.hpp"

namespace weft::catalog::test {
namespace {

TEST(Servers, AreSoundInAllThatTheyNameAndState) {
  const auto sound = check(shipped(), shipped());
  EXPECT_TRUE(sound.has_value()) << (sound ? "" : to_string(sound.error()));
}

TEST(Servers, HaveNamesAndAliasesOfTheirOwn) {
  std::set<std::string> taken;
  for (const auto& entry : shipped().servers)
    for (const std::string& name : names_of(entry.row))
      EXPECT_TRUE(taken.insert(name).second) << name;
}

TEST(Servers, HaveASourceAndMarkWhatIsNotKnownForSure) {
  for (const auto& entry : shipped().servers) {
    EXPECT_FALSE(entry.row.evidence.source.empty()) << entry.row.name;
    EXPECT_FALSE(entry.row.evidence.date.empty()) << entry.row.name;
    // An estimate without a doubt would pass for a fact.
    EXPECT_TRUE(entry.row.evidence.tag != facts::Tag::estimate || !entry.row.doubt.empty() ||
                entry.row.gpus == 0)
        << entry.row.name;
  }
}

TEST(Servers, CanAllBeBuiltWithTheDevicesTheyList) {
  for (const auto& each : shipped().servers) {
    const facts::Server& entry = each.row;
    const Topology t = server(entry.name);
    const facts::Server& unit = entry.unit.empty() ? entry : *facts::find_server(entry.unit);
    const auto units = static_cast<std::size_t>(entry.units);
    EXPECT_EQ(t.name(), entry.name);
    EXPECT_EQ(count(t, ComponentKind::gpu), static_cast<std::size_t>(entry.gpus)) << entry.name;
    EXPECT_EQ(count(t, ComponentKind::socket), units * static_cast<std::size_t>(unit.sockets));
    std::size_t nics = 0;
    for (const auto& some : unit.nics) nics += some.numbers.size();
    EXPECT_EQ(count(t, ComponentKind::nic), units * nics) << entry.name;
  }
}

struct Known {
  const char* name;
  std::size_t gpus;
  std::size_t switches;  // NVSwitches and the like
  std::size_t nics;
  int links;  // between GPUs, or between GPUs and switches with their trunks
};

// Links: GPUs × links of each, halved where GPUs are joined directly.
TEST(Servers, HaveTheDevicesAndLinksOfTheirDataSheets) {
  const Known all[] = {
      {"dgx-1p", 8, 0, 4, 16},        // 16 edges of one link
      {"dgx-1v", 8, 0, 4, 24},        // 8 × 6 / 2
      {"8x-v100-1edr", 8, 0, 2, 24},  // 8 × 6 / 2
      {"dgx-2", 16, 12, 10, 144},     // 16 × 6 + 48 trunks
      {"dgx-a100", 8, 6, 12, 96},     // 8 × 12
      {"dgx-h100", 8, 4, 12, 144},    // 8 × 18
      {"hgx-h800", 8, 4, 8, 64},      // 8 × 8
      {"hgx-a800", 8, 6, 8, 64},      // 8 × 8
      {"hgx-h20", 8, 4, 8, 144},      // 8 × 18
      {"dgx-b200", 8, 2, 12, 144},    // 8 × 18
      {"hgx-a100-4", 4, 0, 4, 24},    // 4 × 12 / 2
      {"leonardo-booster", 4, 0, 4, 24},
      {"gb200-tray", 4, 18, 6, 72},  // 4 × 18
      {"gb200-nvl72", 72, 18, 108, 1296},
      {"mi250x-4", 8, 0, 4, 26},  // 4 × 4 in packages, 1+2+1+1+2+1+1+1 between
      {"mi300x", 8, 0, 8, 28},    // 8 × 7 / 2
      {"mi355x", 8, 0, 8, 28},
      {"a100-pcie-8-bridged", 8, 0, 0, 48},  // 4 pairs × 12
      {"atlas-800t-a2", 8, 0, 8, 28},
      {"cloudmatrix-node", 16, 7, 16, 112},  // 8 packages of two dies, 7 links a die
      {"gaudi2-8", 8, 0, 8, 84},             // 28 pairs × 3
      {"trn1-32xl", 16, 0, 8, 32},           // 16 × 4 / 2
      {"rtx4090-8", 8, 0, 1, 0},
  };
  for (const Known& known : all) {
    const Topology t = server(known.name);
    EXPECT_EQ(count(t, ComponentKind::gpu), known.gpus) << known.name;
    EXPECT_EQ(count(t, ComponentKind::nvswitch), known.switches) << known.name;
    EXPECT_EQ(count(t, ComponentKind::nic), known.nics) << known.name;
    EXPECT_EQ(fabric_links(t), known.links) << known.name;
  }
}

TEST(Servers, LinksAreAsFastAsTheSlowerEnd) {
  // A PCIe 5.0 GPU below a PCIe 5.0 switch on a PCIe 4.0 CPU: only the uplink is slow.
  const Topology p5 = server("p5");
  // 8 upper uplinks and none else at 4.0 x16; 16 lower ones and 8 GPUs at 5.0; 32 NICs of 8 lanes.
  EXPECT_EQ(
      models(p5, "pcie"),
      (std::map<std::string, int>{{"PCIe 4.0 x16", 8}, {"PCIe 4.0 x8", 32}, {"PCIe 5.0 x16", 24}}));
  // ConnectX-4 is of PCIe 3.0, as the CPU.
  EXPECT_EQ(models(server("dgx-1v"), "pcie"), (std::map<std::string, int>{{"PCIe 3.0 x16", 16}}));
}

TEST(Servers, SocketsAndNumaNodesFollowTheSetting) {
  const Topology t = server("dgx-a100");
  EXPECT_EQ(count(t, ComponentKind::socket), 2u);
  EXPECT_EQ(count(t, ComponentKind::numa_node), 8u);
  // Two of eight channels of DDR4-3200 a node: 51.2 GB/s, of which 0.8 stream.
  const ComponentId memory = t.all(ComponentKind::memory)[0];
  EXPECT_NEAR(t.link(t.links_of(memory)[0]).model.capacity().value(), 40.96e9, 1e3);
}

TEST(Servers, SocketsBehindAFrontSideBusHaveOneMemory) {
  for (const char* name : {"smp-fsb800", "smp-fsb1333"}) {
    const Topology t = server(name);
    EXPECT_EQ(count(t, ComponentKind::socket), 2u) << name;
    EXPECT_EQ(count(t, ComponentKind::numa_node), 1u) << name;
    EXPECT_EQ(count(t, ComponentKind::memory), 1u) << name;
    EXPECT_EQ(models(t, "front-side-bus").size(), 1u) << name;
  }
}

// Measured servers are listed by these names; the host and GPU of `pcie3x16-nv` are not known.
TEST(Servers, AnswerToTheNamesOfMeasuredOnes) {
  for (const char* name : {"128h-edr",
                           "1s-haswell-e3-1226v3",
                           "2s-broadwell-e5-2630v4",
                           "2s-epyc-milan",
                           "2s-haswell-e5-2637v3",
                           "2s-icelake-8360y",
                           "2s-ivybridge-e5-2680v2",
                           "2s-skylake-6132",
                           "2s-skylake-6140",
                           "2s-xeon-24c-upi2",
                           "2x-v100pcie-cx3",
                           "6x-a6000",
                           "8x-v100-1edr",
                           "8x-v100-4edr",
                           "a100pcie-nv12pair",
                           "a64fx-hdr100",
                           "c4130-v100x4",
                           "dgx-1v",
                           "dgx-a100",
                           "epyc7742-hdr100",
                           "eth-100g-pair",
                           "eth-40g-pair",
                           "gb10-pair",
                           "gb200-nvl4",
                           "gb200-nvl72",
                           "h800-8ndr",
                           "hgx-a100",
                           "hgx-a100-4hdr",
                           "hgx-a100-8roce100",
                           "hgx-h100",
                           "hgx-h100-4roce400",
                           "hgx-h100-8ndr",
                           "hgx-h20-8ndr",
                           "hgx-h200",
                           "hgx-h800",
                           "ib-edr-pair",
                           "ib-hdr-loopback",
                           "ib-hdr-pair",
                           "iwarp-t5-40g",
                           "mi250-4",
                           "mi300x-8",
                           "mlx5-pair",
                           "nd-h100-v5",
                           "ndv4-a100",
                           "p3dn",
                           "p4d",
                           "p4de",
                           "p5",
                           "pcie3x16-nv",
                           "roce-100g-bcm",
                           "roce-cx3-40g"})
    EXPECT_NE(find(shipped().servers, name), nullptr) << name;
}

TEST(Servers, ARackIsItsServersAndWhatJoinsThem) {
  const Topology t = server("nvl72");
  EXPECT_EQ(t.name(), "gb200-nvl72");
  for (std::size_t i = 0; i < 72; ++i)
    EXPECT_EQ(t.place_of(t.all(ComponentKind::gpu)[i]).server, static_cast<int>(i / 4));
  EXPECT_EQ(count(t, ComponentKind::socket), 36u);
  EXPECT_EQ(t.place_of(t.all(ComponentKind::nvswitch)[0]).server, -1);
}

TEST(Servers, NicsAreNamedAsTheOperatingSystemDoes) {
  const Topology t = server("dgx-h100");
  for (const char* name : {"mlx5_0", "mlx5_11"}) EXPECT_TRUE(t.find(name).has_value()) << name;
  EXPECT_EQ(t.attributes(t.all(ComponentKind::nic)[1]).get("role"), "storage");
  EXPECT_EQ(t.attributes(t.all(ComponentKind::nic)[3]).get("role"), "compute");
  EXPECT_EQ(count(server("gaudi2-8"), ComponentKind::port), 24u);  // three each
}

TEST(Servers, AnUnknownNameSuggestsTheNearest) {
  const auto built = build_server("dgx-h10");
  ASSERT_FALSE(built.has_value());
  EXPECT_EQ(built.error().code, "SERVER_UNKNOWN");
  EXPECT_NE(built.error().hint.find("dgx-h100"), std::string::npos) << built.error().hint;
}

}  // namespace
}  // namespace weft::catalog::test
