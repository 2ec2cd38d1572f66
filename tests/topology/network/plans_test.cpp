// What holds for every plan: its closed forms are those of the graph that its cables make, and its
// steps are cables of that graph on shortest ways.
#include "tests/topology/network/plans.hpp"

#include <deque>
#include <map>
#include <ostream>

#include <gtest/gtest.h>

namespace weft::topology {

void PrintTo(const NamedPlan& named, std::ostream* out) { *out << named.name; }

namespace {

using Neighbours = std::vector<std::vector<std::pair<Node, Cable>>>;

struct Built {
  std::vector<CableEnds> cables;
  Neighbours neighbours;
};

Built build(const NetworkPlan& plan) {
  Built built;
  built.neighbours.resize(plan.node_count());
  plan.for_each_cable([&](const CableEnds& ends) {
    const auto cable = static_cast<Cable>(built.cables.size());
    built.cables.push_back(ends);
    built.neighbours.at(ends.upper).emplace_back(ends.lower, cable);
    built.neighbours.at(ends.lower).emplace_back(ends.upper, cable);
  });
  return built;
}

constexpr unsigned kFar = ~0U;

// Endpoints with several cables pass traffic on only in networks without switches for that.
std::vector<unsigned> distances(const NetworkPlan& plan, const Built& built, Node from,
                                bool through_endpoints) {
  std::vector<unsigned> distance(plan.node_count(), kFar);
  std::deque<Node> open = {from};
  distance[from] = 0;
  while (!open.empty()) {
    const Node here = open.front();
    open.pop_front();
    if (here != from && here < plan.endpoints() && !through_endpoints) continue;
    for (const auto& [other, cable] : built.neighbours[here])
      if (distance[other] == kFar) {
        distance[other] = distance[here] + 1;
        open.push_back(other);
      }
  }
  return distance;
}

class EveryPlan : public testing::TestWithParam<NamedPlan> {
 protected:
  const NetworkPlan& plan() const { return *GetParam().plan; }
};

TEST_P(EveryPlan, CountsItsCablesAndSwitches) {
  const Built built = build(plan());
  EXPECT_EQ(built.cables.size(), plan().cable_count());
  EXPECT_EQ(plan().figures().links, plan().cable_count());
  EXPECT_EQ(plan().figures().switches, plan().switch_count());
  for (const CableEnds& ends : built.cables) EXPECT_NE(ends.upper, ends.lower);
}

TEST_P(EveryPlan, KeepsToTheRadixOfItsSwitches) {
  const Built built = build(plan());
  std::size_t most = 0;
  for (Node node = plan().endpoints(); node < plan().node_count(); ++node)
    most = std::max(most, built.neighbours[node].size());
  if (GetParam().radix > 0) {
    EXPECT_EQ(most, GetParam().radix);
  }
}

TEST_P(EveryPlan, HasTheDiameterOfItsGraph) {
  const Built built = build(plan());
  unsigned longest = 0;
  bool is_whole = true;
  for (Node e = 0; e < plan().endpoints(); ++e) {
    const auto distance = distances(plan(), built, e, GetParam().through_endpoints);
    for (Node to = 0; to < plan().endpoints(); ++to) {
      if (distance[to] == kFar)
        is_whole = false;
      else
        longest = std::max(longest, distance[to]);
    }
  }
  EXPECT_EQ(plan().figures().diameter, longest);
  EXPECT_EQ(is_whole, !GetParam().falls_apart);
}

TEST_P(EveryPlan, TakesStepsOverItsCablesOnShortestWays) {
  const Built built = build(plan());
  std::vector<Step> steps;
  for (Node to = 0; to < plan().endpoints(); to += 1 + plan().endpoints() / 37) {
    const auto distance = distances(plan(), built, to, GetParam().through_endpoints);
    for (Node from = 0; from < plan().endpoints(); from += 1 + plan().endpoints() / 41) {
      if (from == to) continue;
      unsigned hops = 0;
      for (Node at = from; at != to && hops <= plan().figures().diameter; ++hops) {
        steps.clear();
        plan().next(at, to, steps);
        if (distance[from] == kFar) {
          EXPECT_TRUE(steps.empty());
          break;
        }
        ASSERT_FALSE(steps.empty()) << at << " to " << to;
        for (const Step& step : steps) {
          const CableEnds& ends = built.cables.at(step.cable);
          EXPECT_EQ(step.down ? ends.upper : ends.lower, at) << "from " << from << " to " << to;
          EXPECT_EQ(step.down ? ends.lower : ends.upper, step.to);
          if (!GetParam().may_detour) {
            EXPECT_EQ(distance[step.to] + 1, distance[at]);
          }
        }
        const std::size_t choice = plan().fixed_choice(at, to, steps);
        ASSERT_LT(choice, steps.size());
        at = steps[choice].to;
      }
      if (distance[from] != kFar && !GetParam().may_detour) {
        EXPECT_EQ(hops, distance[from]);
      }
    }
  }
}

// Every way that next() offers, counted: all of the shortest ones there are.
TEST_P(EveryPlan, OffersEveryShortestWay) {
  if (GetParam().may_detour) return;
  const Built built = build(plan());
  std::vector<Step> steps;
  const Node to = plan().endpoints() - 1;
  const auto distance = distances(plan(), built, to, GetParam().through_endpoints);
  for (Node at = 0; at < plan().node_count(); ++at) {
    if (at == to || distance[at] == kFar) continue;
    if (at >= plan().endpoints() && built.neighbours[at].empty()) continue;
    if (at < plan().endpoints() && !GetParam().through_endpoints && at % 5 != 0) continue;
    std::size_t nearer = 0;
    for (const auto& [other, cable] : built.neighbours[at])
      if (distance[other] + 1 == distance[at] &&
          (other >= plan().endpoints() || other == to || GetParam().through_endpoints))
        ++nearer;
    steps.clear();
    plan().next(at, to, steps);
    if (!steps.empty()) {
      EXPECT_EQ(steps.size(), nearer) << at;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, EveryPlan, testing::ValuesIn(named_plans()),
                         [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace weft::topology
