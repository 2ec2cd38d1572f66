// Rates that follow changes against rates found from nothing by another method.
#include "weft/simulate/level_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "tests/simulate/reference_max_min.hpp"
#include "tests/simulate/support.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

// Resources, flows over them, and what happens to them one after the other.
struct Instance {
  std::vector<double> capacity;
  FlowPaths paths;
  std::vector<double> cap;
};

Instance random_instance(Random& random) {
  Instance made;
  const std::size_t resources = 1 + random.below(20);
  const std::size_t flows = 1 + random.below(30);
  const bool alike = random.one_in(3);
  const bool unit = random.one_in(2);
  const bool capped = random.one_in(3);
  for (std::size_t r = 0; r < resources; ++r)
    made.capacity.push_back(alike              ? 10.0
                            : random.one_in(3) ? static_cast<double>(1 + random.below(4))
                                               : random.between(0.1, 100));
  for (std::size_t f = 0; f < flows; ++f) {
    std::vector<FlowUse> path;
    for (std::uint32_t r = 0; r < resources; ++r)
      if (random.one_in(4)) path.push_back({r, unit ? 1.0 : random.between(0.05, 3)});
    if (path.empty()) path.push_back({static_cast<std::uint32_t>(random.below(resources)), 1.0});
    made.paths.add(path);
    made.cap.push_back(capped && random.one_in(2) ? random.between(0.01, 20)
                                                  : LevelSolver::kUnlimited);
  }
  return made;
}

// A cap is a resource that a flow has for itself.
std::vector<double> expected(const Instance& now, const std::set<std::uint32_t>& active) {
  std::vector<double> capacity = now.capacity;
  for (const double cap : now.cap) capacity.push_back(cap == LevelSolver::kUnlimited ? 1e300 : cap);
  const topology::Topology t = resources(capacity);
  FlowSet set(t);
  std::vector<bool> is_active;
  for (std::uint32_t f = 0; f < now.paths.size(); ++f) {
    std::vector<route::Use> uses = {{ResourceId(now.capacity.size() + f), 1.0}};
    for (const FlowUse& use : now.paths.of(f))
      uses.push_back({ResourceId(use.resource), use.weight});
    set.add(uses);
    is_active.push_back(active.contains(f));
  }
  return reference_rates(set, is_active);
}

void change_and_compare(Random& random, int trial) {
  Instance now = random_instance(random);
  LevelSolver solver(now.paths, now.capacity);
  std::set<std::uint32_t> active;
  std::vector<double> known(now.paths.size(), 0);  // rates, as far as updates told them
  const auto toggle = [&](std::uint32_t flow) {
    known[flow] = 0;
    if (active.erase(flow) > 0) return solver.stop(flow);
    active.insert(flow);
    solver.start(flow, now.cap[flow]);
  };
  for (std::uint32_t f = 0; f < now.paths.size(); ++f)
    if (!random.one_in(3)) toggle(f);
  for (int event = 0; event < 12; ++event) {
    const auto& told = solver.update();
    const std::set<std::uint32_t> changed(told.begin(), told.end());
    ASSERT_EQ(changed.size(), told.size());
    for (std::uint32_t f = 0; f < now.paths.size(); ++f)
      ASSERT_TRUE(!active.contains(f) || solver.rate(f) == known[f] || changed.contains(f))
          << "instance " << trial << ", event " << event << ", flow " << f;
    for (std::uint32_t f = 0; f < now.paths.size(); ++f) known[f] = solver.rate(f);
    const auto want = expected(now, active);
    for (std::uint32_t f = 0; f < now.paths.size(); ++f) {
      const double rate = active.contains(f) ? want[f] : 0;
      ASSERT_NEAR(solver.rate(f), rate, 1e-9 * rate)
          << "instance " << trial << ", event " << event << ", flow " << f;
    }
    ASSERT_EQ(solver.certificate(1e-9), "") << "instance " << trial << ", event " << event;
    // Several at once, as when flows end together.
    for (std::uint64_t i = random.below(4); i-- > 0;)
      toggle(static_cast<std::uint32_t>(random.below(now.paths.size())));
    if (random.one_in(2)) {
      const auto r = static_cast<std::uint32_t>(random.below(now.capacity.size()));
      now.capacity[r] = random.one_in(5) ? 0 : random.between(0.1, 50);
      solver.set_capacity(r, now.capacity[r]);
    }
  }
}

int instances(int usual) {
  const char* wanted = std::getenv("WEFT_INSTANCES");
  return wanted != nullptr ? std::atoi(wanted) : usual;
}

TEST(LevelSolver, EqualsAnIndependentSolverWhateverChanges) {
  Random random(17);
  for (int trial = 0; trial < instances(1500); ++trial) {
    change_and_compare(random, trial);
    if (HasFatalFailure()) return;
  }
}

// Two links of 10: two flows on the first get 5 each, which leaves 5 to the third on the second.
// When one of the first two ends, the other takes 10 and the third has nothing to lose but 5.
TEST(LevelSolver, NamesTheFlowsWhoseRateChanges) {
  FlowPaths paths;
  paths.add(std::vector<FlowUse>{{0, 1.0}});
  paths.add(std::vector<FlowUse>{{0, 1.0}, {1, 1.0}});
  paths.add(std::vector<FlowUse>{{1, 1.0}});
  paths.add(std::vector<FlowUse>{{2, 1.0}});
  LevelSolver solver(paths, {10, 10, 10});
  for (std::uint32_t f = 0; f < 4; ++f) solver.start(f);
  EXPECT_EQ(solver.update().size(), 4U);
  EXPECT_EQ(solver.rate(2), 5);
  solver.stop(0);
  auto changed = solver.update();
  std::sort(changed.begin(), changed.end());
  EXPECT_TRUE(changed.empty());  // flow 1 keeps its 5: now the second link limits it
  EXPECT_EQ(solver.limit(1), 1U);
  solver.stop(2);
  EXPECT_EQ(solver.update(), std::vector<std::uint32_t>{1});
  EXPECT_EQ(solver.rate(1), 10);
}

TEST(LevelSolver, ACapLimitsAFlowThatNothingElseDoes) {
  FlowPaths paths;
  paths.add(std::vector<FlowUse>{{0, 1.0}});
  paths.add(std::vector<FlowUse>{{0, 1.0}});
  LevelSolver solver(paths, {10});
  solver.start(0, 3);
  solver.start(1);
  solver.update();
  EXPECT_EQ(solver.rate(0), 3);
  EXPECT_EQ(solver.limit(0), LevelSolver::kNone);
  EXPECT_EQ(solver.rate(1), 7);
}

}  // namespace
}  // namespace weft::simulate::test
