#include "weft/topology/ideal_switch.hpp"

#include <gtest/gtest.h>

namespace weft::topology {
namespace {

TEST(IdealSwitch, EveryHostHasOneLinkOfTheRateEachWay) {
  const Topology t = ideal_switch(5, gigabytes_per_second(50), microseconds(2));
  ASSERT_EQ(t.all(ComponentKind::host).size(), 5u);
  ASSERT_EQ(t.all(ComponentKind::network_switch).size(), 1u);
  EXPECT_EQ(t.resource_count(), 10u);
  for (std::size_t i = 0; i < 5; ++i) {
    const ComponentId host(i);  // host[i] is component i
    EXPECT_EQ(t.all(ComponentKind::host)[i], host);
    ASSERT_EQ(t.links_of(host).size(), 1u);
    const LinkId up = t.links_of(host)[0];
    EXPECT_EQ(t.kind(t.link(up).to), ComponentKind::network_switch);
    EXPECT_FALSE(Topology::leads_down(up));
    EXPECT_EQ(t.capacity(Topology::resource_of(up)), gigabytes_per_second(50));
    EXPECT_EQ(t.capacity(Topology::resource_of(Topology::opposite(up))), gigabytes_per_second(50));
  }
}

TEST(IdealSwitch, TheLatencyIsSplitOverTheTwoLinksOfAWay) {
  const Topology t = ideal_switch(2, gigabytes_per_second(50), microseconds(2));
  EXPECT_DOUBLE_EQ(t.link(LinkId(0)).model.latency().value(), 1e-6);
  EXPECT_DOUBLE_EQ(t.link(LinkId(1)).model.latency().value(), 1e-6);
}

TEST(IdealSwitch, MayBeWithoutHostsOrLimits) {
  EXPECT_EQ(ideal_switch(0, gigabytes_per_second(1), Seconds(0)).component_count(), 1u);
  EXPECT_EQ(ideal_switch(1, kUnlimited, Seconds(0)).capacity(ResourceId(0)), kUnlimited);
}

}  // namespace
}  // namespace weft::topology
