// Cluster files and what is built from them.
#include "weft/catalog/cluster_file.hpp"
#include "weft/topology/network/figures.hpp"
#include "weft/topology/network/plan.hpp"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::catalog {
namespace {

using testing::HasSubstr;
using topology::ComponentKind;
using topology::Topology;

Expected<Topology> cluster(const std::string& text) {
  return read_cluster("my.toml", text).and_then([](const facts::ClusterSpec& spec) {
    return open_cluster(spec, "my.toml", shipped(), {});
  });
}

std::string dgx(int servers, const std::string& network) {
  return "[cluster]\nserver = \"dgx-h100\"\nservers = " + std::to_string(servers) +
         "\n[network]\n" + network;
}

Topology built(const std::string& text) {
  auto made = cluster(text);
  if (!made) ADD_FAILURE() << to_string(made.error());
  return std::move(made).value();
}

Error error_of(const std::string& text) {
  const auto made = cluster(text);
  EXPECT_FALSE(made) << text;
  return made ? Error{} : made.error();
}

// 128 servers of 8 NICs of 50 GB/s: 32 leaves of 32, 16 spines; 512 NICs against 512.
TEST(Cluster, OfTheReferenceDesignHasItsCounts) {
  const Topology t = built(dgx(128, "kind = \"rail-optimized\"\nswitch = \"qm9700\"\n"));
  EXPECT_EQ(t.server_count(), 128U);
  EXPECT_EQ(t.count(ComponentKind::gpu), 1024U);
  EXPECT_EQ(t.count(ComponentKind::leaf), 32U);
  EXPECT_EQ(t.count(ComponentKind::spine), 16U);
  ASSERT_EQ(t.networks().size(), 1U);
  const auto figures = t.networks()[0].plan->figures();
  EXPECT_EQ(figures.links, 2048U);
  EXPECT_EQ(figures.diameter, 4U);
  EXPECT_NEAR(in_gigabytes_per_second(topology::bisection(t.networks()[0])), 25600, 1e-6);
}

// NIC 5 of DGX H100 is that of GPU 3: rail 3, whose first leaf is 3 · 4.
TEST(Cluster, AttachesEachRailToLeavesOfItsOwn) {
  const Topology t = built(dgx(128, "kind = \"rail-optimized\"\nswitch = \"qm9700\"\n"));
  for (const char* server : {"server[0]", "server[31]"}) {
    const auto leaving = t.links_of(*t.find(std::string(server) + ".port[5]"));
    EXPECT_EQ(t.name(t.link(leaving[leaving.size() - 1]).to), "leaf[12]");
  }
  const auto leaving = t.links_of(*t.find("server[32].port[5]"));
  EXPECT_EQ(t.name(t.link(leaving[leaving.size() - 1]).to), "leaf[13]");
}

TEST(Cluster, GivesFurtherNetworksTheNicsOfTheirRole) {
  const Topology t = built(dgx(16,
                               "kind = \"rail-optimized\"\nswitch = \"qm9700\"\n"
                               "[network.storage]\nkind = \"fat-tree\"\nswitch = \"qm9700\"\n"));
  ASSERT_EQ(t.networks().size(), 2U);
  EXPECT_EQ(t.networks()[1].name, "storage");
  EXPECT_EQ(t.networks()[0].plan->endpoints(), 16 * 8U);
  EXPECT_GT(t.networks()[1].plan->endpoints(), 0U);
}

// QM8700 has 40 ports of 200 Gb/s, and a 400 Gb/s NIC then runs at 200.
TEST(Cluster, RunsNicsNoFasterThanTheSwitch) {
  const Topology t = built(dgx(4, "kind = \"spine-leaf\"\nswitch = \"qm8700\"\n"));
  EXPECT_NEAR(in_gigabytes_per_second(t.networks()[0].rates[0]), 25, 1e-9);
}

// 5 m of spare and one rack width, 5.6 m in whole metres: 6 · 4.9 ns above a bare line.
TEST(Cluster, HasCablesOfTheLengthBetweenRacks) {
  const Topology t = built(dgx(16, "kind = \"fat-tree\"\nk = 256\n"));
  std::set<std::string> names;
  for (const LinkId leaving : t.links_of(*t.find("leaf[0]")))
    names.insert(t.link(leaving).model.name());
  EXPECT_TRUE(names.contains("InfiniBand NDR 4x, 2 m"));
  EXPECT_TRUE(names.contains("InfiniBand NDR 4x, 6 m"));
}

TEST(Cluster, OfSeveralSitesHasGatewaysAndLongCables) {
  const Topology t = built(dgx(8,
                               "kind = \"rail-optimized\"\nswitch = \"qm9700\"\n"
                               "[[site]]\nname = \"east\"\nkm = 100\nlinks = 16\n"));
  EXPECT_EQ(t.server_count(), 16U);
  EXPECT_EQ(t.count(ComponentKind::gateway), 2U);
  EXPECT_EQ(t.place_of(*t.find("server[8].gpu[0]")).site, 1);
  std::size_t longest = 0;
  for (const LinkId leaving : t.links_of(*t.find("gateway[0]"))) {
    const topology::Link link = t.link(leaving);
    if (t.kind(link.to) != ComponentKind::gateway) continue;
    ++longest;
    // 100 km · 4.9 ns/m = 490 us.
    EXPECT_NEAR(in_microseconds(link.model.latency()), 490, 1);
  }
  EXPECT_EQ(longest, 16U);
}

TEST(Cluster, SetsFaultsOnTheLinksThatTheyName) {
  const Topology t = built(dgx(8,
                               "kind = \"rail-optimized\"\nswitch = \"qm9700\"\n"
                               "[[fault]]\nlink = \"leaf[0]-spine[1]\"\nstate = \"down\"\n"
                               "[[fault]]\nlink = \"server[3].nic[0]\"\nstate = \"x8\"\n"
                               "[[fault]]\nlink = \"server[2].port[0]\"\nstate = \"50%\"\n"
                               "[[fault]]\nlink = \"server[1].gpu[0]\"\nstate = \"gen3\"\n"));
  std::size_t down = 0;
  for (const LinkId leaving : t.links_of(*t.find("leaf[0]")))
    down += t.link(leaving).state == topology::LinkState::down ? 1U : 0U;
  EXPECT_EQ(down, 8U);  // 32 cables up to 4 spines
  const auto uplink = [&](const char* name) {
    for (const LinkId leaving : t.links_of(*t.find(name)))
      if (!Topology::leads_down(leaving) && t.link(leaving).model.kind() == "pcie")
        return t.link(leaving).model.name();
    return std::string();
  };
  EXPECT_EQ(uplink("server[3].nic[0]"), "PCIe 5.0 x8");
  EXPECT_EQ(uplink("server[4].nic[0]"), "PCIe 5.0 x16");
  EXPECT_EQ(uplink("server[1].gpu[0]"), "PCIe 3.0 x16");
  const auto leaving = t.links_of(*t.find("server[2].port[0]"));
  EXPECT_NEAR(in_gigabytes_per_second(t.link(leaving[leaving.size() - 1]).model.capacity()), 25,
              1e-9);
}

TEST(Cluster, ShipsEveryReferenceClusterItsSourceDescribes) {
  const auto count = [](const char* name, ComponentKind kind) {
    const auto made = open_cluster(*facts::find_cluster(name), "", shipped(), {});
    if (!made) ADD_FAILURE() << name << ": " << to_string(made.error());
    return made ? made->count(kind) : 0;
  };
  EXPECT_EQ(count("superpod-a100", ComponentKind::spine), 80U);
  EXPECT_EQ(count("superpod-a100", ComponentKind::core), 28U);
  EXPECT_EQ(count("superpod-h100-64su", ComponentKind::core), 256U);
  EXPECT_EQ(count("superpod-b300-ethernet", ComponentKind::leaf), 256U);
  EXPECT_EQ(count("alibaba-hpn", ComponentKind::leaf), 240U);
  EXPECT_EQ(count("alibaba-hpn", ComponentKind::gpu), 15360U);
  EXPECT_EQ(count("deepseek-v3", ComponentKind::spine), 32U);
  EXPECT_EQ(count("fire-flyer-zones", ComponentKind::leaf), 80U);
  EXPECT_EQ(count("frontier-compute", ComponentKind::router), 74 * 32U);
  EXPECT_EQ(count("tpu-v4-pod", ComponentKind::ocs), 48U);
  for (const facts::ClusterSpec& spec : facts::clusters()) {
    const auto made = open_cluster(spec, "", shipped(), {});
    EXPECT_TRUE(made) << spec.name << ": " << (made ? "" : to_string(made.error()));
    EXPECT_EQ(find(shipped().servers, spec.name), nullptr) << spec.name << " names a server too";
  }
}

// Every kind, with what it needs, for 128 NICs (16 servers) or 128 GPUs.
TEST(Cluster, BuildsEveryKindOfNetwork) {
  for (const char* network :
       {"kind = \"three-tier\"\nk = 32\noversubscription = [2.0, 4.0]\n",
        "kind = \"spine-leaf\"\nk = 16\n", "kind = \"fat-tree\"\nk = 8\n",
        "kind = \"rail-optimized\"\nk = 8\n", "kind = \"rail-only\"\nk = 8\n",
        "kind = \"dual-tor\"\nk = 16\n", "kind = \"dual-plane\"\nk = 16\n",
        "kind = \"dragonfly\"\nk = 15\n", "kind = \"dragonfly-plus\"\nk = 8\n",
        "kind = \"torus\"\ndims = [4, 4, 8]\n", "kind = \"mesh\"\ndims = [16, 8]\n",
        "kind = \"ocs-torus\"\ndims = [8, 4, 4]\n", "kind = \"hyperx\"\ndims = [4, 8]\n",
        "kind = \"slim-fly\"\nq = 5\n", "kind = \"hammingmesh\"\nboard = [2, 2]\ngrid = [8, 4]\n",
        "kind = \"full-mesh\"\n", "kind = \"superpod\"\n"}) {
    const auto made = cluster(dgx(16, network));
    EXPECT_TRUE(made) << network << (made ? "" : to_string(made.error()));
  }
}

struct Wrong {
  const char* text;
  const char* code;
  int line;
  const char* says;
};

TEST(ClusterFile, SaysWhatIsWrongAndWhere) {
  const std::string head = "[cluster]\nserver = \"dgx-h100\"\nservers = 16\n";
  for (const Wrong& wrong : {
           Wrong{"[network]\nkind = \"fat-tree\"\nk = 5\n", "NETWORK_INVALID", 4, "even"},
           Wrong{"[network]\nkind = \"fat-tre\"\n", "NETWORK_KIND", 4, "fat-tre"},
           Wrong{"[network]\nkind = \"fat-tree\"\nk = 4\n", "NETWORK_TOO_SMALL", 4, "at most 32"},
           Wrong{"[network]\nkind = \"slim-fly\"\nq = 6\n", "NETWORK_INVALID", 4, "prime power"},
           Wrong{"[network]\nkind = \"torus\"\ndims = [3, 5]\n", "NETWORK_INVALID", 4, "endpoints"},
           Wrong{"[network]\nkind = \"torus\"\ndims = [3, 0]\n", "CLUSTER_INVALID", 6, "dims"},
           Wrong{"[network]\nkind = \"torus\"\ndims = [16, 8]\nq = 3\n", "NETWORK_INVALID", 4,
                 "'q'"},
           Wrong{"[network]\nknd = \"torus\"\n", "CLUSTER_KEY", 5, "kind"},
           Wrong{"[network]\nkind = \"fat-tree\"\nswitch = \"qm970\"\n", "CLUSTER_NAME", 4,
                 "qm970"},
           Wrong{"[network]\nkind = \"fat-tree\"\nk = 32\nrouting = \"ecm\"\n", "NETWORK_INVALID",
                 4, "routing"},
           Wrong{"[network]\nkind = \"fat-tree\"\nk = 32\n[[site]]\nkm = 5\nservers = 3\n",
                 "SITES_UNEQUAL", 7, "equal"},
           Wrong{"[network]\nkind = \"fat-tree\"\nk = 32\n[[fault]]\nlink = \"leaf[99]\"\n"
                 "state = \"down\"\n",
                 "COMPONENT_UNKNOWN", 7, "leaf[99]"},
           Wrong{"[network]\nkind = \"fat-tree\"\nk = 32\n[[fault]]\nlink = \"leaf[0]\"\n"
                 "state = \"broken\"\n",
                 "FAULT_STATE", 7, "broken"},
           Wrong{"[network]\nkind = \"fat-tree\"\nk = 32\n[[fault]]\nlink = \"leaf[0]-leaf[1]\"\n"
                 "state = \"down\"\n",
                 "FAULT_UNKNOWN", 7, "not joined"},
           Wrong{"[network]\nkind = \"fat-tree\"\nk = 32\n[network.storage]\nkind = \"torus\"\n"
                 "dims = [100000, 100000]\n",
                 "CLUSTER_TOO_LARGE", 7, "million"},
           Wrong{"[network\n", "CLUSTER_SYNTAX", 4, ""},
       }) {
    const Error error = error_of(head + wrong.text);
    EXPECT_EQ(error.code, wrong.code) << wrong.text << error.message;
    EXPECT_EQ(error.where.line, wrong.line) << wrong.text << error.message;
    EXPECT_EQ(error.where.file, "my.toml") << wrong.text;
    EXPECT_THAT(error.message, HasSubstr(wrong.says)) << wrong.text;
  }
}

TEST(ClusterFile, IsKnownByItsTable) {
  EXPECT_TRUE(is_cluster_file("# mine\n\n  [cluster]\nservers = 3\n"));
  EXPECT_FALSE(is_cluster_file("<system>[cluster]</system>"));
}

}  // namespace
}  // namespace weft::catalog
