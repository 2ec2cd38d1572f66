#include "weft/topology/builder.hpp"

#include "weft/base/assert.hpp"
#include "weft/link/family.hpp"
#include "weft/link/fixed.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace weft::topology {
namespace {

link::LinkModelPtr rate(double gBps) {
  return link::fixed_link({.name = "test link",
                           .kind = "pcie",
                           .rate = gigabytes_per_second(gBps),
                           .latency = nanoseconds(100),
                           .source = "stated"});
}

SharedCapacity capacity(std::string name, ComponentId at, CapacityRole role) {
  return {.name = std::move(name),
          .kind = "root-complex",
          .capacity = gigabytes_per_second(37.5),
          .at = at,
          .role = role,
          .source = "stated"};
}

TEST(Builder, CountsOrdinalsPerKindInTheOrderOfAdding) {
  Builder builder("mixed");
  const ComponentId gpu0 = builder.add(ComponentKind::gpu);
  const ComponentId nic0 = builder.add(ComponentKind::nic);
  const ComponentId gpu1 = builder.add(ComponentKind::gpu);
  const Topology t = std::move(builder).build();
  EXPECT_EQ(t.name(gpu0), "gpu[0]");
  EXPECT_EQ(t.name(nic0), "nic[0]");
  EXPECT_EQ(t.name(gpu1), "gpu[1]");
  EXPECT_EQ(std::vector(t.all(ComponentKind::gpu).begin(), t.all(ComponentKind::gpu).end()),
            (std::vector{gpu0, gpu1}));
  EXPECT_TRUE(t.all(ComponentKind::nvswitch).empty());
  EXPECT_EQ(t.component_count(), 3u);
}

TEST(Builder, LinksComeInPairsOfOppositeDirections) {
  Builder builder("pair");
  const ComponentId top = builder.add(ComponentKind::pcie_switch);
  const ComponentId gpu = builder.add(ComponentKind::gpu);
  const LinkId down = builder.connect(top, gpu, rate(25), Provenance::trained);
  const Topology t = std::move(builder).build();
  const LinkId up = Topology::opposite(down);
  EXPECT_EQ(t.link_count(), 2u);
  EXPECT_EQ(Topology::opposite(up), down);
  EXPECT_TRUE(Topology::leads_down(down));
  EXPECT_FALSE(Topology::leads_down(up));
  EXPECT_EQ(t.link(down).from, top);
  EXPECT_EQ(t.link(down).to, gpu);
  EXPECT_EQ(t.link(up).from, gpu);
  EXPECT_EQ(t.link(up).to, top);
  EXPECT_EQ(t.name(up), "gpu[0] -> pcie-switch[0]");
  EXPECT_EQ(t.link(up).provenance, Provenance::trained);
  EXPECT_EQ(t.link(up).state, LinkState::up);
}

TEST(Builder, TheTwoDirectionsOfALinkMayDiffer) {
  Builder builder("uneven");
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  const LinkId ab = builder.connect(a, b, rate(25), rate(10), Provenance::trained,
                                    Provenance::assumed, LinkState::down);
  const Topology t = std::move(builder).build();
  EXPECT_EQ(t.capacity(Topology::resource_of(ab)), gigabytes_per_second(25));
  EXPECT_EQ(t.capacity(Topology::resource_of(Topology::opposite(ab))), gigabytes_per_second(10));
  EXPECT_EQ(t.link(Topology::opposite(ab)).provenance, Provenance::assumed);
  EXPECT_EQ(t.link(ab).state, LinkState::down);
  EXPECT_EQ(t.link(Topology::opposite(ab)).state, LinkState::down);
}

TEST(Builder, LinksThatLeaveAComponentKeepTheOrderOfAdding) {
  Builder builder("star");
  const ComponentId hub = builder.add(ComponentKind::nvswitch);
  std::vector<LinkId> expected;
  for (int i = 0; i < 5; ++i) {
    const ComponentId gpu = builder.add(ComponentKind::gpu);
    // Sometimes the hub is the lower end: then the second of the pair leaves it.
    const bool hub_above = i % 2 == 0;
    const LinkId first = hub_above ? builder.connect(hub, gpu, rate(25), Provenance::specified)
                                   : builder.connect(gpu, hub, rate(25), Provenance::specified);
    expected.push_back(hub_above ? first : Topology::opposite(first));
  }
  const ComponentId alone = builder.add(ComponentKind::gpu);
  const Topology t = std::move(builder).build();
  EXPECT_EQ(std::vector(t.links_of(hub).begin(), t.links_of(hub).end()), expected);
  EXPECT_TRUE(t.links_of(alone).empty());
  for (const LinkId leaving : t.links_of(hub)) EXPECT_EQ(t.link(leaving).from, hub);
}

TEST(Builder, PlacesAndAttributesStayWithTheirComponent) {
  Builder builder("places");
  Attributes attributes;
  attributes.set("model", "h100");
  const ComponentId here = builder.add(ComponentKind::gpu, {.server = 0}, attributes);
  const ComponentId there = builder.add(ComponentKind::gpu, {.server = 1});
  const ComponentId back = builder.add(ComponentKind::gpu, {.server = 0});
  builder.attributes(back).set("model", "h200");
  builder.attributes().set("driver", "570");
  const Topology t = std::move(builder).build();
  EXPECT_EQ(t.place_of(here).server, 0);
  EXPECT_EQ(t.place_of(there).server, 1);
  EXPECT_EQ(t.place_of(back).server, 0);
  EXPECT_EQ(t.attributes(here).get("model"), "h100");
  EXPECT_TRUE(t.attributes(there).empty());
  EXPECT_EQ(t.attributes(back).get("model"), "h200");
  EXPECT_EQ(t.attributes().get("driver"), "570");
}

TEST(Builder, DirectionsOfALinkHaveAttributesOfTheirOwn) {
  Builder builder("link attributes");
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  const LinkId ab = builder.connect(a, b, rate(50), Provenance::specified);
  builder.attributes(ab).set("count", "2");
  const Topology t = std::move(builder).build();
  EXPECT_EQ(t.attributes(ab).get("count"), "2");
  EXPECT_TRUE(t.attributes(Topology::opposite(ab)).empty());
}

TEST(Builder, ASharedCapacityIsAResourceBehindTheLinks) {
  Builder builder("bus");
  const ComponentId hub = builder.add(ComponentKind::numa_node);
  const ComponentId gpu = builder.add(ComponentKind::gpu);
  const LinkId down = builder.connect(hub, gpu, rate(25), Provenance::specified);
  builder.share(capacity("half-duplex bus", hub, CapacityRole::links),
                {{down, 1.0}, {Topology::opposite(down), 0.5}});
  const LinkId later =
      builder.connect(hub, builder.add(ComponentKind::nic), rate(25), Provenance::specified);
  const Topology t = std::move(builder).build();
  ASSERT_EQ(t.resource_count(), 5u);  // four directed links and the bus
  ASSERT_EQ(t.resources_on(down).size(), 1u);
  const Draw draw = t.resources_on(down)[0];
  EXPECT_EQ(draw.resource, ResourceId(4));
  EXPECT_DOUBLE_EQ(draw.weight, 1.0);
  EXPECT_DOUBLE_EQ(t.resources_on(Topology::opposite(down))[0].weight, 0.5);
  EXPECT_TRUE(t.resources_on(later).empty());
  EXPECT_EQ(t.resource(draw.resource).name, "half-duplex bus");
  EXPECT_EQ(t.capacity(draw.resource), gigabytes_per_second(37.5));
  EXPECT_TRUE(t.capacities_at(hub).empty());  // it is drawn on by links, not by role
}

TEST(Builder, ALimitIsFoundAtItsComponentByRole) {
  Builder builder("limits");
  const ComponentId quiet = builder.add(ComponentKind::numa_node);
  const ComponentId numa = builder.add(ComponentKind::numa_node);
  builder.limit(capacity("gpu peers", numa, CapacityRole::peer_gpu_to_gpu));
  builder.limit(capacity("nic peers", numa, CapacityRole::peer_gpu_to_nic));
  const Topology t = std::move(builder).build();
  ASSERT_EQ(t.capacities_at(numa).size(), 2u);
  EXPECT_EQ(t.shared(t.capacities_at(numa)[0]).role, CapacityRole::peer_gpu_to_gpu);
  EXPECT_EQ(t.shared(t.capacities_at(numa)[1]).name, "nic peers");
  EXPECT_TRUE(t.capacities_at(quiet).empty());
}

TEST(Builder, ResourcesOfLinksAreNamedByEndsAndModel) {
  Builder builder("named");
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::nvswitch);
  const LinkId ab = builder.connect(b, a, rate(450), Provenance::specified);
  const Topology t = std::move(builder).build();
  const Resource resource = t.resource(Topology::resource_of(ab));
  EXPECT_EQ(resource.name, "nvswitch[0] -> gpu[0] (test link)");
  EXPECT_EQ(resource.kind, "pcie");
  EXPECT_EQ(resource.capacity, gigabytes_per_second(450));
}

