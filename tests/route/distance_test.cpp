// What is between two devices, in NCCL's words.
#include "tests/route/support.hpp"
#include <gtest/gtest.h>

namespace weft::route::test {
namespace {

TEST(Distance, FollowsWhatTheTreeHasBetweenTwoDevices) {
  const Topology t = two_sockets(rome);
  const Router router(t);
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 0)), Distance::loc);
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 1)), Distance::pix);  // one switch
  EXPECT_EQ(router.distance(gpu(t, 0), nic(t, 0)), Distance::pix);
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 2)), Distance::pxb);  // a switch below the switch
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 3)), Distance::phb);  // two root ports of a node
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 4)), Distance::sys);  // the other socket
  EXPECT_EQ(router.distance(gpu(t, 0), nic(t, 1)), Distance::sys);
}

// nvidia-smi: SYS is the interconnect between NUMA nodes, whether they share a socket or not.
TEST(Distance, TwoNodesOfASocketAreSysApart) {
  const Topology t = four_nodes();
  const Router router(t);
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 1)), Distance::sys);
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 2)), Distance::sys);
  EXPECT_EQ(router.distance(gpu(t, 2), gpu(t, 3)), Distance::sys);
}

// nvidia-smi: PHB is a host bridge, NODE what joins the host bridges of a NUMA node.
TEST(Distance, TwoHostBridgesOfANodeAreNodeApart) {
  Builder builder("bridges");
  const auto frame = add_host(builder, std::vector{rome(0, 0)}, {});
  for (const char* bridge : {"0", "0", "1", ""}) {
    const ComponentId g = builder.add(ComponentKind::gpu);
    builder.connect(frame.numa[0], g, fixed("pcie", 25), Provenance::specified);
    if (*bridge != '\0') builder.attributes(g).set(topology::kHostBridge, bridge);
  }
  const Topology t = std::move(builder).build();
  const Router router(t);
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 1)), Distance::phb);
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 2)), Distance::node);
  EXPECT_EQ(router.distance(gpu(t, 0), gpu(t, 3)), Distance::phb);  // not known to be another
}

TEST(Distance, IsTheSameBothWays) {
  for (const Topology& t : {two_sockets(rome), four_nodes()}) {
    const Router router(t);
    for (const ComponentId a : t.all(ComponentKind::gpu))
      for (const ComponentId b : t.all(ComponentKind::gpu))
        EXPECT_EQ(router.distance(a, b), router.distance(b, a)) << t.name(a) << ' ' << t.name(b);
  }
}

TEST(Distance, NvlinkAndXgmiCountOverSwitchesToo) {
  for (const char* kind : {"nvlink", "xgmi"}) {
    Builder builder(kind);
    const ComponentId a = builder.add(ComponentKind::gpu);
    const ComponentId b = builder.add(ComponentKind::gpu);
    const ComponentId c = builder.add(ComponentKind::gpu);
    const ComponentId hub = builder.add(ComponentKind::nvswitch);
    builder.connect(a, b, fixed(kind, 50), Provenance::specified);
    builder.connect(hub, a, fixed(kind, 50), Provenance::specified);
    builder.connect(hub, c, fixed(kind, 50), Provenance::specified);
    const Topology t = std::move(builder).build();
    EXPECT_EQ(Router(t).distance(a, b), Distance::nvl);
    EXPECT_EQ(Router(t).distance(a, c), Distance::nvl);
    // b reaches c only through the GPU a, and a GPU passes nothing on.
    EXPECT_EQ(Router(t).distance(b, c), Distance::net);
  }
}

TEST(Distance, ACoherentLinkToTheCpuIsNamedAsSuch) {
  Builder builder("superchip");
  const auto frame = add_host(builder, std::vector{rome(0, 0)}, {});
  const ComponentId g = builder.add(ComponentKind::gpu);
  builder.connect(frame.numa[0], g, fixed("c2c", 450), Provenance::specified);
  const Topology t = std::move(builder).build();
  EXPECT_EQ(Router(t).distance(g, memory(t, 0)), Distance::c2c);
}

TEST(Distance, WhatIsNotJoinedInsideAServerIsANetworkApart) {
  Builder builder("apart");
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  const Topology t = std::move(builder).build();
  EXPECT_EQ(Router(t).distance(a, b), Distance::net);
}

TEST(Distance, WordsAreThoseOfNccl) {
  EXPECT_EQ(word(Distance::loc), "LOC");
  EXPECT_EQ(word(Distance::pix), "PIX");
  EXPECT_EQ(word(Distance::phb), "PHB");
  EXPECT_EQ(word(Distance::node), "NODE");
  EXPECT_EQ(word(Distance::net), "NET");
}

}  // namespace
}  // namespace weft::route::test
