// What cluster files may not ask for, and where sites, faults and scale-up links lead.
#include "weft/catalog/build_cluster.hpp"
#include "weft/catalog/cluster_file.hpp"

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

std::string of(const char* server, int servers, const std::string& network) {
  return "[cluster]\nserver = \"" + std::string(server) +
         "\"\nservers = " + std::to_string(servers) + "\n[network]\n" + network;
}

// One endpoint each.
std::string gh(int servers, const std::string& network) {
  return of("gh200-node", servers, network);
}
std::string dgx(int servers, const std::string& network) {
  return of("dgx-h100", servers, network);
}

Topology built(const std::string& text) {
  auto made = cluster(text);
  if (!made) ADD_FAILURE() << text << to_string(made.error());
  return std::move(made).value();
}

Error error_of(const std::string& text) {
  const auto made = cluster(text);
  EXPECT_FALSE(made) << text;
  return made ? Error{} : made.error();
}

// Cables longer than a hall, by the kinds of their ends.
void expect_long_cables_between_gateways_only(const Topology& t, std::size_t links) {
  std::size_t between = 0;
  for (std::size_t i = 0; i < t.link_count(); i += 2) {
    const topology::Link link = t.link(LinkId(i));
    if (link.model.kind() != "infiniband" && link.model.kind() != "ethernet") continue;
    const bool is_long = in_microseconds(link.model.latency()) > 100;
    const bool joins =
        t.kind(link.from) == ComponentKind::gateway && t.kind(link.to) == ComponentKind::gateway;
    EXPECT_EQ(is_long, joins) << t.name(link.from) << " " << t.name(link.to) << " "
                              << link.model.name();
    between += joins ? 1 : 0;
    if (!joins && t.place_of(link.from).site >= 0 && t.place_of(link.to).site >= 0) {
      EXPECT_EQ(t.place_of(link.from).site, t.place_of(link.to).site)
          << t.name(link.from) << " " << t.name(link.to);
    }
  }
  EXPECT_EQ(between, links);
}

TEST(Sites, AreJoinedByTheirLongCablesAndByNoOther) {
  for (const char* network : {"kind = \"fat-tree\"\nk = 8\n", "kind = \"slim-fly\"\nq = 5\n",
                              "kind = \"dragonfly\"\nk = 7\n", "kind = \"full-mesh\"\nhosts = 4\n",
                              "kind = \"three-tier\"\nk = 8\noversubscription = [2.0, 2.0]\n"}) {
    SCOPED_TRACE(network);
    expect_long_cables_between_gateways_only(
        built(gh(8, std::string(network) + "[[site]]\nkm = 100\nlinks = 4\n")), 4);
  }
  SCOPED_TRACE("rails");
  expect_long_cables_between_gateways_only(
      built(dgx(128,
                "kind = \"rail-optimized\"\nswitch = \"qm9700\"\n[[site]]\nkm = 100\n"
                "links = 64\n")),
      64);
}

TEST(Sites, InOneHallHaveCablesOfSomeLength) {
  const Topology t = built(gh(8, "kind = \"fat-tree\"\nk = 8\n[[site]]\nkm = 0\nlinks = 4\n"));
  for (const LinkId leaving : t.links_of(*t.find("gateway[0]")))
    EXPECT_THAT(t.link(leaving).model.name(), testing::Not(HasSubstr(", 0 m")));
}

TEST(Sites, AreRefusedWhereNodesAreTheEndpoints) {
  for (const char* network :
       {"kind = \"full-mesh\"\n", "kind = \"hyperx\"\ndims = [12]\n",
        "kind = \"torus\"\ndims = [2, 2, 2]\n", "kind = \"mesh\"\ndims = [2, 2, 2]\n",
        "kind = \"hammingmesh\"\nboard = [2, 2]\ngrid = [2, 1]\n",
        "kind = \"ocs-torus\"\ndims = [4, 2]\nblock = [2, 2]\nhost_link = \"nvlink4\"\n"}) {
    const Error error = error_of(gh(8, std::string(network) + "[[site]]\nkm = 100\nlinks = 4\n"));
    EXPECT_EQ(error.code, "NETWORK_INVALID") << network;
    EXPECT_THAT(error.message, HasSubstr("gateway")) << network;
  }
}

