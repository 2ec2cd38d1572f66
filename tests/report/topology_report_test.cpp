#include "weft/report/topology_report.hpp"

#include "weft/link/fixed.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/pcie.hpp"
#include "weft/report/component_label.hpp"
#include "weft/report/json.hpp"
#include "weft/topology/builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::report {
namespace {

using ::testing::HasSubstr;
using topology::Attributes;
using topology::Builder;
using topology::ComponentKind;
using topology::LinkState;
using topology::Provenance;
using topology::Topology;

Attributes attributes(std::initializer_list<std::pair<const char*, const char*>> list) {
  Attributes all;
  for (const auto& [key, value] : list) all.set(key, value);
  return all;
}

// A NUMA node with one switch that holds two GPUs and a NIC; the GPUs share `nvlinks` NVLinks.
Topology machine(int nvlinks, LinkState state = LinkState::up) {
  Builder builder("machine");
  const auto numa = builder.add(ComponentKind::numa_node, {}, attributes({{"numaid", "7"}}));
  const auto pcie_switch = builder.add(ComponentKind::pcie_switch);
  const auto gpu0 = builder.add(ComponentKind::gpu, {}, attributes({{"model", "a100-sxm4-80gb"}}));
  const auto gpu1 = builder.add(ComponentKind::gpu, {}, attributes({{"busid", "0000:23:00.0"}}));
  const auto nic = builder.add(ComponentKind::nic);
  const auto port = builder.add(ComponentKind::port, {}, attributes({{"name", "mlx5_4"}}));
  const auto pcie = *link::pcie_link({.gen = 4, .lanes = 16});
  builder.connect(numa, pcie_switch, pcie, Provenance::trained);
  for (const auto below : {gpu0, gpu1, nic})
    builder.connect(pcie_switch, below, pcie, Provenance::trained);
  builder.connect(nic, port,
                  link::fixed_link({.name = "port", .kind = "ethernet", .rate = kUnlimited}),
                  Provenance::assumed);
  if (nvlinks > 0)
    builder.connect(gpu0, gpu1, *link::nvlink_link({.gen = 3, .links = nvlinks}),
                    Provenance::specified, state);
  return std::move(builder).build();
}

TEST(ComponentLabel, PrefersTheDeviceThenTheModelThenTheBus) {
  const Topology t = machine(0);
  EXPECT_EQ(label_of(t, *t.find("gpu[0]")), "NVIDIA A100 SXM4 80GB");
  EXPECT_EQ(label_of(t, *t.find("gpu[1]")), "0000:23:00.0");
  EXPECT_EQ(label_of(t, *t.find("nic[0]")), "mlx5_4");
  EXPECT_EQ(label_of(t, *t.find("pcie-switch[0]")), "pcie-switch[0]");
}

TEST(ComponentLabel, FindsTheNumaNodeAbove) {
  const Topology t = machine(4);
  EXPECT_EQ(numa_of(t, *t.find("gpu[1]")), "7");
  EXPECT_EQ(numa_of(t, *t.find("numa[0]")), "7");
}

TEST(TopologyReport, CountsKindsAndNamesAModelThatAllShare) {
  // The two GPUs differ (one model is not known), so none is named.
  EXPECT_EQ(counts_text(machine(0)), "1 NUMA node, 1 PCIe switch, 2 GPUs, 1 NIC, 1 port");
}

// PCIe 4.0 x16 carries 27.08 GB/s of 256 B writes: 32 · 128/130 · 0.94 · 256/280.
TEST(TopologyReport, DrawsTheTreeWithTheLinkToEachComponent) {
  EXPECT_EQ("\n" + tree_text(machine(4)), R"(
component          what                   bus id        link          usable (GB/s)
numa[0]            NUMA node 7
└─ pcie-switch[0]                                       PCIe 4.0 x16          27.08
   ├─ gpu[0]       NVIDIA A100 SXM4 80GB                PCIe 4.0 x16          27.08
   ├─ gpu[1]                              0000:23:00.0  PCIe 4.0 x16          27.08
   └─ nic[0]       mlx5_4                               PCIe 4.0 x16          27.08
      └─ port[0]   mlx5_4                               port              unlimited
)");
}

TEST(TopologyReport, SaysWhichServerASocketIsOf) {
  Builder builder("two servers");
  builder.add(ComponentKind::socket, {.server = 0}, attributes({{"model", "Rome"}}));
  builder.add(ComponentKind::socket, {.server = 1}, attributes({{"model", "Rome"}}));
  const std::string text = tree_text(std::move(builder).build());
  EXPECT_THAT(text, HasSubstr("socket[0]  server 0, Rome\n"));
  EXPECT_THAT(text, HasSubstr("socket[1]  server 1, Rome\n"));
}

// 4 NVLink 3 links carry 100 GB/s, 8/9 of it payload of a kernel's 128 B stores.
TEST(TopologyReport, ListsLinksBesideTheTree) {
  const std::string text = fabric_text(machine(4));
  EXPECT_THAT(text, HasSubstr("GPU - GPU            1  NVLink 3 x4          88.89"));
  EXPECT_THAT(text, HasSubstr("each GPU: 4 NVLinks, 100 GB/s each way, 88.89 GB/s of it payload"));
  EXPECT_EQ(fabric_text(machine(0)), "");
}

TEST(TopologyReport, NamesDistancesAsNvidiaSmiDoes) {
  const Topology t = machine(4);
  const DistanceMatrix matrix = distances(route::Router(t));
  const std::vector<std::vector<std::string>> expected = {
      {"X", "NV4", "PIX"}, {"NV4", "X", "PIX"}, {"PIX", "PIX", "X"}};
  EXPECT_EQ(matrix.words, expected);
  EXPECT_THAT(matrix_text(t, matrix), HasSubstr("NIC0 = mlx5_4"));
}

// A link that is down joins nothing: the GPUs meet in the PCIe switch.
TEST(TopologyReport, MarksLinksThatAreDown) {
  const Topology t = machine(4, LinkState::down);
  EXPECT_EQ(distances(route::Router(t)).words[0][1], "PIX");
  EXPECT_THAT(fabric_text(t), HasSubstr("down"));
  EXPECT_THAT(links_text(t), HasSubstr("down"));
}

TEST(TopologyReport, WritesEveryComponentAndDirectedLinkAsJson) {
  const Topology t = machine(4, LinkState::down);
  const Json json = Json::parse(topology_json(t, distances(route::Router(t)), {}));
  EXPECT_EQ(json["components"].size(), t.component_count());
  EXPECT_EQ(json["links"].size(), t.link_count());
  EXPECT_EQ(json["components"][2].dump(),
            R"({"id":"gpu[0]","kind":"gpu","name":"NVIDIA A100 SXM4 80GB","place":"",)"
            R"("attributes":{"model":"a100-sxm4-80gb"}})");
  const Json& link = json["links"].back();
  EXPECT_EQ(link["from"], "gpu[1]");
  EXPECT_EQ(link["state"], "down");
  EXPECT_NEAR(link["GBps"].get<double>(), 100 * 8.0 / 9, 1e-6);
  EXPECT_EQ(json["links"][8]["GBps"], nullptr);  // the port's link is unlimited
}

}  // namespace
}  // namespace weft::report
