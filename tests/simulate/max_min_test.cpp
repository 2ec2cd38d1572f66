#include "weft/simulate/max_min.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/simulate/reference_max_min.hpp"
#include "tests/simulate/support.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// flows[f]: the resources it passes, with weight 1.
FlowSet flows_over(const topology::Topology& t,
                   const std::vector<std::vector<std::size_t>>& flows) {
  FlowSet set(t);
  for (const auto& path : flows) {
    std::vector<route::Use> uses;
    for (const std::size_t r : path) uses.push_back({ResourceId(r), 1.0});
    set.add(uses);
  }
  return set;
}

void expect_rates(const std::vector<double>& capacities,
                  const std::vector<std::vector<std::size_t>>& flows,
                  const std::vector<double>& expected) {
  const topology::Topology t = resources(capacities);
  const FlowSet set = flows_over(t, flows);
  const Allocation allocation = max_min(set);
  ASSERT_EQ(allocation.rates.size(), expected.size());
  for (std::size_t f = 0; f < expected.size(); ++f)
    EXPECT_NEAR(allocation.rates[f], expected[f], 1e-9 * expected[f]) << "flow " << f;
  EXPECT_EQ(certificate(set, allocation, {}, 1e-12), "");
}

// By hand ----------------------------------------------------------------------------------------

TEST(MaxMin, ParkingLot) {
  // One flow over three links of 1, one flow on each: every link is shared by two.
  expect_rates({1, 1, 1}, {{0, 1, 2}, {0}, {1}, {2}}, {0.5, 0.5, 0.5, 0.5});
}

TEST(MaxMin, TwoLinks) {
  // Link 1 has three flows: 10/3 each. Flow A then gets the rest of link 0, 10 - 10/3.
  expect_rates({10, 10}, {{0}, {0, 1}, {1}, {1}}, {20.0 / 3, 10.0 / 3, 10.0 / 3, 10.0 / 3});
}

TEST(MaxMin, TwoBottlenecks) {
  // y gives 20 to each of two flows; f1 takes the 80 that are left of x.
  expect_rates({100, 40}, {{0}, {0, 1}, {1}}, {80, 20, 20});
}

TEST(MaxMin, Incast) {
  // Four senders of 50 into one receiver of 50.
  expect_rates({50, 50, 50, 50, 50}, {{1, 0}, {2, 0}, {3, 0}, {4, 0}}, {12.5, 12.5, 12.5, 12.5});
}

TEST(MaxMin, ThreeCapacitiesThatAllFillAtOnce) {
  // a of 30 carries p, q, r; b of 10 carries p; c of 20 carries r, s: all at 10.
  expect_rates({30, 10, 20}, {{0, 1}, {0}, {0, 2}, {2}}, {10, 10, 10, 10});
}

TEST(MaxMin, WeightsAreBytesTakenPerByteMoved) {
  // 12 = 1x + 2x + 3x at the common rate x = 2.
  const topology::Topology t = resources({12});
  FlowSet set(t);
  for (const double weight : {1.0, 2.0, 3.0})
    set.add(std::vector<route::Use>{{ResourceId(0), weight}});
  const Allocation allocation = max_min(set);
  for (const double rate : allocation.rates) EXPECT_DOUBLE_EQ(rate, 2);
}

// Edges ------------------------------------------------------------------------------------------

TEST(MaxMin, AFlowWithoutResourcesIsUnlimited) {
  const topology::Topology t = resources({10});
  const FlowSet set = flows_over(t, {{}, {0}});
  const Allocation allocation = max_min(set);
  EXPECT_EQ(allocation.rates[0], kInfinity);
  EXPECT_EQ(allocation.bottleneck[0], Allocation::kNone);
  EXPECT_DOUBLE_EQ(allocation.rates[1], 10);
  EXPECT_EQ(allocation.bottleneck[1], 0u);
}

TEST(MaxMin, UnlimitedResourcesLimitNobody) {
  const topology::Topology t = resources({kInfinity, 10, kInfinity});
  const FlowSet set = flows_over(t, {{0}, {0, 1}, {1}, {0, 2}});
  const Allocation allocation = max_min(set);
  EXPECT_EQ(allocation.rates[0], kInfinity);
  EXPECT_EQ(allocation.bottleneck[0], Allocation::kNone);
  EXPECT_DOUBLE_EQ(allocation.rates[1], 5);
  EXPECT_DOUBLE_EQ(allocation.rates[2], 5);
  EXPECT_EQ(allocation.rates[3], kInfinity);
}

TEST(MaxMin, InactiveFlowsHaveNoRateAndTakeNothing) {
  const topology::Topology t = resources({10});
  const FlowSet set = flows_over(t, {{0}, {0}, {0}});
  const std::vector<bool> active = {true, false, true};
  const Allocation allocation = max_min(set, active);
  EXPECT_DOUBLE_EQ(allocation.rates[0], 5);
  EXPECT_DOUBLE_EQ(allocation.rates[1], 0);
  EXPECT_EQ(certificate(set, allocation, active, 1e-12), "");
}

TEST(MaxMin, NoFlowsAndNoActiveFlowsAreFine) {
  const topology::Topology t = resources({10});
  EXPECT_TRUE(max_min(FlowSet(t)).rates.empty());
  const FlowSet set = flows_over(t, {{0}});
  EXPECT_DOUBLE_EQ(max_min(set, {false}).rates[0], 0);
}

