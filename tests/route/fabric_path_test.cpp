// Paths over NVLink and xGMI, direct and through switches.
#include "weft/link/nvlink.hpp"

#include <map>
#include <vector>

#include "tests/route/support.hpp"
#include <gtest/gtest.h>

namespace weft::route::test {
namespace {

// GPUs on switches; width[gpu][switch] in GB/s, 0 where there is no link.
Topology switched(const std::vector<std::vector<double>>& width) {
  Builder builder("switched");
  std::vector<ComponentId> gpus;
  std::vector<ComponentId> switches;
  for (std::size_t g = 0; g < width.size(); ++g) gpus.push_back(builder.add(ComponentKind::gpu));
  for (std::size_t s = 0; s < width.front().size(); ++s)
    switches.push_back(builder.add(ComponentKind::nvswitch));
  for (std::size_t s = 0; s < switches.size(); ++s)
    for (std::size_t g = 0; g < gpus.size(); ++g)
      if (width[g][s] > 0)
        builder.connect(switches[s], gpus[g], fixed("nvlink", width[g][s], 200),
                        Provenance::specified);
  return std::move(builder).build();
}

double share_sum(const Hop& hop) {
  double sum = 0;
  for (const Stripe& stripe : hop.stripes) sum += stripe.share;
  return sum;
}

TEST(FabricPath, ADirectLinkIsOneHop) {
  Builder builder("direct");
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  builder.connect(a, b, fixed("xgmi", 50, 200), Provenance::specified);
  const Topology t = std::move(builder).build();
  const Path p = path(t, a, b);
  EXPECT_EQ(p.mode, Mode::nvlink);
  EXPECT_EQ(p.hops.size(), 1u);
  EXPECT_NEAR(bandwidth(t, p).value(), 50e9, 1);
  EXPECT_NEAR(p.latency.value(), 200e-9, 1e-15);
}

TEST(FabricPath, SeveralDirectLinksShareTheBytesByWidth) {
  Builder builder("parallel");
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  builder.connect(a, b, fixed("nvlink", 50), Provenance::specified);
  builder.connect(a, b, fixed("nvlink", 25), Provenance::specified);
  const Topology t = std::move(builder).build();
  const Path p = path(t, a, b);
  ASSERT_EQ(p.hops.size(), 1u);
  ASSERT_EQ(p.hops[0].stripes.size(), 2u);
  EXPECT_DOUBLE_EQ(p.hops[0].stripes[0].share, 2.0 / 3);
  EXPECT_NEAR(bandwidth(t, p).value(), 75e9, 1);
}

TEST(FabricPath, StripesOverSwitchesInProportionToTheirWidth) {
  const Topology t = switched({{50, 25, 25}, {50, 25, 25}});
  const Path p = path(t, gpu(t, 0), gpu(t, 1));
  ASSERT_EQ(p.hops.size(), 2u);
  for (const Hop& hop : p.hops) {
    ASSERT_EQ(hop.stripes.size(), 3u);
    EXPECT_DOUBLE_EQ(share_sum(hop), 1);
    EXPECT_DOUBLE_EQ(hop.stripes[0].share, 0.5);
    EXPECT_DOUBLE_EQ(hop.stripes[1].share, 0.25);
  }
  EXPECT_NEAR(bandwidth(t, p).value(), 100e9, 1);
  EXPECT_NEAR(p.latency.value(), 500e-9, 1e-15);  // two links and the switch's 100 ns
}

TEST(FabricPath, AMissingLinkShiftsTheSharesAtBothEnds) {
  const Topology t = switched({{25, 25, 25, 0}, {25, 25, 25, 25}});
  const Path p = path(t, gpu(t, 1), gpu(t, 0));
  for (const Hop& hop : p.hops) {
    ASSERT_EQ(hop.stripes.size(), 3u);  // the fourth switch does not reach gpu[0]
    EXPECT_DOUBLE_EQ(share_sum(hop), 1);
    EXPECT_DOUBLE_EQ(hop.stripes[0].share, 1.0 / 3);
  }
  EXPECT_NEAR(bandwidth(t, p).value(), 75e9, 1);
}

TEST(FabricPath, TheThinnerEndDecidesTheShareOfAWay) {
  // Ways carry min(50, 25) and min(25, 50): half each, and each end is then limited to 2 x 25.
  const Topology t = switched({{50, 25}, {25, 50}});
  const Path p = path(t, gpu(t, 0), gpu(t, 1));
  EXPECT_DOUBLE_EQ(p.hops[0].stripes[0].share, 0.5);
  EXPECT_NEAR(bandwidth(t, p).value(), 50e9, 1);
}

TEST(FabricPath, TwinSwitchesAreCrossedByTheirTrunk) {
  // Two boards, two switches each, every switch joined to its twin.
  Builder builder("twins");
  std::vector<ComponentId> chips;
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  for (int i = 0; i < 4; ++i) chips.push_back(builder.add(ComponentKind::nvswitch));
  for (int i = 0; i < 2; ++i) {
    builder.connect(chips[static_cast<std::size_t>(i)], a, fixed("nvlink", 25),
                    Provenance::specified);
    builder.connect(chips[static_cast<std::size_t>(i + 2)], b, fixed("nvlink", 25),
                    Provenance::specified);
    builder.connect(chips[static_cast<std::size_t>(i)], chips[static_cast<std::size_t>(i + 2)],
                    fixed("nvlink", 200), Provenance::specified);
  }
  const Topology t = std::move(builder).build();
  const Path p = path(t, a, b);
  ASSERT_EQ(p.hops.size(), 3u);
  for (const Hop& hop : p.hops) EXPECT_DOUBLE_EQ(share_sum(hop), 1);
  EXPECT_NEAR(bandwidth(t, p).value(), 50e9, 1);
}

TEST(FabricPath, AnswersLoadTheOtherDirection) {
  Builder builder("h100");
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  const auto model = link::nvlink_link({.gen = 4, .links = 18}).value();
  const LinkId ab = builder.connect(a, b, model, Provenance::specified);
  const Topology t = std::move(builder).build();
  const Path p = path(t, a, b);
  // A kernel's 128 B take one header flit of 16 B, and one flit of answer comes back.
  EXPECT_DOUBLE_EQ(weight_on(p, Topology::resource_of(ab)), 144.0 / 128);
  EXPECT_DOUBLE_EQ(weight_on(p, Topology::resource_of(Topology::opposite(ab))), 16.0 / 128);
  // A copy engine's packets carry 256 B.
  const Path copy = path(t, a, b, {}, link::Engine::copy_engine);
  EXPECT_DOUBLE_EQ(weight_on(copy, Topology::resource_of(ab)), 272.0 / 256);
}

TEST(FabricPath, IsPreferredToPcie) {
  Builder builder("both");
  const ComponentId top = builder.add(ComponentKind::pcie_switch);
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  builder.connect(top, a, pcie4(), Provenance::trained);
  builder.connect(top, b, pcie4(), Provenance::trained);
  builder.connect(a, b, fixed("nvlink", 25), Provenance::specified);
  const Topology t = std::move(builder).build();
  EXPECT_EQ(path(t, a, b).mode, Mode::nvlink);
  EXPECT_EQ(path(t, a, b, Mode::p2p).distance, Distance::pix);
}

TEST(FabricPath, FallsBackToPcieWhereTheLinkIsDown) {
  Builder builder("down");
  const ComponentId top = builder.add(ComponentKind::pcie_switch);
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  builder.connect(top, a, pcie4(), Provenance::trained);
  builder.connect(top, b, pcie4(), Provenance::trained);
  builder.connect(a, b, fixed("nvlink", 25), Provenance::specified, topology::LinkState::down);
  const Topology t = std::move(builder).build();
  EXPECT_EQ(path(t, a, b).mode, Mode::p2p);
}

}  // namespace
}  // namespace weft::route::test
