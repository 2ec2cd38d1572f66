// Static routing of networks without a plan: spread by destination, whatever the order of the file.
#include "weft/route/static_routes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/route/support.hpp"
#include <gtest/gtest.h>

namespace weft::route::test {
namespace {

// A network as cables between names; "node…" is a host, all else a switch.
class Network {
 public:
  void cable(const std::string& upper, const std::string& lower, int count = 1) {
    for (int i = 0; i < count; ++i) cables_.emplace_back(upper, lower);
  }

  // Devices and cables in an order of their own for each seed.
  Topology built(unsigned seed) const {
    auto cables = cables_;
    std::mt19937 random(seed);
    for (std::size_t i = cables.size(); i > 1; --i) std::swap(cables[i - 1], cables[random() % i]);
    Builder builder("network");
    std::map<std::string, ComponentId> known;
    const auto id = [&](const std::string& name) {
      const auto at = known.find(name);
      if (at != known.end()) return at->second;
      topology::Attributes attributes;
      attributes.set("name", name);
      const bool is_host = name.starts_with("node");
      return known
          .emplace(name, builder.add(is_host ? ComponentKind::host : ComponentKind::network_switch,
                                     {}, attributes))
          .first->second;
    };
    for (const auto& [upper, lower] : cables) {
      const ComponentId a = id(upper);
      builder.connect(a, id(lower), fixed("network", 10), Provenance::specified);
    }
    return std::move(builder).build();
  }

 private:
  std::vector<std::pair<std::string, std::string>> cables_;
};

std::string numbered(const char* word, int number) { return word + std::to_string(number); }

// `hosts` a leaf, `cables` from each leaf to each spine.
Network leaf_and_spine(int leaves, int hosts, int spines, int cables) {
  Network n;
  for (int l = 0; l < leaves; ++l) {
    for (int h = 0; h < hosts; ++h) n.cable(numbered("leaf", l), numbered("node", l * hosts + h));
    for (int s = 0; s < spines; ++s) n.cable(numbered("spine", s), numbered("leaf", l), cables);
  }
  return n;
}

// The k-ary fat tree: k pods of k/2 leaves and k/2 switches above them, (k/2)² cores.
Network fat_tree(int k) {
  Network n;
  const int half = k / 2;
  for (int pod = 0; pod < k; ++pod)
    for (int i = 0; i < half; ++i) {
      const int leaf = pod * half + i;
      for (int j = 0; j < half; ++j) {
        n.cable(numbered("leaf", leaf), numbered("node", leaf * half + j));
        n.cable(numbered("agg", pod * half + j), numbered("leaf", leaf));
        n.cable(numbered("core", i * half + j), numbered("agg", pod * half + i));
      }
    }
  return n;
}

std::vector<ComponentId> hosts_by_number(const Topology& t) {
  std::vector<ComponentId> hosts;
  for (std::size_t i = 0; i < t.all(ComponentKind::host).size(); ++i)
    hosts.push_back(*t.find("node" + std::to_string(i)));
  return hosts;
}

// The most flows on one link over all shift permutations.
int worst_shift(const Topology& t) {
  const StaticRoutes routes(t);
  const auto hosts = hosts_by_number(t);
  int worst = 0;
  for (std::size_t shift = 1; shift < hosts.size(); ++shift) {
    std::vector<int> flows(t.link_count());
    for (std::size_t i = 0; i < hosts.size(); ++i)
      for (const LinkId link : routes.way(hosts[i], hosts[(i + shift) % hosts.size()]))
        worst = std::max(worst, ++flows[link.index()]);
  }
  return worst;
}

// As many cables up as hosts below: one flow a cable, in any order of the file. Names decide, so
// "node2" of a shuffled file is still host 2.
TEST(StaticRoutes, PutOneFlowOnACableForEveryShiftOfAFullTree) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    EXPECT_EQ(worst_shift(leaf_and_spine(4, 4, 4, 1).built(seed)), 1) << seed;
    EXPECT_EQ(worst_shift(leaf_and_spine(12, 6, 3, 2).built(seed)), 1) << seed;
    EXPECT_EQ(worst_shift(fat_tree(4).built(seed)), 1) << seed;
    EXPECT_EQ(worst_shift(fat_tree(6).built(seed)), 1) << seed;
  }
}

// Six hosts on two cables up: three flows a cable at best.
TEST(StaticRoutes, TaperAsTheTreeDoes) {
  EXPECT_EQ(worst_shift(leaf_and_spine(4, 6, 2, 1).built(1)), 3);
}