TEST(MaxMin, ManyFlowsOfTinyWeightKeepTheirRate) {
  // One flow takes nearly all until it is limited elsewhere; then a thousand light ones share what
  // is left: 1e6 = 1e6 x 0.5 + 1000 x 1e-3 x rate, rate = 5e5.
  const topology::Topology t = resources({1e6, 0.5});
  FlowSet set(t);
  set.add(std::vector<route::Use>{{ResourceId(0), 1e6}, {ResourceId(1), 1.0}});
  for (int i = 0; i < 1000; ++i) set.add(std::vector<route::Use>{{ResourceId(0), 1e-3}});
  const Allocation allocation = max_min(set);
  EXPECT_DOUBLE_EQ(allocation.rates[0], 0.5);
  for (std::size_t f = 1; f <= 1000; ++f) ASSERT_NEAR(allocation.rates[f], 5e5, 5e5 * 1e-9);
}

TEST(Certificate, RefusesWhatIsNotFair) {
  const topology::Topology t = resources({10, 10});
  const FlowSet set = flows_over(t, {{0}, {0, 1}});
  Allocation allocation = max_min(set);
  EXPECT_EQ(certificate(set, allocation, {}, 1e-9), "");
  allocation.rates = {6, 5};
  EXPECT_NE(certificate(set, allocation, {}, 1e-9).find("carries 11"), std::string::npos);
  allocation.rates = {4, 5};  // 1 of 10 is left
  EXPECT_NE(certificate(set, allocation, {}, 1e-9).find("flow 0"), std::string::npos);
  allocation.rates = {6, 4};  // full, but the second has less for no reason
  EXPECT_NE(certificate(set, allocation, {}, 1e-9).find("flow 1"), std::string::npos);
}

// Against another method --------------------------------------------------------------------------

struct Problem {
  std::vector<double> capacities;
  std::vector<std::vector<route::Use>> flows;
};

Problem random_problem(Random& random) {
  Problem p;
  const std::size_t resource_count = 1 + random.below(30);
  const std::size_t flow_count = 1 + random.below(40);
  const bool alike = random.one_in(4);    // identical resources: many ties
  const bool unit = random.one_in(3);     // weights of 1
  const bool crowded = random.one_in(3);  // long paths
  for (std::size_t r = 0; r < resource_count; ++r)
    p.capacities.push_back(alike              ? 10.0
                           : random.one_in(3) ? static_cast<double>(1 + random.below(5))
                                              : random.between(0.1, 100));
  for (std::size_t f = 0; f < flow_count; ++f) {
    auto& uses = p.flows.emplace_back();
    if (random.one_in(20)) continue;  // a flow within one component
    const bool everywhere = random.one_in(20);
    for (std::size_t r = 0; r < resource_count; ++r) {
      if (!everywhere && !random.one_in(crowded ? 2 : 8)) continue;
      uses.push_back({ResourceId(r), unit ? 1.0 : random.between(0.05, 3)});
    }
    if (!p.flows.empty() && random.one_in(6))
      p.flows.back() = p.flows[random.below(p.flows.size())];
  }
  return p;
}

FlowSet flow_set(const topology::Topology& t, const Problem& p) {
  FlowSet set(t);
  for (const auto& uses : p.flows) set.add(uses);
  return set;
}

TEST(MaxMin, EqualsAnIndependentSolverOnAThousandRandomProblems) {
  Random random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    const Problem p = random_problem(random);
    const topology::Topology t = resources(p.capacities);
    const FlowSet set = flow_set(t, p);
    std::vector<bool> active;
    if (random.one_in(3))
      for (std::size_t f = 0; f < set.size(); ++f) active.push_back(!random.one_in(3));
    const Allocation allocation = max_min(set, active);
    const auto expected = reference_rates(set, active);
    for (std::size_t f = 0; f < set.size(); ++f) {
      if (std::isinf(expected[f])) {
        ASSERT_EQ(allocation.rates[f], expected[f]) << "problem " << trial << ", flow " << f;
      } else {
        ASSERT_NEAR(allocation.rates[f], expected[f], 1e-9 * expected[f])
            << "problem " << trial << ", flow " << f;
      }
    }
    ASSERT_EQ(certificate(set, allocation, active, 1e-9), "") << "problem " << trial;
  }
}

TEST(MaxMin, NamesABottleneckThatIsFullForEveryFlow) {
  Random random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const Problem p = random_problem(random);
    const topology::Topology t = resources(p.capacities);
    const FlowSet set = flow_set(t, p);
    const Allocation allocation = max_min(set);
    std::vector<double> load(set.resource_count(), 0);
    for (std::size_t f = 0; f < set.size(); ++f)
      for (const FlowUse& use : set.uses(f)) load[use.resource] += allocation.rates[f] * use.weight;
    for (std::size_t f = 0; f < set.size(); ++f) {
      if (set.uses(f).empty()) continue;
      const std::uint32_t at = allocation.bottleneck[f];
      ASSERT_LT(at, set.resource_count());
      ASSERT_NEAR(load[at] / set.capacity(at).value(), 1, 1e-9);
      const auto uses = set.uses(f);
      ASSERT_TRUE(std::any_of(uses.begin(), uses.end(),
                              [&](const FlowUse& use) { return use.resource == at; }));
    }
  }
}

TEST(MaxMin, ScalesWithItsCapacities) {
  // Twice the capacity everywhere is twice the rate of everyone.
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    Problem p = random_problem(random);
    const topology::Topology t = resources(p.capacities);
    for (double& capacity : p.capacities) capacity *= 2;
    const topology::Topology doubled = resources(p.capacities);
    const Allocation once = max_min(flow_set(t, p));
    const Allocation twice = max_min(flow_set(doubled, p));
    for (std::size_t f = 0; f < once.rates.size(); ++f) {
      if (p.flows[f].empty()) continue;
      ASSERT_NEAR(twice.rates[f] / once.rates[f], 2, 1e-9);
    }
  }
}

}  // namespace
}  // namespace weft::simulate::test
