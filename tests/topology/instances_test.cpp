// Servers as instances of a template, held to the same cluster built component by component.
#include "weft/topology/instances.hpp"

#include "weft/link/fixed.hpp"
#include "weft/topology/builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::topology {
namespace {

using testing::ElementsAre;

link::LinkModelPtr line(double gbps, const char* name = "line") {
  return link::fixed_link({.name = name, .kind = "network", .rate = gigabits_per_second(gbps)});
}

// A NUMA node, two GPUs that share a bus below it, and a NIC.
std::shared_ptr<const Topology> server() {
  Builder builder("server");
  Attributes model;
  model.set("model", "small");
  const auto numa = builder.add(ComponentKind::numa_node, {.server = 0});
  const auto gpu0 = builder.add(ComponentKind::gpu, {.server = 0}, model);
  const auto gpu1 = builder.add(ComponentKind::gpu, {.server = 0});
  const auto nic = builder.add(ComponentKind::nic, {.server = 0});
  const auto a = builder.connect(numa, gpu0, line(100, "slot"), Provenance::specified);
  const auto b = builder.connect(numa, gpu1, line(100, "slot"), Provenance::specified);
  builder.connect(numa, nic, line(50, "slot"), Provenance::specified);
  builder.share({.name = "bus",
                 .kind = "bus",
                 .capacity = gigabits_per_second(120),
                 .at = numa,
                 .source = ""},
                {{a, 1.0}, {b, 0.5}});
  builder.limit({.name = "root complex of numa[0]",
                 .kind = "root-complex",
                 .capacity = gigabits_per_second(70),
                 .at = numa,
                 .role = CapacityRole::peer_gpu_to_gpu,
                 .source = ""});
  return std::make_shared<const Topology>(std::move(builder).build());
}

constexpr ComponentId kNic(std::size_t{3});

Builder cluster_builder(std::size_t servers) {
  Builder builder("cluster");
  builder.add_instances(server(), servers, {.servers_per_rack = 2, .racks_per_row = 2}, {kNic});
  const auto leaf = builder.add(ComponentKind::leaf, {.rack = 1});
  for (std::size_t s = 0; s < servers; ++s)
    builder.connect(leaf, builder.in_server(s, kNic), line(50), Provenance::specified);
  return builder;
}

Topology cluster(std::size_t servers = 5) { return cluster_builder(servers).build(); }

TEST(Instances, CountWhatTheTemplateHasOncePerServerAndWhatTheClusterAdds) {
  const Topology t = cluster();
  EXPECT_EQ(t.server_count(), 5U);
  EXPECT_EQ(t.component_count(), 5 * 4 + 1U);
  EXPECT_EQ(t.link_count(), 5 * 6 + 5 * 2U);
  EXPECT_EQ(t.resource_count(), 5 * 6 + 5 * 2 + 5 * 2U);
  EXPECT_EQ(t.all(ComponentKind::gpu).size(), 10U);
  EXPECT_EQ(t.all(ComponentKind::leaf).size(), 1U);
}

TEST(Instances, NameComponentsByServerAndAreFoundByThatName) {
  const Topology t = cluster();
  EXPECT_EQ(t.name(ComponentId(4 * 3 + 2)), "server[3].gpu[1]");
  EXPECT_EQ(t.find("server[3].gpu[1]")->index(), 14U);
  EXPECT_EQ(t.find("server3.gpu1")->index(), 14U);
  EXPECT_EQ(t.find("gpu[7]")->index(), 14U);  // counted over all servers: 3·2 + 1
  EXPECT_EQ(t.name(*t.find("leaf[0]")), "leaf[0]");
  EXPECT_EQ(t.name(*t.find("tor[0]")), "leaf[0]");
  EXPECT_EQ(t.find("server[5].gpu[0]").error().code, "COMPONENT_UNKNOWN");
  EXPECT_EQ(t.find("server[0].gpu[2]").error().code, "COMPONENT_UNKNOWN");
}

TEST(Instances, ListComponentsServerByServer) {
  const Topology t = cluster(2);
  const auto gpus = t.all(ComponentKind::gpu);
  EXPECT_THAT(std::vector<ComponentId>(gpus.begin(), gpus.end()),
              ElementsAre(ComponentId(1), ComponentId(2), ComponentId(5), ComponentId(6)));
  EXPECT_THAT(t.beside(ComponentId(7), ComponentKind::gpu),
              ElementsAre(ComponentId(5), ComponentId(6)));
}

TEST(Instances, LeaveOverTheLinksOfTheTemplateAndThoseOfTheCluster) {
  const Topology t = cluster();
  const ComponentId nic = *t.find("server[2].nic[0]");
  const auto leaving = t.links_of(nic);
  ASSERT_EQ(leaving.size(), 2U);
  EXPECT_EQ(t.name(t.link(leaving[0]).to), "server[2].numa[0]");
  EXPECT_EQ(t.name(t.link(leaving[1]).to), "leaf[0]");
  for (std::size_t i = 0; i < t.link_count(); ++i) {
    const Link forth = t.link(LinkId(i));
    const Link back = t.link(Topology::opposite(LinkId(i)));
    EXPECT_EQ(forth.from, back.to);
    EXPECT_EQ(forth.to, back.from);
  }
}

TEST(Instances, HaveSharedCapacitiesOfTheirOwn) {
  const Topology t = cluster();
  const Instance third = t.server(3);
  const LinkId slot(third.first_link());  // numa[0] -> gpu[0]
  const auto draws = t.resources_on(slot);
  ASSERT_EQ(draws.size(), 1U);
  EXPECT_EQ(t.shared(draws[0].resource).name, "server[3].bus");
  EXPECT_EQ(t.name(t.shared(draws[0].resource).at), "server[3].numa[0]");
  EXPECT_DOUBLE_EQ(t.capacity(draws[0].resource).value(), gigabits_per_second(120).value());
  const auto limits = t.capacities_at(*t.find("server[3].numa[0]"));
  ASSERT_EQ(limits.size(), 1U);
  EXPECT_EQ(t.role_of(limits[0]), CapacityRole::peer_gpu_to_gpu);
  EXPECT_EQ(t.kind_of(limits[0]), "root-complex");
  EXPECT_NE(draws[0].resource, t.resources_on(LinkId(t.server(4).first_link()))[0].resource);
}

TEST(Instances, StandWhereTheirNumberPutsThem) {
  const Topology t = cluster(9);
  // Server 7 of two a rack is in rack 3, that of two racks a row in row 1.
  EXPECT_EQ(t.place_of(*t.find("server[7].gpu[0]")), (Place{.server = 7, .rack = 3, .row = 1}));
  EXPECT_EQ(t.place_of(*t.find("leaf[0]")), (Place{.rack = 1}));
}

TEST(Instances, DifferWhereALinkOfOneWasChanged) {
  Builder builder = cluster_builder(5);
  const LinkId slot(builder.so_far().server(2).first_link());
  builder.change(slot, line(10, "slow"), Provenance::measured, LinkState::up);
  const Topology t = std::move(builder).build();
  EXPECT_EQ(t.link(slot).model.name(), "slow");
  EXPECT_EQ(t.link(Topology::opposite(slot)).model.name(), "slow");
  EXPECT_EQ(t.link(LinkId(t.server(1).first_link())).model.name(), "slot");
  EXPECT_FALSE(t.is_sound(t.server(2)));
  EXPECT_TRUE(t.is_sound(t.server(1)));
}

TEST(Instances, SurviveThatABuilderGoesOnFromTheFinishedCluster) {
  Builder builder(cluster());
  const auto spine = builder.add(ComponentKind::spine);
  builder.connect(spine, *builder.so_far().find("leaf[0]"), line(400), Provenance::specified);
  const Topology t = std::move(builder).build();
  EXPECT_EQ(t.links_of(*t.find("leaf[0]")).size(), 6U);
  EXPECT_EQ(t.links_of(*t.find("server[4].nic[0]")).size(), 2U);
}

TEST(Instances, OfAHundredThousandServersTakeNoMoreThanTheirCables) {
  const Topology t = cluster(100000);
  EXPECT_EQ(t.name(*t.find("gpu[199999]")), "server[99999].gpu[1]");
  EXPECT_EQ(t.links_of(*t.find("leaf[0]")).size(), 100000U);
}

}  // namespace
}  // namespace weft::topology
