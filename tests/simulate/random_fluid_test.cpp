// Random flows against a slow reference: both ways of solving, whole and in parts, to 1e-9.
#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "tests/simulate/reference_fluid.hpp"
#include <gtest/gtest.h>

namespace weft::simulate {
namespace {

using test::FluidProblem;

// WEFT_INSTANCES=20000 for the long run; 5 000 is the fewest that ever found every slip.
int instances() {
  const char* wanted = std::getenv("WEFT_INSTANCES");
  return wanted != nullptr ? std::max(1, std::atoi(wanted)) : 2000;
}

// Small, and full of what is hard: equal and zero capacities, equal sizes, ends and starts at the
// same instant, weights, caps, flows without bytes or path, capacities that change.
FluidProblem random_problem(std::mt19937_64& random, bool has_caps) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto unit = [&] { return static_cast<double>(random() % 1'000'000 + 1) / 1e6; };
  const bool even = below(3) == 0;
  constexpr double kCapacities[] = {0, 1, 1, 2, 3, 10};
  constexpr double kWeights[] = {1, 1, 1, 1, 0.5, 2, 1.3, 0.01};
  FluidProblem p;
  const std::size_t resources = 1 + below(8);
  const std::size_t flows = 1 + below(24);
  for (std::size_t r = 0; r < resources; ++r)
    p.capacity.push_back(below(2) == 0 ? kCapacities[below(6)] : 5 * unit());
  for (std::size_t f = 0; f < flows; ++f) {
    std::vector<FlowUse> path;
    for (std::uint32_t r = 0; r < resources; ++r)
      if (below(resources) < 2) path.push_back({r, even ? 1.0 : kWeights[below(8)]});
    FluidFlow flow;
    flow.bytes = below(12) == 0 ? 0 : even || below(3) == 0 ? 1.0 : 4 * unit();
    flow.start = below(2) == 0 ? 0 : below(2) == 0 ? 1 : 3 * unit();
    if (has_caps && (path.empty() || below(5) == 0)) flow.cap = below(4) == 0 ? 0 : unit();
    if (below(10) == 0) flow.delay = unit();
    p.paths.add(path);
    p.flows.push_back(flow);
    if (f > 0 && below(8) == 0) p.order.pairs.emplace_back(below(f), static_cast<std::uint32_t>(f));
  }
  if (below(3) == 0)
    for (std::size_t i = 0; i < 1 + below(3); ++i)
      p.changes.push_back({2 * unit() + static_cast<double>(i),
                           static_cast<std::uint32_t>(below(resources)),
                           below(3) == 0 ? 0 : 3 * unit()});
  return p;
}

void expect_ends(const FluidProblem& p, const std::vector<double>& want, Solving solving,
                 bool reduces, const std::string& which) {
  const FluidRun run = play(p.paths, p.capacity, p.flows, p.changes, p.order,
                            {.solving = solving, .reduces = reduces});
  for (std::size_t f = 0; f < want.size(); ++f) {
    if (std::isinf(want[f]) || std::isinf(run.end[f]))
      ASSERT_EQ(run.end[f], want[f]) << which << ", flow " << f;
    else
      ASSERT_NEAR(run.end[f], want[f], 1e-9 * want[f]) << which << ", flow " << f;
  }
}

TEST(RandomFluid, EndsWhenTheSlowReferenceSaysWithLevels) {
  std::mt19937_64 random(1);
  for (int i = 0; i < instances(); ++i) {
    const FluidProblem p = random_problem(random, true);
    const auto want = test::reference_ends(p);
    for (const bool reduces : {false, true})
      ASSERT_NO_FATAL_FAILURE(
          expect_ends(p, want, Solving::levels, reduces, "instance " + std::to_string(i)));
  }
}

TEST(RandomFluid, EndsWhenTheSlowReferenceSaysWithFilling) {
  std::mt19937_64 random(2);
  for (int i = 0; i < instances(); ++i) {
    const FluidProblem p = random_problem(random, false);
    const auto want = test::reference_ends(p);
    for (const bool reduces : {false, true})
      ASSERT_NO_FATAL_FAILURE(
          expect_ends(p, want, Solving::filling, reduces, "instance " + std::to_string(i)));
  }
}

// 300 flows on 12 resources: many arrivals at once, and hundreds of events in one order of levels.
TEST(RandomFluid, EndsAlikeBothWaysWhereResourcesHaveManyFlows) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20; ++i) {
    FluidProblem p;
    for (int r = 0; r < 12; ++r) p.capacity.push_back(1 + static_cast<double>(random() % 4));
    for (int f = 0; f < 300; ++f) {
      std::vector<FlowUse> path;
      for (std::uint32_t r = 0; r < 12; ++r)
        if (random() % 4 == 0) path.push_back({r, random() % 3 == 0 ? 0.5 : 1.0});
      if (path.empty()) path.push_back({0, 1});
      p.paths.add(path);
      p.flows.push_back({.bytes = 1 + static_cast<double>(random() % 1000),
                         .start = static_cast<double>(random() % 3) * 10});
    }
    const FluidRun levels =
        play(p.paths, p.capacity, p.flows, {}, {}, {.solving = Solving::levels});
    ASSERT_NO_FATAL_FAILURE(
        expect_ends(p, levels.end, Solving::filling, true, "instance " + std::to_string(i)));
  }
}

// FNV over the bits of all ends: one number whatever compiler, since nothing is added up in an
// order that it may choose, nor in one instruction here and two there.
TEST(RandomFluid, EndsAreTheSameBitsWithAnyCompiler) {
  std::uint64_t hash = 0;
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    FluidProblem p;
    for (int r = 0; r < 12; ++r) p.capacity.push_back(1 + static_cast<double>(random() % 1000) / 7);
    for (int f = 0; f < 60; ++f) {
      std::vector<FlowUse> path;
      for (std::uint32_t r = 0; r < 12; ++r)
        if (random() % 4 == 0) {
          const double weight = 1 + static_cast<double>(random() % 3) / 3;
          path.push_back({r, weight});
        }
      if (path.empty()) path.push_back({0, 1});
      p.paths.add(path);
      const double bytes = 1 + static_cast<double>(random() % 1000) / 3;
      p.flows.push_back({.bytes = bytes, .start = static_cast<double>(random() % 3)});
    }
    for (const Solving solving : {Solving::levels, Solving::filling})
      for (const double end : play(p.paths, p.capacity, p.flows, {}, {}, {.solving = solving}).end)
        hash = hash * 1099511628211ULL + std::bit_cast<std::uint64_t>(end);
  }
  EXPECT_EQ(hash, 0x323908aa8307e8edULL);
}

}  // namespace
}  // namespace weft::simulate
