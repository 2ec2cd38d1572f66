// Schedules on clusters by classes of lanes: the same as lane by lane, sound or broken.
#include "weft/catalog/cluster_file.hpp"
#include "weft/collective/arrangement.hpp"
#include "weft/simulate/simulator.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft::simulate {
namespace {

topology::Topology cluster(int servers, const std::string& rest) {
  const std::string text =
      "[cluster]\nserver = \"dgx-h100\"\nservers = " + std::to_string(servers) + "\n" + rest;
  auto made = catalog::read_cluster("c.toml", text).and_then([](const facts::ClusterSpec& spec) {
    return catalog::open_cluster(spec, "c.toml", catalog::shipped(), {});
  });
  if (!made) ADD_FAILURE() << to_string(made.error());
  return std::move(made).value();
}

void expect_classes_agree(const topology::Topology& t, const collective::Algorithm& algorithm,
                          const std::string& what) {
  const route::Router router(t);
  const auto gpus = t.all(topology::ComponentKind::gpu);
  std::vector<ComponentId> ranks;
  for (std::size_t g = 0; g < gpus.size(); ++g) ranks.push_back(gpus[g]);
  const auto wiring = collective::find_wiring(router, ranks, std::nullopt);
  ASSERT_TRUE(wiring);
  const auto arrangement =
      collective::arrange(*wiring, algorithm, schedule::Collective::all_reduce);
  if (!arrangement) return;  // not made for this
  const auto schedule = build(algorithm, schedule::Collective::all_reduce, arrangement->shape);
  ASSERT_TRUE(schedule);
  const schedule::Placement placement(wiring->ranks, arrangement->orders);
  const auto simulator = Simulator::make(*schedule, placement, router);
  ASSERT_TRUE(simulator) << what;
  for (const bool hardware_latency : {false, true}) {
    const MessageCost cost{.over_fabric = microseconds(1),
                           .over_network = microseconds(5),
                           .hardware_latency = hardware_latency};
    const Bytes size(64e6);
    const auto all = simulator->run(size, cost, {.classes = false});
    const auto some = simulator->run(size, cost);
    ASSERT_NEAR(some.end.value(), all.end.value(), 1e-9 * all.end.value()) << what;
    for (std::size_t c = 0; c < all.classes.size(); ++c)
      ASSERT_NEAR(some.classes[c].end.value(), all.classes[c].end.value(), 1e-9 * all.end.value())
          << what << ", phase " << c;
    double carried = 0;
    double listed = 0;
    for (const auto& use : all.resources) carried += use.wire_bytes.value();
    for (const auto& use : some.resources) listed += use.alike * use.wire_bytes.value();
    ASSERT_NEAR(listed, carried, 1e-9 * carried) << what;
  }
}

TEST(ClusterClasses, AreLaneByLaneForEveryAlgorithm) {
  const std::string rails = "[network]\nkind = \"rail-optimized\"\nk = 4\n";
  const auto fault = [](const char* link, const char* state) {
    return std::string("[[fault]]\nlink = \"") + link + "\"\nstate = \"" + state + "\"\n";
  };
  for (const std::string& rest :
       {rails, rails + fault("server[1].nic[4]", "x8"), rails + fault("leaf[1]-spine[0]", "50%"),
        std::string("[network]\nkind = \"fat-tree\"\nk = 8\n")}) {
    const topology::Topology t = cluster(3, rest);
    for (const collective::Algorithm& algorithm : collective::algorithms())
      if (does(algorithm, schedule::Collective::all_reduce))
        expect_classes_agree(t, algorithm, algorithm.name + (" on " + rest));
  }
}

}  // namespace
}  // namespace weft::simulate