TEST(StaticRoutes, MeetAtOneSwitchForADestination) {
  const Topology t = fat_tree(6).built(3);
  const StaticRoutes routes(t);
  const auto hosts = hosts_by_number(t);
  ComponentId core;
  for (std::size_t from = 9; from < hosts.size(); ++from) {  // other pods than that of host 0
    const auto way = routes.way(hosts[from], hosts[0]);
    ASSERT_EQ(way.size(), 6U);
    if (from == 9) core = t.link(way[2]).to;
    EXPECT_EQ(t.name(t.link(way[2]).to), t.name(core));
  }
}

TEST(StaticRoutes, AreShortestWaysOfLinksThatFollowEachOther) {
  const Topology t = fat_tree(4).built(2);
  const StaticRoutes routes(t);
  const auto hosts = hosts_by_number(t);
  for (std::size_t a = 0; a < hosts.size(); ++a)
    for (std::size_t b = 0; b < hosts.size(); ++b) {
      const auto way = routes.way(hosts[a], hosts[b]);
      // Two hosts a leaf, four a pod.
      EXPECT_EQ(way.size(), a == b ? 0U : a / 2 == b / 2 ? 2U : a / 4 == b / 4 ? 4U : 6U);
      ComponentId at = hosts[a];
      for (const LinkId link : way) {
        EXPECT_EQ(t.link(link).from, at);
        at = t.link(link).to;
      }
      EXPECT_EQ(at, hosts[b]);
    }
}

TEST(StaticRoutes, LeaveOutCablesThatAreDownInEitherDirection) {
  Builder builder("pair");
  std::vector<ComponentId> leaf;
  std::vector<ComponentId> host;
  for (int i = 0; i < 2; ++i) {
    leaf.push_back(builder.add(ComponentKind::network_switch));
    host.push_back(builder.add(ComponentKind::host));
    builder.connect(leaf.back(), host.back(), fixed("network", 10), Provenance::specified);
  }
  for (int i = 0; i < 3; ++i)
    builder.connect(leaf[0], leaf[1], fixed("network", 10), Provenance::specified,
                    i == 1 ? topology::LinkState::up : topology::LinkState::down);
  const Topology t = std::move(builder).build();
  const StaticRoutes routes(t);
  ASSERT_EQ(routes.way(host[0], host[1]).size(), 3U);
  EXPECT_EQ(routes.way(host[0], host[1])[1], LinkId(6));  // the second of the three cables
  EXPECT_EQ(routes.way(host[1], host[0])[1], LinkId(7));
}

// Two rails: NIC r of each host at leaf r, and a spine above. Between two hosts no way crosses it.
TEST(StaticRoutes, BetweenHostsStayOnARail) {
  Builder builder("rails");
  const ComponentId spine = builder.add(ComponentKind::network_switch);
  std::vector<ComponentId> leaves;
  std::vector<ComponentId> hosts;
  for (int r = 0; r < 2; ++r) {
    leaves.push_back(builder.add(ComponentKind::network_switch));
    builder.connect(spine, leaves.back(), fixed("network", 10), Provenance::specified);
  }
  std::vector<ComponentId> nics;
  for (int h = 0; h < 4; ++h) {
    hosts.push_back(builder.add(ComponentKind::host));
    for (const ComponentId leaf : leaves) {
      nics.push_back(builder.add(ComponentKind::nic));
      builder.connect(hosts.back(), nics.back(), fixed("internal", 100), Provenance::specified);
      builder.connect(leaf, nics.back(), fixed("network", 10), Provenance::specified);
    }
  }
  const Topology t = std::move(builder).build();
  const StaticRoutes routes(t);
  std::map<std::uint32_t, int> used;
  for (std::size_t b = 1; b < hosts.size(); ++b) {
    const auto way = routes.way(hosts[0], hosts[b]);
    ASSERT_EQ(way.size(), 4U);
    ++used[t.link(way[1]).to.value];
  }
  EXPECT_EQ(used.size(), 2U);  // both rails, turn by turn
  // From NIC to NIC the rails are what was asked for.
  EXPECT_EQ(routes.way(nics[0], nics[2]).size(), 2U);
  EXPECT_EQ(routes.way(nics[0], nics[3]).size(), 4U);
  const auto path = Router(t).path(nics[0], nics[3], link::Engine::nic);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->mode, Mode::network);
}

}  // namespace
}  // namespace weft::route::test
