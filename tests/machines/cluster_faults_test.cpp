// Whatever single thing breaks: what is joined in the hardware still has a path, over links that
// are up, and no path is wider than without the fault.
#include "weft/catalog/cluster_file.hpp"
#include "weft/route/router.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace weft::route {
namespace {

using topology::ComponentKind;
using topology::LinkState;

constexpr int kServers = 3;

Topology cluster(const std::string& network, const std::vector<std::string>& down) {
  std::string text = "[cluster]\nserver = \"dgx-h100\"\nservers = " + std::to_string(kServers) +
                     "\n[network]\n" + network;
  for (const std::string& link : down)
    text += "[[fault]]\nlink = \"" + link + "\"\nstate = \"down\"\n";
  auto made = catalog::read_cluster("c.toml", text).and_then([](const facts::ClusterSpec& spec) {
    return catalog::open_cluster(spec, "c.toml", catalog::shipped(), {});
  });
  if (!made) ADD_FAILURE() << to_string(made.error());
  return std::move(made).value();
}

// What can be reached over links that are up, whatever they are.
std::vector<bool> reached(const Topology& t, ComponentId from) {
  std::vector<bool> seen(t.component_count(), false);
  std::deque<ComponentId> open = {from};
  seen[from.index()] = true;
  while (!open.empty()) {
    const ComponentId here = open.front();
    open.pop_front();
    for (const LinkId id : t.links_of(here)) {
      const topology::Link link = t.link(id);
      if (link.state != LinkState::up || seen[link.to.index()]) continue;
      seen[link.to.index()] = true;
      open.push_back(link.to);
    }
  }
  return seen;
}

std::vector<ComponentId> in_server(const Topology& t, ComponentKind kind) {
  std::vector<ComponentId> own;
  for (const ComponentId id : t.server(1).of().all(kind))
    own.push_back(Topology::in_instance(t.server(1), id));
  return own;
}

using Break = std::vector<std::string>;

// Each NIC, port and GPU of one server, each cable between switches, each leaf and each spine.
std::vector<Break> single_faults(const Topology& t) {
  std::vector<Break> all;
  std::set<std::string> adapters;
  for (const ComponentId outlet : t.networks()[0].outlets) {
    const ComponentId port = Topology::in_instance(t.server(1), outlet);
    adapters.insert(t.name(port));
    for (const LinkId id : t.links_of(port))
      if (t.kind(t.link(id).to) == ComponentKind::nic) adapters.insert(t.name(t.link(id).to));
  }
  for (const std::string& adapter : adapters) all.push_back({adapter});
  for (const ComponentId id : in_server(t, ComponentKind::gpu)) all.push_back({t.name(id)});
  std::vector<std::string> cables;
  for (const ComponentId leaf : t.all(ComponentKind::leaf)) {
    const std::size_t before = cables.size();
    for (const LinkId id : t.links_of(leaf))
      if (t.kind(t.link(id).to) == ComponentKind::spine)
        cables.push_back(t.name(leaf) + "-" + t.name(t.link(id).to));
    if (cables.size() > before) all.push_back({t.name(leaf)});  // its uplinks
  }
  std::sort(cables.begin(), cables.end());
  cables.erase(std::unique(cables.begin(), cables.end()), cables.end());
  for (const std::string& cable : cables) all.push_back({cable});
  for (const ComponentId spine : t.all(ComponentKind::spine)) {
    Break whole;
    for (const std::string& cable : cables)
      if (cable.ends_with("-" + t.name(spine))) whole.push_back(cable);
    if (!whole.empty()) all.push_back(whole);
  }
  return all;
}

class SingleFault : public testing::TestWithParam<const char*> {};

TEST_P(SingleFault, LeavesAPathWhereTheHardwareHasOne) {
  const Topology sound = cluster(GetParam(), {});
  const Router whole(sound);
  const auto faults = single_faults(sound);
  ASSERT_GE(faults.size(), 24U);
  for (const Break& fault : faults) {
    const Topology broken = cluster(GetParam(), fault);
    const Router router(broken);
    for (const ComponentId gpu : in_server(broken, ComponentKind::gpu)) {
      const std::vector<bool> joined = reached(broken, gpu);
      // The same GPU of the other servers and the next one.
      for (const ComponentId other : broken.all(ComponentKind::gpu))
        for (const auto& [from, to] : {std::pair(gpu, other), std::pair(other, gpu)}) {
          const auto apart = (broken.ordinal(other) + 8 - broken.ordinal(gpu)) % 8;
          if (from == to || apart > 1 || !joined[other.index()]) continue;
          const auto path = router.path(from, to, link::Engine::kernel);
          ASSERT_TRUE(path) << fault.front() << ": " << to_string(path.error());
          for (const Hop& hop : path->hops)
            for (const Stripe& stripe : hop.stripes)
              ASSERT_EQ(broken.link(stripe.link).state, LinkState::up) << fault.front();
          const auto before = whole.path(from, to, link::Engine::kernel);
          ASSERT_LE(bandwidth(broken, *path).value(),
                    bandwidth(sound, *before).value() * (1 + 1e-9))
              << fault.front() << ": " << broken.name(from) << " to " << broken.name(to);
        }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, SingleFault,
                         testing::Values("kind = \"rail-optimized\"\nk = 4\n",
                                         "kind = \"fat-tree\"\nk = 8\n",
                                         "kind = \"rail-only\"\nk = 8\n",
                                         "kind = \"dual-plane\"\nk = 16\n"));

Path way(const Topology& t, const char* from, const char* to) {
  const auto path = Router(t).path(*t.find(from), *t.find(to), link::Engine::kernel);
  if (!path) ADD_FAILURE() << to_string(path.error());
  return path.value_or(Path{});
}

// NIC 5 is that of GPU 3; the next GPU takes over, and says so.
TEST(NicFault, TurnsToThatOfAnotherGpuWithARemark) {
  const Topology t = cluster("kind = \"rail-optimized\"\nk = 8\n", {"server[1].nic[5]"});
  const Path path = way(t, "server[1].gpu[3]", "server[2].gpu[3]");
  EXPECT_NE(path.remark.find("server[1].gpu[4]"), std::string::npos) << path.remark;
  EXPECT_NEAR(in_gigabytes_per_second(bandwidth(t, path)), 50 * 4096.0 / 4122, 1e-3);
}

}  // namespace
}  // namespace weft::route
