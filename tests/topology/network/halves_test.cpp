// Bisections against cuts that are counted another way: every split of small networks, and the
// greatest flow by a method of its own.
#include "weft/topology/network/halves.hpp"

#include "weft/topology/network/clos.hpp"
#include "weft/topology/network/clos_sizing.hpp"
#include "weft/topology/network/dragonfly.hpp"
#include "weft/topology/network/hamming_mesh.hpp"
#include "weft/topology/network/hyperx.hpp"
#include "weft/topology/network/slim_fly.hpp"
#include "weft/topology/network/torus.hpp"

#include <deque>
#include <map>

#include "tests/topology/network/plans.hpp"
#include <gtest/gtest.h>

namespace weft::topology {
namespace {

const CableRates kOnes = {Bandwidth(1), Bandwidth(1), Bandwidth(1)};

double cables(const NetworkPlan& plan) { return plan.bisection(kOnes).value(); }

PlanPtr sized(const ClosRequest& request, bool three_tier = false) {
  const auto shape = three_tier ? size_three_tier(request) : size_clos(request);
  if (!shape) ADD_FAILURE() << shape.error().message;
  return clos(shape.value());
}

// Edmonds and Karp 1972 over all nodes, endpoints too, one unit a cable each way.
unsigned flow(const NetworkPlan& plan, const std::vector<bool>& in_first) {
  std::vector<std::map<Node, int>> left(plan.node_count());
  plan.for_each_cable([&](const CableEnds& ends) {
    ++left[ends.upper][ends.lower];
    ++left[ends.lower][ends.upper];
  });
  for (unsigned sent = 0;; ++sent) {
    std::vector<std::int64_t> from(plan.node_count(), -1);
    std::deque<Node> open;
    for (Node e = 0; e < plan.endpoints(); ++e)
      if (in_first[e]) {
        from[e] = e;
        open.push_back(e);
      }
    std::int64_t end = -1;
    while (!open.empty() && end < 0) {
      const Node here = open.front();
      open.pop_front();
      for (const auto& [to, more] : left[here]) {
        if (more == 0 || from[to] >= 0) continue;
        from[to] = here;
        if (to < plan.endpoints() && !in_first[to]) {
          end = to;
          break;
        }
        open.push_back(to);
      }
    }
    if (end < 0) return sent;
    for (auto at = static_cast<Node>(end); from[at] != at; at = static_cast<Node>(from[at])) {
      --left[static_cast<Node>(from[at])][at];
      ++left[at][static_cast<Node>(from[at])];
    }
  }
}

unsigned least_of_all_halves(const NetworkPlan& plan) {
  const std::uint32_t count = plan.endpoints();
  std::vector<bool> in_first(count, false);
  std::fill_n(in_first.begin(), count / 2, true);
  unsigned least = ~0U;
  do {
    least = std::min(least, flow(plan, in_first));
  } while (std::prev_permutation(in_first.begin(), in_first.end()));
  return least;
}

PlanPtr one_switch(std::uint32_t endpoints) {
  return clos({.endpoints = endpoints, .tiers = {{ComponentKind::leaf, endpoints, 1, 0}}});
}

TEST(Bisection, OfSmallNetworksIsTheLeastOfAllHalves) {
  const std::vector<std::pair<const char*, PlanPtr>> plans = {
      {"fat tree, filled", sized({.endpoints = 8, .radix = 4, .tiers = 2})},
      {"fat tree of 5 of 8", sized({.endpoints = 5, .radix = 4, .tiers = 2})},
      {"fat tree of 9 of 16", sized({.endpoints = 9, .radix = 4})},
      {"fat tree of 11 of 16", sized({.endpoints = 11, .radix = 4})},
      {"leaves of 5", sized({.endpoints = 10, .radix = 8, .tiers = 2, .oversubscription = {3.0}})},
      {"leaves stated", sized({.endpoints = 9, .radix = 8, .tiers = 2, .leaves = 4, .spines = 3})},
      {"rails", sized({.endpoints = 10, .radix = 4, .order = {.rails = 2}})},
      {"one access switch",
       sized({.endpoints = 7, .radix = 16, .oversubscription = {3.0, 4.0}}, true)},
      {"three tiers", sized({.endpoints = 11, .radix = 8, .oversubscription = {2.0, 2.0}}, true)},
      {"one switch", one_switch(7)},
      {"mesh 5x2", torus({.dims = {5, 2}, .wraps = false})},
      {"mesh 3x3", torus({.dims = {3, 3}, .wraps = false})},
      {"torus 5x2", torus({.dims = {5, 2}})},
      {"torus 3x3", torus({.dims = {3, 3}})},
      {"mesh of 3 routers", torus({.dims = {3}, .wraps = false, .hosts = 4})},
      {"torus of 3 routers", torus({.dims = {3}, .hosts = 3})},
      {"hyperx 5x2", hyperx({.dims = {5, 2}})},
      {"hyperx 3x3", hyperx({.dims = {3, 3}})},
      {"hyperx 3 routers", hyperx({.dims = {3}, .hosts = 4})},
      {"dragonfly", dragonfly({.p = 2, .a = 2, .h = 1, .groups = 3})},
      {"dragonfly, 2 groups", dragonfly({.p = 3, .a = 2, .h = 1, .groups = 2})},
      {"dragonfly, partly", dragonfly({.p = 2, .a = 2, .h = 2, .groups = 3, .endpoints = 9})},
      {"dragonfly group", dragonfly({.p = 3, .a = 3, .h = 1, .groups = 1})},
      {"dragonfly-plus", dragonfly_plus({.p = 5, .a = 1, .h = 4, .groups = 2})},
      {"dragonfly-plus, 3", dragonfly_plus({.p = 2, .a = 2, .h = 2, .groups = 3})},
      {"hammingmesh 2x2", hamming_mesh({2, 2, 2, 1, one_switch(4), one_switch(2)})},
      {"hammingmesh 3x1", hamming_mesh({3, 1, 3, 1, one_switch(6), one_switch(2)})},
  };
  for (const auto& [name, plan] : plans)
    EXPECT_EQ(cables(*plan), least_of_all_halves(*plan)) << name;
}

TEST(Bisection, IsAFlowOfHalvesInEveryPlan) {
  for (const NamedPlan& named : named_plans()) {
    const NetworkPlan& plan = *named.plan;
    if (named.falls_apart || plan.endpoints() > 60) continue;
    for (const std::vector<Node>& order : plan.orders()) {
      const std::vector<Node> half(order.begin(), order.begin() + plan.endpoints() / 2);
      std::vector<bool> in_first(plan.endpoints(), false);
      for (const Node e : half) in_first[e] = true;
      EXPECT_EQ(flow_between_halves(plan, kOnes, half).value(), flow(plan, in_first)) << named.name;
      EXPECT_LE(cables(plan), flow(plan, in_first)) << named.name;
    }
  }
}

// 2 · 7 · 3: planes of 6, 3 whole ones and half of the fourth: 3 + 3 cables along, 3 across.
TEST(Bisection, OfGridsPartsTheMiddlePlaneToo) {
  EXPECT_EQ(mesh_bisection({101, 2}), 3U);
  EXPECT_EQ(torus_bisection({101, 2}), 5U);
  EXPECT_EQ(mesh_bisection({7, 2, 3}), 9U);
  EXPECT_EQ(hyperx_bisection({.dims = {8, 8}}), 128U);
}

// Four leaf-spine cables of a group; of 20 endpoints, the last two groups are hardly filled.
TEST(Bisection, OfDragonflyPlusCountsTheCablesInsideGroups) {
  EXPECT_EQ(cables(*dragonfly_plus({.p = 16, .a = 2, .h = 8, .groups = 2})), 4);
  EXPECT_LE(cables(*dragonfly_plus({.p = 3, .a = 2, .h = 3, .groups = 4, .endpoints = 20})), 7);
}

TEST(Bisection, OfTreesCountsWhatIsBuilt) {
  // 12 endpoints of one access switch: half of them. Two access switches of 4 uplinks: those.
  const std::vector<double> over = {3.0, 4.0};
  EXPECT_EQ(cables(*sized({.endpoints = 12, .radix = 16, .oversubscription = over}, true)), 6);
  EXPECT_EQ(cables(*sized({.endpoints = 24, .radix = 16, .oversubscription = over}, true)), 4);
  EXPECT_LE(cables(*sized({.endpoints = 30, .radix = 16, .oversubscription = over}, true)), 7);
  // 14 cores for 16 uplinks of each of seven pods.
  EXPECT_LE(cables(*sized({.endpoints = 100, .radix = 8})), 47);
  EXPECT_LE(cables(*sized({.endpoints = 97, .radix = 8, .oversubscription = {3.0}})), 16);
  EXPECT_EQ(cables(*sized({.endpoints = 20, .radix = 8, .oversubscription = {3.0}})), 6);
}

TEST(Diameter, OfOneEndpointIsNone) {
  for (const PlanPtr& plan : {one_switch(1), sized({.endpoints = 1, .radix = 8, .tiers = 3}),
                              dragonfly({.p = 1, .a = 2, .h = 1, .groups = 3, .endpoints = 1}),
                              dragonfly_plus({.p = 1, .a = 2, .h = 1, .groups = 3, .endpoints = 1}),
                              slim_fly({.q = 5, .endpoints = 1}), hyperx({.dims = {1}}),
                              torus({.dims = {1}, .hosts = 1})})
    EXPECT_EQ(plan->figures().diameter, 0U);
}

// Routers of one group are one cable apart, whatever stands beyond it.
TEST(Diameter, OfPartlyFilledNetworksIsThatOfWhatIsUsed) {
  EXPECT_EQ(dragonfly({.p = 2, .a = 4, .h = 2, .groups = 9, .endpoints = 8})->figures().diameter,
            3U);
  EXPECT_EQ(dragonfly({.p = 2, .a = 4, .h = 2, .groups = 9, .endpoints = 2})->figures().diameter,
            2U);
  EXPECT_EQ(slim_fly({.q = 5, .hosts = 4, .endpoints = 4})->figures().diameter, 2U);
  EXPECT_EQ(
      dragonfly_plus({.p = 2, .a = 2, .h = 2, .groups = 3, .endpoints = 4})->figures().diameter,
      4U);
}

}  // namespace
}  // namespace weft::topology
