// Ways between servers: over which NICs, how long, and around what is broken.
#include "weft/catalog/cluster_file.hpp"
#include "weft/route/router.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace weft::route {
namespace {

Topology cluster(const std::string& server, int servers, const std::string& network) {
  const std::string text = "[cluster]\nserver = \"" + server +
                           "\"\nservers = " + std::to_string(servers) + "\n[network]\n" + network;
  auto made = catalog::read_cluster("c.toml", text).and_then([](const facts::ClusterSpec& spec) {
    return catalog::open_cluster(spec, "c.toml", catalog::shipped(), {});
  });
  if (!made) ADD_FAILURE() << to_string(made.error());
  return std::move(made).value();
}

Path way(const Topology& t, const char* from, const char* to) {
  const auto path = Router(t).path(*t.find(from), *t.find(to), link::Engine::kernel);
  if (!path) ADD_FAILURE() << to_string(path.error());
  return path.value_or(Path{});
}

std::set<std::string> passed(const Topology& t, const Path& path) {
  std::set<std::string> names;
  for (const Hop& hop : path.hops)
    for (const Stripe& stripe : hop.stripes) names.insert(t.name(t.link(stripe.link).to));
  return names;
}

constexpr const char* kRails = "kind = \"rail-optimized\"\nswitch = \"qm9700\"\n";

TEST(ClusterPath, StaysOnItsRailBelowOneLeaf) {
  const Topology t = cluster("dgx-h100", 32, kRails);
  const Path path = way(t, "server[0].gpu[0]", "server[5].gpu[0]");
  EXPECT_EQ(path.mode, Mode::gdr);
  EXPECT_EQ(path.distance, Distance::net);
  EXPECT_TRUE(passed(t, path).contains("leaf[0]"));
  EXPECT_FALSE(passed(t, path).contains("spine[0]"));
  // NDR of 50 GB/s, 4096 of 4122 bytes.
  EXPECT_NEAR(in_gigabytes_per_second(bandwidth(t, path)), 50 * 4096.0 / 4122, 1e-3);
}

TEST(ClusterPath, ChangesRailsOverNvlinkBeforeItLeaves) {
  const Topology t = cluster("dgx-h100", 32, kRails);
  const Path path = way(t, "server[0].gpu[0]", "server[5].gpu[3]");
  EXPECT_TRUE(passed(t, path).contains("server[0].gpu[3]"));
  EXPECT_TRUE(passed(t, path).contains("leaf[3]"));
  Policy policy;
  policy.pxn = false;
  const auto across = Router(t, policy).path(*t.find("server[0].gpu[0]"),
                                             *t.find("server[5].gpu[3]"), link::Engine::kernel);
  ASSERT_TRUE(across);
  EXPECT_FALSE(passed(t, *across).contains("server[0].gpu[3]"));
  EXPECT_TRUE(passed(t, *across).contains("leaf[0]"));
  EXPECT_TRUE(passed(t, *across).contains("leaf[3]"));
}

TEST(ClusterPath, OnARailOnlyNetworkNeedsNvlinkToChangeRails) {
  const Topology t = cluster("dgx-h100", 4, "kind = \"rail-only\"\nk = 8\n");
  EXPECT_TRUE(
      passed(t, way(t, "server[0].gpu[0]", "server[1].gpu[5]")).contains("server[0].gpu[5]"));
  Policy policy;
  policy.pxn = false;
  const auto none = Router(t, policy).path(*t.find("server[0].gpu[0]"), *t.find("server[1].gpu[5]"),
                                           link::Engine::kernel);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "NO_PATH");
}

TEST(ClusterPath, SpreadsOverAllNicsOfAGpu) {
  // 32 adapters of 100 Gb/s, four to a GPU.
  const Topology t = cluster("p5", 2, "kind = \"rail-optimized\"\nk = 64\n");
  const Path path = way(t, "server[0].gpu[0]", "server[1].gpu[0]");
  std::set<std::string> ports;
  for (const std::string& name : passed(t, path))
    if (name.starts_with("server[1].port")) ports.insert(name);
  EXPECT_EQ(ports.size(), 4U);
}