TEST(Builder, GoesOnFromAFinishedTopologyWithTheSameIds) {
  Builder first("grows");
  const ComponentId hub = first.add(ComponentKind::numa_node, {.server = 2});
  const ComponentId gpu = first.add(ComponentKind::gpu);
  const LinkId down = first.connect(hub, gpu, rate(25), Provenance::trained);
  first.share(capacity("bus", hub, CapacityRole::links), {{down, 2.0}});
  first.limit(capacity("peers", hub, CapacityRole::peer_gpu_to_gpu));
  Builder second(std::move(first).build());
  const ComponentId late = second.add(ComponentKind::gpu);
  const LinkId more = second.connect(hub, late, rate(12), Provenance::assumed);
  const Topology t = std::move(second).build();
  EXPECT_EQ(t.name(late), "gpu[1]");
  EXPECT_EQ(t.place_of(hub).server, 2);
  EXPECT_EQ(t.link(down).provenance, Provenance::trained);
  EXPECT_EQ(t.capacity(Topology::resource_of(more)), gigabytes_per_second(12));
  EXPECT_EQ(t.links_of(hub).size(), 2u);
  // Shared capacities follow the links, of which there are four now: the bus is 4, the limit 5.
  ASSERT_EQ(t.resources_on(down).size(), 1u);
  EXPECT_EQ(t.resources_on(down)[0].resource, ResourceId(4));
  EXPECT_DOUBLE_EQ(t.resources_on(down)[0].weight, 2.0);
  EXPECT_TRUE(t.resources_on(more).empty());
  ASSERT_EQ(t.capacities_at(hub).size(), 1u);
  EXPECT_EQ(t.capacities_at(hub)[0], ResourceId(5));
  EXPECT_EQ(t.resource(ResourceId(5)).name, "peers");
}

