// A path to or from a port takes the port's own line as well.
#include <string>

#include "tests/route/support.hpp"
#include <gtest/gtest.h>

namespace weft::route::test {
namespace {

ComponentId port(const Topology& t) { return t.all(ComponentKind::port)[0]; }

// The line carries 25 GB/s; below PCIe 4.0 x16 a read has 29.617 over 276/256, a write over
// 280/256: 27.5 and 27.1. So the line is the limit of each.
TEST(PortLine, IsTheLastHopAndTheLimitTowardsThePort) {
  const Topology t = two_sockets(rome);
  for (const ComponentId from : {gpu(t, 0), memory(t, 0)}) {
    const Path p = path(t, from, port(t));
    ASSERT_GE(p.hops.size(), 3u) << t.name(from);
    EXPECT_EQ(p.hops.back().from, nic(t, 0));
    EXPECT_EQ(p.hops.back().to, port(t));
    EXPECT_DOUBLE_EQ(bandwidth(t, p).value(), 25e9);
    EXPECT_DOUBLE_EQ(weight_on(t, p, "nic[0]", "port[0]"), 1);
  }
}

TEST(PortLine, IsTheFirstHopFromThePort) {
  const Topology t = two_sockets(rome);
  for (const ComponentId to : {gpu(t, 0), memory(t, 0)}) {
    const Path p = path(t, port(t), to);
    ASSERT_GE(p.hops.size(), 3u) << t.name(to);
    EXPECT_EQ(p.hops.front().from, port(t));
    EXPECT_DOUBLE_EQ(bandwidth(t, p).value(), 25e9);
    EXPECT_DOUBLE_EQ(weight_on(t, p, "port[0]", "nic[0]"), 1);
  }
}

TEST(PortLine, IsPartOfEveryWay) {
  const Topology t = two_sockets(rome);
  for (const Alternative& way : Router(t).alternatives(gpu(t, 0), port(t), link::Engine::kernel)) {
    ASSERT_TRUE(way.path) << way.why_not;
    EXPECT_DOUBLE_EQ(weight_on(t, *way.path, "nic[0]", "port[0]"), 1) << way.word;
  }
}

TEST(PortLine, IsNotTakenToTheNicItself) {
  const Topology t = two_sockets(rome);
  EXPECT_EQ(path(t, gpu(t, 0), nic(t, 0)).hops.size(), 2u);
}

TEST(PortLine, IsAllThatLiesBetweenANicAndItsPort) {
  const Topology t = two_sockets(rome);
  const Path p = path(t, nic(t, 0), port(t));
  ASSERT_EQ(p.hops.size(), 1u);
  EXPECT_DOUBLE_EQ(bandwidth(t, p).value(), 25e9);
}

// Two ports of a NIC on the GPU itself, where nothing but the lines limits or takes time.
TEST(PortLine, LimitsWhereTheNicSitsOnTheGpu) {
  Builder builder("on the gpu");
  const ComponentId g = builder.add(ComponentKind::gpu);
  const ComponentId n = builder.add(ComponentKind::nic);
  builder.connect(g, n, fixed("internal", 1000), Provenance::specified);
  const ComponentId up = builder.add(ComponentKind::port);
  const ComponentId down = builder.add(ComponentKind::port);
  builder.connect(n, up, fixed("network", 25, 300), Provenance::specified);
  builder.connect(n, down, fixed("network", 25), Provenance::specified, topology::LinkState::down);
  const Topology t = std::move(builder).build();
  const Path p = path(t, g, up);
  EXPECT_DOUBLE_EQ(bandwidth(t, p).value(), 25e9);
  EXPECT_NEAR(p.latency.value(), 300e-9, 1e-12);
  EXPECT_EQ(path(t, up, n).hops.size(), 1u);

  const auto refused = Router(t).path(g, down, link::Engine::kernel);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NO_PATH");
  EXPECT_NE(refused.error().message.find("is down"), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace weft::route::test
