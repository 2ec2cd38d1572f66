// Laws that every algorithm keeps when it is simulated, whatever the network.
#include "weft/collective/algorithm.hpp"
#include "weft/link/fixed.hpp"
#include "weft/simulate/simulator.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/ideal_switch.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

using collective::Algorithm;
using collective::Collective;
using schedule::Rank;
using schedule::Timeline;

constexpr double kAlpha = 2e-6;
constexpr double kRate = 50e9;

// Hosts on a switch, of which some are slower or farther away.
topology::Topology uneven(Rank n) {
  topology::Builder builder("uneven");
  for (Rank r = 0; r < n; ++r) builder.add(topology::ComponentKind::host);
  const ComponentId hub = builder.add(topology::ComponentKind::network_switch);
  for (Rank r = 0; r < n; ++r)
    builder.connect(hub, ComponentId(r),
                    link::fixed_link({.name = "link",
                                      .kind = "network",
                                      .rate = Bandwidth(r % 3 == 1 ? kRate / 2 : kRate),
                                      .latency = microseconds(1 + 0.5 * (r % 2)),
                                      .source = "stated"}),
                    topology::Provenance::specified);
  return std::move(builder).build();
}

class EveryAlgorithm : public ::testing::TestWithParam<const Algorithm*> {
 protected:
  // Visits the schedules for a few numbers of ranks, as far as the algorithm does them.
  template <class Visit>
  void for_each_schedule(Visit visit) const {
    for (const Collective collective : GetParam()->collectives)
      for (const Rank n : {2U, 4U, 5U, 8U})
        for (const std::uint64_t pieces : {1U, 12U}) {
          const collective::Shape shape{.ranks = n, .root = n - 1, .pieces = pieces};
          const auto schedule = build(*GetParam(), collective, shape);
          if (!schedule) continue;
          SCOPED_TRACE(schedule->name + " of " + std::to_string(n) + " in " +
                       std::to_string(pieces) + " pieces");
          visit(*schedule, collective, shape);
        }
  }
};

Timeline run(const schedule::Schedule& s, const topology::Topology& t, double size,
             const simulate::SimulateOptions& options = {}) {
  std::vector<ComponentId> ranks;
  for (Rank r = 0; r < s.ranks; ++r) ranks.emplace_back(r);
  const schedule::Placement placement(std::move(ranks));
  const route::Router router(t);
  const auto simulator = simulate::Simulator::make(s, placement, router);
  if (!simulator) {
    ADD_FAILURE() << to_string(simulator.error());
    return {};
  }
  return simulator->run(Bytes(size), {.hardware_latency = true}, options);
}

TEST_P(EveryAlgorithm, TakesTheSameTimeWithEveryShortcut) {
  for_each_schedule([](const schedule::Schedule& s, Collective, const collective::Shape&) {
    for (const auto& t :
         {topology::ideal_switch(s.ranks, Bandwidth(kRate), Seconds(kAlpha)), uneven(s.ranks)}) {
      const double played = run(s, t, 1e7, {.lockstep = false, .periods = false}).end.value();
      for (const bool lockstep : {true, false})
        EXPECT_NEAR(run(s, t, 1e7, {.lockstep = lockstep}).end.value(), played, 1e-9 * played);
    }
  });
}

TEST_P(EveryAlgorithm, FillsNoResourceBeyondItsCapacity) {
  for_each_schedule([](const schedule::Schedule& s, Collective, const collective::Shape&) {
    for (const auto& use : run(s, uneven(s.ranks), 1e7).resources)
      EXPECT_LE(use.utilisation, 1 + 1e-9);
  });
}

TEST_P(EveryAlgorithm, IsNoFasterThanItsBusiestPort) {
  for_each_schedule([](const schedule::Schedule& s, Collective c, const collective::Shape& shape) {
    const auto t = topology::ideal_switch(s.ranks, Bandwidth(kRate), Seconds(kAlpha));
    const double least = GetParam()->most_sent(c, shape, Bytes(1e7)).value() / kRate;
    EXPECT_GE(run(s, t, 1e7).end.value(), least * (1 - 1e-9));
  });
}

TEST_P(EveryAlgorithm, WithoutBytesTakesNoLongerThanItsMessagesInARow) {
  for_each_schedule([](const schedule::Schedule& s, Collective c, const collective::Shape& shape) {
    const auto t = topology::ideal_switch(s.ranks, Bandwidth(kRate), Seconds(kAlpha));
    const double most = kAlpha * static_cast<double>(GetParam()->steps(c, shape));
    const double end = run(s, t, 0).end.value();
    EXPECT_GE(end, kAlpha * (1 - 1e-9));
    EXPECT_LE(end, most * (1 + 1e-9));
  });
}

std::vector<const Algorithm*> all() {
  std::vector<const Algorithm*> found;
  for (const Algorithm& algorithm : collective::algorithms()) found.push_back(&algorithm);
  return found;
}

std::string name_of(const ::testing::TestParamInfo<const Algorithm*>& tested) {
  return tested.param->name;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryAlgorithm, ::testing::ValuesIn(all()), name_of);

}  // namespace
}  // namespace weft