TEST(ClusterPath, GoesAroundACableThatIsDown) {
  const std::string network = "kind = \"rail-optimized\"\nk = 4\n";
  const Topology sound = cluster("dgx-h100", 4, network);
  const Path before = way(sound, "server[0].gpu[0]", "server[3].gpu[0]");
  std::string leaf;
  std::string spine;
  for (const Hop& hop : before.hops) {
    if (sound.kind(hop.to) == topology::ComponentKind::spine) {
      leaf = sound.name(hop.from);
      spine = sound.name(hop.to);
    }
  }
  ASSERT_FALSE(spine.empty());
  const Topology broken =
      cluster("dgx-h100", 4,
              network + "[[fault]]\nlink = \"" + leaf + "-" + spine + "\"\nstate = \"down\"\n");
  const Path after = way(broken, "server[0].gpu[0]", "server[3].gpu[0]");
  for (const Hop& hop : after.hops)
    EXPECT_EQ(broken.link(hop.stripes[0].link).state, topology::LinkState::up);
  EXPECT_EQ(after.hops.size(), before.hops.size());
}

TEST(ClusterPath, SpraysOverAllShortestWays) {
  const Topology t = cluster("dgx-h100", 64, std::string(kRails) + "routing = \"spray\"\n");
  const Path path = way(t, "server[0].gpu[0]", "server[63].gpu[0]");
  std::size_t cables = 0;
  for (const Hop& hop : path.hops) {
    if (t.kind(hop.to) != topology::ComponentKind::spine) continue;
    cables = hop.stripes.size();
    double total = 0;
    for (const Stripe& stripe : hop.stripes) total += stripe.share;
    EXPECT_NEAR(total, 1, 1e-12);
  }
  EXPECT_EQ(cables, 32U);  // all uplinks of a leaf of 64 ports
}

// 2 · 490 us are no part of it: one way is 490 us, and the rest is a few.
TEST(ClusterPath, TakesTheTimeOfLightBetweenSites) {
  const Topology t =
      cluster("dgx-h100", 4, "kind = \"rail-optimized\"\nk = 32\n[[site]]\nkm = 100\nlinks = 8\n");
  const Path path = way(t, "server[0].gpu[0]", "server[4].gpu[0]");
  EXPECT_GT(in_microseconds(path.latency), 490);
  EXPECT_LT(in_microseconds(path.latency), 500);
  EXPECT_NEAR(in_microseconds(path.far), 490, 1);
}

// A GPU uses its own NIC, whatever memory is at the other end: 4096 of 4122 bytes at 50 GB/s.
TEST(ClusterPath, BetweenAGpuAndMemoryUsesTheNicOfTheGpu) {
  const Topology t = cluster("dgx-h100", 32, kRails);
  for (const auto& [from, to] : {std::pair("server[3].gpu[0]", "server[5].memory[0]"),
                                 std::pair("server[5].memory[0]", "server[3].gpu[0]"),
                                 std::pair("server[3].gpu[7]", "server[5].memory[0]")}) {
    const Path path = way(t, from, to);
    EXPECT_NEAR(in_gigabytes_per_second(bandwidth(t, path)), 50 * 4096.0 / 4122, 1e-3) << from;
    // A leaf, or two where the rails differ.
    const std::set<std::string> names = passed(t, path);
    EXPECT_LE(std::ranges::count_if(
                  names, [](const std::string& name) { return name.starts_with("leaf"); }),
              2)
        << from;
  }
}

// Chips 0 and 2 of a host are two links apart in the torus of the slice.
TEST(ClusterPath, WithinAServerOfATorusTakesTheTorus) {
  const Topology t =
      cluster("dgx-h100", 4, "kind = \"ocs-torus\"\ndims = [4, 4, 2]\nblock = [2, 2, 2]\n");
  const Path path = way(t, "server[0].gpu[0]", "server[0].gpu[2]");
  EXPECT_EQ(path.mode, Mode::nvlink);
}

TEST(ClusterPath, OverASuperpodUsesEveryScaleUpSwitch) {
  const Topology t = cluster("gb200-tray", 18, "kind = \"superpod\"\n");
  const Path path = way(t, "server[0].gpu[0]", "server[17].gpu[3]");
  EXPECT_EQ(path.mode, Mode::nvlink);
  ASSERT_EQ(path.hops.size(), 2U);
  EXPECT_EQ(path.hops[0].stripes.size(), 18U);
}

}  // namespace
}  // namespace weft::route