TEST(Builder, BrokenPromisesThrow) {
  Builder builder("broken");
  const ComponentId gpu = builder.add(ComponentKind::gpu);
  const ComponentId nic = builder.add(ComponentKind::nic);
  const ComponentId stranger(7);
  EXPECT_THROW(builder.connect(gpu, gpu, rate(1), Provenance::specified), InternalError);
  EXPECT_THROW(builder.connect(gpu, stranger, rate(1), Provenance::specified), InternalError);
  EXPECT_THROW(builder.connect(gpu, nic, nullptr, Provenance::specified), InternalError);
  EXPECT_THROW(builder.share(capacity("bus", gpu, CapacityRole::links), {{LinkId(4), 1.0}}),
               InternalError);
  EXPECT_THROW(builder.limit(capacity("bus", gpu, CapacityRole::links)), InternalError);
  EXPECT_THROW(builder.limit(capacity("peers", stranger, CapacityRole::peer_gpu_to_gpu)),
               InternalError);
}

TEST(Builder, AnEmptyTopologyAnswersEveryQuestion) {
  const Topology t = Builder("nothing").build();
  EXPECT_EQ(t.component_count(), 0u);
  EXPECT_EQ(t.resource_count(), 0u);
  EXPECT_TRUE(t.all(ComponentKind::gpu).empty());
  EXPECT_FALSE(t.find("gpu[0]"));
}