TEST(Sites, ThatDifferInMoreThanDistanceAreRefused) {
  const std::string first = "kind = \"fat-tree\"\nk = 8\n[[site]]\nkm = 100\nlinks = 4\n";
  EXPECT_EQ(error_of(gh(8, first + "[[site]]\nkm = 300\nlinks = 1\n")).code, "SITES_UNEQUAL");
  EXPECT_EQ(error_of(gh(8, first + "[[site]]\nkm = 300\nlink = \"eth400\"\n")).where.line, 10);
  const Topology t = built(gh(8, first + "[[site]]\nkm = 300\n"));
  EXPECT_EQ(t.count(ComponentKind::gateway), 3U);
  const std::string tree = "kind = \"fat-tree\"\nk = 8\n[[site]]\nkm = 1\n";
  EXPECT_EQ(error_of(gh(8, tree + "links = 100000000\n")).code, "CLUSTER_TOO_LARGE");
  EXPECT_EQ(error_of(gh(8, tree + "links = 1\nlink = \"foo\"\n")).where.line, 7);
}

TEST(ClusterPorts, AreNoMoreThanTheSwitchHas) {
  for (const char* network :
       {"kind = \"fat-tree\"\nk = 8\ndown = 100\n",
        "kind = \"fat-tree\"\nk = 8\ndown = 16\nup = 1\n",
        "kind = \"spine-leaf\"\nk = 8\ndown = 5\n", "kind = \"fat-tree\"\nk = 8\ndown = 7\n",
        "kind = \"fat-tree\"\nswitch = \"qm9700\"\nk = 4096\n"}) {
    EXPECT_EQ(error_of(gh(20, network)).code, "NETWORK_TOO_SMALL") << network;
  }
  // 200 endpoints at each router and four cables: 204 ports of the 128 that 200 Gb/s allows.
  EXPECT_EQ(error_of(gh(4000, "kind = \"torus\"\nswitch = \"qm9700\"\ndims = [4, 5]\n")).code,
            "NETWORK_TOO_SMALL");
}

std::size_t in_state(const Topology& t, const char* name, topology::LinkState state) {
  std::size_t found = 0;
  for (const LinkId leaving : t.links_of(*t.find(name)))
    found += t.link(leaving).state == state ? 1U : 0U;
  return found;
}

TEST(ClusterFaults, AddUpAndNeverReviveALink) {
  const std::string tree = "kind = \"spine-leaf\"\nk = 8\n";
  const Topology t =
      built(gh(16, tree + "[[fault]]\nlink = \"server[0].port[0]\"\nstate = \"down\"\n"
                          "[[fault]]\nlink = \"server[0].port[0]\"\nstate = \"50%\"\n"));
  EXPECT_EQ(in_state(t, "server[0].port[0]", topology::LinkState::down), 1U);
}

// 16 endpoints, 4 a leaf: 4 leaves with one cable to each spine.
TEST(ClusterFaults, TakeDownAWholeSwitchOfTheTop) {
  const Topology t = built(gh(16,
                              "kind = \"spine-leaf\"\nk = 8\nspines = 4\n"
                              "[[fault]]\nlink = \"spine[0]\"\nstate = \"down\"\n"));
  EXPECT_EQ(in_state(t, "spine[0]", topology::LinkState::down), 4U);
  EXPECT_EQ(in_state(t, "spine[1]", topology::LinkState::down), 0U);
}

TEST(ClusterFaults, AreRefusedWhereTheyAreNone) {
  for (const char* state : {"x16", "x32", "gen5", "100%"}) {
    const Error error = error_of(dgx(2,
                                     "kind = \"spine-leaf\"\nk = 32\n[[fault]]\nlink = "
                                     "\"server[0].nic[0]\"\nstate = \"" +
                                         std::string(state) + "\"\n"));
    EXPECT_EQ(error.code, "FAULT_STATE") << state;
    EXPECT_THAT(error.message, HasSubstr("no fault")) << state;
  }
}

TEST(ClusterLines, AreThoseOfNetworks) {
  for (const char* line : {"ddr5-4800", "pcie4x16", "nvlink4"})
    EXPECT_EQ(
        error_of(gh(4, "kind = \"fat-tree\"\nk = 8\nhost_link = \"" + std::string(line) + "\"\n"))
            .code,
        "NETWORK_INVALID")
        << line;
  const std::string ethernet = "kind = \"fat-tree\"\nswitch = \"sn5600\"\n";
  EXPECT_EQ(error_of(dgx(4, ethernet + "host_link = \"ib-ndr\"\n")).code, "NETWORK_INVALID");
  const Topology t = built(dgx(4, ethernet));
  for (const LinkId leaving : t.links_of(*t.find("leaf[0]")))
    EXPECT_EQ(t.link(leaving).model.kind(), "ethernet");
}

