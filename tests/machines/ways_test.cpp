// Ways that are remembered by their form are those that the router gives, one by one.
#include "weft/route/ways.hpp"

#include "weft/catalog/cluster_file.hpp"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft::route {
namespace {

Topology cluster(const std::string& server, const std::string& rest) {
  const std::string text = "[cluster]\nserver = \"" + server + "\"\nservers = 70\n" + rest;
  auto made = catalog::read_cluster("c.toml", text).and_then([](const facts::ClusterSpec& spec) {
    return catalog::open_cluster(spec, "c.toml", catalog::shipped(), {});
  });
  if (!made) ADD_FAILURE() << to_string(made.error());
  return std::move(made).value();
}

std::map<ResourceId, double> summed(const std::vector<Use>& uses) {
  std::map<ResourceId, double> sum;
  for (const Use& use : uses) sum[use.resource] += use.weight;
  return sum;
}

void expect_ways_of_the_router(const Topology& t, const std::string& what) {
  const Router router(t);
  Ways ways(router);
  const auto gpus = t.all(topology::ComponentKind::gpu);
  std::uint64_t random = 1;
  const auto below = [&](std::uint64_t bound) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    return (random >> 33U) % bound;
  };
  for (int trial = 0; trial < 300; ++trial) {
    // Half of them near the servers that are broken.
    const std::size_t many = trial % 2 == 0 ? 40 : gpus.size();
    const ComponentId from = gpus[below(many)];
    const ComponentId to = gpus[below(many)];
    if (from == to) continue;
    std::vector<Use> uses;
    const auto expected = router.traffic(from, to, link::Engine::kernel, uses);
    const auto way = ways.find(from, to);
    ASSERT_EQ(expected.has_value(), way.has_value()) << what;
    if (!way) continue;
    const Traffic& traffic = ways.form(*way).traffic;
    EXPECT_EQ(traffic.mode, expected->mode) << what;
    EXPECT_EQ(traffic.distance, expected->distance) << what;
    EXPECT_NEAR(traffic.latency.value(), expected->latency.value(), 1e-15) << what;
    EXPECT_NEAR(traffic.far.value(), expected->far.value(), 1e-15) << what;
    std::vector<Use> remembered;
    ways.uses(from, to, *way, remembered);
    const auto a = summed(uses);
    const auto b = summed(remembered);
    ASSERT_EQ(a.size(), b.size()) << what << ": " << t.name(from) << " to " << t.name(to);
    for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) {
      ASSERT_EQ(x->first, y->first) << what;
      ASSERT_NEAR(x->second, y->second, 1e-12) << what;
    }
  }
}

TEST(Ways, AreThoseOfTheRouter) {
  const std::string rails = "[network]\nkind = \"rail-optimized\"\nswitch = \"qm9700\"\n";
  const std::string tree = "[network]\nkind = \"fat-tree\"\nk = 24\n";
  const auto fault = [](const std::string& link, const std::string& state) {
    return "[[fault]]\nlink = \"" + link + "\"\nstate = \"" + state + "\"\n";
  };
  const std::pair<const char*, std::string> cases[] = {
      {"dgx-h100", rails},
      {"dgx-h100", rails + "routing = \"ecmp\"\n"},
      {"dgx-h100", rails + "routing = \"adaptive\"\n"},
      {"dgx-h100", rails + fault("server[3].nic[4]", "x8")},
      {"dgx-h100", rails + fault("leaf[3]-spine[1]", "50%")},
      {"dgx-h100", rails + fault("leaf[3]-spine[1]", "down")},
      {"dgx-a100", rails},
      {"dgx-h100", tree},
  };
  for (const auto& [server, rest] : cases)
    expect_ways_of_the_router(cluster(server, rest), server + (" " + rest));
}

}  // namespace
}  // namespace weft::route