TEST(Topology, OnlySharedCapacitiesHaveASharedRecord) {
  Builder builder("one link");
  const LinkId link =
      builder.connect(builder.add(ComponentKind::gpu), builder.add(ComponentKind::gpu), rate(1),
                      Provenance::specified);
  const Topology t = std::move(builder).build();
  EXPECT_THROW(t.shared(Topology::resource_of(link)), InternalError);
  EXPECT_THROW(t.shared(ResourceId(2)), InternalError);
}

TEST(Builder, DirectionsThatShareWiresShareOneCapacity) {
  Builder builder("agp");
  const ComponentId numa = builder.add(ComponentKind::numa_node);
  const ComponentId gpu = builder.add(ComponentKind::gpu);
  const LinkId down = builder.connect(numa, gpu, *link::parse_link("agp8x"), Provenance::specified);
  const Topology t = std::move(builder).build();
  const LinkId up = Topology::opposite(down);
  ASSERT_EQ(t.resources_on(down).size(), 1u);
  ASSERT_EQ(t.resources_on(up).size(), 1u);
  const ResourceId bus = t.resources_on(down)[0].resource;
  EXPECT_EQ(bus, t.resources_on(up)[0].resource);
  EXPECT_EQ(t.resource(bus).name, "AGP 8x wires of gpu[0]");
  EXPECT_NEAR(t.capacity(bus).value(), 2133.333e6, 1e3);
  // The card answers at one transfer a clock, an eighth, of which PCI transactions reach 0.6.
  EXPECT_GT(t.link(up).model.load({}).forward, 8);
  EXPECT_LT(t.link(down).model.load({}).forward, 2);
}

TEST(Builder, WiresOfTheirOwnShareNothing) {
  Builder builder("pcie");
  const ComponentId numa = builder.add(ComponentKind::numa_node);
  const ComponentId gpu = builder.add(ComponentKind::gpu);
  const LinkId down =
      builder.connect(numa, gpu, *link::parse_link("pcie4x16"), Provenance::specified);
  const Topology t = std::move(builder).build();
  EXPECT_TRUE(t.resources_on(down).empty());
  EXPECT_EQ(t.resource_count(), 2u);
}

TEST(Builder, AWeakHostGivesBothDirections1Point44TimesOne) {
  Builder builder("weak");
  const ComponentId numa = builder.add(ComponentKind::numa_node);
  const ComponentId gpu = builder.add(ComponentKind::gpu);
  const LinkId down = builder.connect(numa, gpu, *link::parse_link("pcie4x16", {.weak_host = true}),
                                      Provenance::specified);
  const Topology t = std::move(builder).build();
  ASSERT_EQ(t.resources_on(down).size(), 1u);
  EXPECT_NEAR(
      t.capacity(t.resources_on(down)[0].resource) / t.capacity(Topology::resource_of(down)), 1.44,
      1e-9);
}

TEST(Builder, DevicesOnOneBusShareItsCapacity) {
  Builder builder("pci");
  const ComponentId numa = builder.add(ComponentKind::numa_node);
  std::vector<std::pair<ComponentId, ComponentId>> ends;
  for (int i = 0; i < 4; ++i) ends.emplace_back(numa, builder.add(ComponentKind::nic));
  const auto links =
      builder.connect_shared(ends, *link::parse_link("pci32-33"), numa, Provenance::specified);
  const Topology t = std::move(builder).build();
  ASSERT_EQ(links.size(), 4u);
  EXPECT_EQ(t.resource_count(), 9u);  // eight directions and the bus
  for (const LinkId link : links)
    for (const LinkId direction : {link, Topology::opposite(link)}) {
      ASSERT_EQ(t.resources_on(direction).size(), 1u);
      EXPECT_EQ(t.resources_on(direction)[0].resource, t.resources_on(links[0])[0].resource);
    }
}

}  // namespace
}  // namespace weft::topology