TEST(ClusterFile, SaysWhichNumbersThereAre) {
  struct Wrong {
    const char* network;
    int line;
    const char* says;
    const char* not_hint;
  };
  for (const Wrong& wrong :
       {Wrong{"kind = \"fat-tree\"\nk = 2000000000\n", 6, "at most 1000000000", ""},
        Wrong{"kind = \"fat-tree\"\nk = 100000000\n", 6, "65536", ""},
        Wrong{"kind = \"fat-tree\"\nk = 1\n", 4, "even radix", "k = 0"},
        Wrong{"kind = \"slim-fly\"\nq = 1\n", 4, "prime power", " 1 "},
        Wrong{"kind = \"dragonfly\"\nk = 2\n", 4, "radix of 2", "nothing"},
        Wrong{"kind = \"full-mesh\"\nhosts = 50\n", 4, "50 hosts", "nothing"},
        Wrong{"kind = \"spine-leaf\"\nk = 4\n", 4, "2 tiers", "tiers'"},
        Wrong{"kind = \"fat-tree\"\nk = 8\noversubscription = []\n", 7, "0 values", ""},
        Wrong{"kind = \"fat-tree\"\nk = 8\noversubscription = [1.0, 1.0, 1.0, 1.0]\n", 7,
              "4 values", ""}}) {
    const Error error = error_of(gh(20, wrong.network));
    EXPECT_EQ(error.where.line, wrong.line) << wrong.network << error.message;
    EXPECT_THAT(error.message, HasSubstr(wrong.says));
    if (*wrong.not_hint != 0) {
      EXPECT_THAT(error.hint, testing::Not(HasSubstr(wrong.not_hint)));
    }
  }
}

TEST(ClusterFile, IsKnownWithDottedAndInlineTables) {
  EXPECT_TRUE(is_cluster_file("cluster.server = \"gh200-node\"\ncluster.servers = 4\n"));
  EXPECT_TRUE(is_cluster_file("cluster = {server = \"gh200-node\", servers = 4}\n"));
  EXPECT_FALSE(is_cluster_file("clusters are nice\n"));
  const Topology t = built(
      "cluster = {server = \"gh200-node\", servers = 4}\nnetwork = {kind = \"torus\", dims = "
      "[4]}\n");
  EXPECT_EQ(t.server_count(), 4U);
}

// An H100 has 18 links of 25 GB/s.
TEST(GpuNetworks, ShareTheLinksThatAGpuHas) {
  EXPECT_EQ(error_of(dgx(4, "kind = \"superpod\"\nplanes = 100\n")).code, "NETWORK_INVALID");
  const auto rate = [](const Topology& t) {
    return in_gigabytes_per_second(t.networks()[0].rates[0]);
  };
  const Topology nine = built(dgx(4, "kind = \"superpod\"\nplanes = 9\n"));
  EXPECT_NEAR(rate(nine), 50, 1e-6);
  EXPECT_EQ(nine.attributes().get(kUnusedLinks), "");
  const Topology ten = built(dgx(4, "kind = \"superpod\"\nplanes = 10\n"));
  EXPECT_NEAR(rate(ten), 25, 1e-6);
  EXPECT_EQ(ten.attributes().get(kUnusedLinks), "8");
  // Six cables of a GPU in three dimensions: three links each.
  EXPECT_NEAR(rate(built(dgx(8, "kind = \"ocs-torus\"\ndims = [4, 4, 4]\n"))), 75, 1e-6);
}

TEST(ClusterFiles, AreKnownByTheirTableAndNotByProse) {
  for (const char* text : {"[cluster]", "# mine\n  [cluster] # all\n", "[cluster\n", "[cluster.x]",
                           "cluster.servers = 4", "cluster = {servers = 4}"})
    EXPECT_TRUE(is_cluster_file(text)) << text;
  for (const char* text : {"[cluster file](docs/cluster-files.md)", "clusters are", "[network]"})
    EXPECT_FALSE(is_cluster_file(text)) << text;
}

TEST(ClusterFiles, ReduceInTheNetworkOnlyInKnownWays) {
  const Error error = error_of(gh(8, "kind = \"fat-tree\"\nk = 8\nin_network = \"foo\"\n"));
  EXPECT_EQ(error.code, "NETWORK_INVALID");
  EXPECT_THAT(error.hint, HasSubstr("sharp-v3"));
}

TEST(ClusterFiles, AreNamedWhereTheirServerCannotBeRead) {
  const auto made = read_cluster("my.toml", of("./none.xml", 2, "kind = \"fat-tree\"\nk = 8\n"))
                        .and_then([](const facts::ClusterSpec& spec) {
                          return open_cluster(spec, "my.toml", shipped(),
                                              [](const std::string& path) -> Expected<Topology> {
                                                return fail("FILE_MISSING", path + " is not there");
                                              });
                        });
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().hint, HasSubstr("my.toml:1"));
}

}  // namespace
}  // namespace weft::catalog
