// What a timeline says about phases and resources holds together.

#include <map>
#include <vector>

#include "tests/simulate/random_schedule.hpp"
#include "tests/simulate/support.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

using schedule::Timeline;

// Wire bytes of each resource, counted message by message.
std::map<std::uint32_t, double> wire_bytes(const Case& c) {
  std::map<std::uint32_t, double> bytes;
  const route::Router router(c.topology);
  std::vector<schedule::Move> moves;
  for (const auto& phase : c.schedule.phases)
    for (std::uint32_t channel = 0; channel < c.schedule.channels; ++channel)
      for (schedule::Rank r = 0; r < c.schedule.ranks; ++r) {
        moves.clear();
        phase->moves(r, moves);
        for (const schedule::Move& move : moves) {
          if (!schedule::sends(move.op)) continue;
          std::vector<route::Use> uses;
          EXPECT_TRUE(router.traffic(c.placement.at(channel, r),
                                     c.placement.at(channel, move.receiver()), link::Engine::nic,
                                     uses));
          for (const route::Use& use : uses)
            bytes[use.resource.value] += use.weight * c.cost.expansion *
                                         bytes_of(c.schedule, move, c.size).value() *
                                         static_cast<double>(phase->repeat());
        }
      }
  return bytes;
}

TEST(Timeline, ConservesBytesAndFillsNothingBeyondItsCapacity) {
  Random random(31);
  for (int trial = 0; trial < 200; ++trial) {
    const Case c = random_case(random);
    const Timeline t = run(c.schedule, c.topology, c.placement, c.size, c.cost);
    const auto expected = wire_bytes(c);
    std::size_t used = 0;
    for (const auto& [resource, bytes] : expected) used += bytes > 0 ? 1 : 0;
    double listed = 0;
    std::uint32_t last = 0;
    for (const schedule::ResourceUse& use : t.resources) {
      listed += use.alike;
      ASSERT_TRUE(use.resource.value >= last);  // in order of id
      last = use.resource.value;
      const double bytes = expected.at(use.resource.value);
      ASSERT_NEAR(use.wire_bytes.value(), bytes, 1e-9 * bytes);
      ASSERT_LE(use.utilisation, 1 + 1e-9);
      ASSERT_NEAR(use.utilisation * t.end.value() * c.topology.capacity(use.resource).value(),
                  bytes, 1e-9 * bytes);
    }
    ASSERT_EQ(listed, static_cast<double>(used));
  }
}

TEST(Timeline, PhasesAreTransferAndWaitingFromStartToEnd) {
  Random random(32);
  for (int trial = 0; trial < 200; ++trial) {
    const Case c = random_case(random);
    const Timeline t = run(c.schedule, c.topology, c.placement, c.size, c.cost);
    ASSERT_EQ(t.launch, c.cost.launch);
    ASSERT_EQ(t.classes.size(), c.schedule.phases.size());
    double last = t.launch.value();
    for (std::size_t p = 0; p < t.classes.size(); ++p) {
      const schedule::StepClass& one = t.classes[p];
      ASSERT_EQ(one.phase, c.schedule.phases[p]->name());
      ASSERT_EQ(one.iterations, c.schedule.phases[p]->repeat());
      ASSERT_GE(one.start, t.launch);
      ASSERT_GE(one.end, one.start);
      ASSERT_LE(one.end, t.end);
      ASSERT_GE(one.waiting_time.value(), 0);
      ASSERT_NEAR((one.transfer_time + one.waiting_time).value(), (one.end - one.start).value(),
                  1e-9 * t.end.value());
      last = std::max(last, one.end.value());
    }
    ASSERT_NEAR(last, t.end.value(), 1e-12 * t.end.value());
  }
}

TEST(Timeline, NamesTheResourceThatLimitsThePhase) {
  // Into host 2 both messages share its link down, resource 2 x 2.
  const auto t = star({{}, {}, {}});
  const auto s = schedule_of(3, {phase("in", 1, schedule::Ordering::after_receive, [](auto r) {
                               return r == 2 ? std::vector{recv(0), recv(1)} : std::vector{send(2)};
                             })});
  for (const bool lockstep : {true, false}) {
    const Timeline timeline = run(s, t, one_each(3), Bytes(1e6), {}, {.lockstep = lockstep});
    ASSERT_TRUE(timeline.classes[0].has_limit);
    EXPECT_EQ(timeline.classes[0].limit, ResourceId(4));
    EXPECT_EQ(timeline.classes[0].per_message, Bytes(1e6));
    // 2 MB at 50 GB/s without latency fill it all the time.
    EXPECT_NEAR(in_microseconds(timeline.classes[0].transfer_time), 40, 1e-9);
    double utilisation = 0;
    for (const auto& use : timeline.resources)
      if (use.resource == ResourceId(4)) utilisation = use.utilisation;
    EXPECT_NEAR(utilisation, 1, 1e-9);
  }
}

TEST(Timeline, ComputationsAloneHaveNoLimit) {
  const auto s = schedule_of(2, {phase("work", 1, schedule::Ordering::free,
                                       [](auto) { return std::vector{compute(5)}; })});
  const Timeline t = run(s, star({{}, {}}), one_each(2), Bytes(1e6));
  EXPECT_FALSE(t.classes[0].has_limit);
  EXPECT_EQ(t.classes[0].transfer_time, Seconds(0));
  EXPECT_NEAR(in_microseconds(t.classes[0].waiting_time), 5, 1e-9);
  EXPECT_TRUE(t.resources.empty());
}

// What if ----------------------------------------------------------------------------------------

TEST(WhatIf, TwiceTheCapacityIsHalfTheTransfer) {
  const auto t = star({{}, {}, {}});
  const auto s = schedule_of(3, {around(3, 4)});
  const auto placement = one_each(3);
  const route::Router router(t);
  const auto simulator = Simulator::make(s, placement, router);
  ASSERT_TRUE(simulator);
  // 4 x (1000 + 1) us; then 4 x (500 + 1); without the limit 4 x 1.
  const MessageCost cost{.hardware_latency = true};
  const auto us = [&](const Simulator& one, bool lockstep) {
    return in_microseconds(one.run(Bytes(50e6), cost, {.lockstep = lockstep}).end);
  };
  for (const bool lockstep : {true, false}) {
    EXPECT_NEAR(us(*simulator, lockstep), 4004, 1e-5);
    EXPECT_NEAR(us(simulator->scaled("network", 2), lockstep), 2004, 1e-5);
    EXPECT_NEAR(us(simulator->scaled("network", kUnlimited.value()), lockstep), 4, 1e-8);
    EXPECT_NEAR(us(simulator->scaled("nvlink", 2), lockstep), 4004, 1e-5);
  }
}

TEST(WhatIf, RemovingEveryLimitGivesNoUtilisation) {
  const auto t = star({{50, 0}, {50, 0}});
  const auto s = schedule_of(2, {around(2, 1)});
  const auto placement = one_each(2);
  const route::Router router(t);
  const auto simulator = Simulator::make(s, placement, router);
  ASSERT_TRUE(simulator);
  const Timeline timeline = simulator->scaled("network", kUnlimited.value()).run(Bytes(1e6), {});
  EXPECT_EQ(timeline.end, Seconds(0));
  for (const auto& use : timeline.resources) EXPECT_EQ(use.utilisation, 0);
}

// Message costs ----------------------------------------------------------------------------------

TEST(MessageCost, DependsOnWhatCarriesTheMessage) {
  const MessageCost cost{.over_fabric = microseconds(1),
                         .over_pcie = microseconds(2),
                         .over_network = microseconds(4)};
  const auto us = [&](route::Mode mode, const MessageCost& c,
                      route::Distance distance = route::Distance::sys) {
    return in_microseconds(c.latency({mode, distance, microseconds(10)}));
  };
  EXPECT_NEAR(us(route::Mode::local, cost), 0, 1e-12);
  EXPECT_NEAR(us(route::Mode::nvlink, cost), 1, 1e-12);
  EXPECT_NEAR(us(route::Mode::p2p, cost), 2, 1e-12);
  EXPECT_NEAR(us(route::Mode::staged, cost), 2, 1e-12);
  EXPECT_NEAR(us(route::Mode::network, cost), 4, 1e-12);
  EXPECT_NEAR(us(route::Mode::gdr, cost), 2, 1e-12);  // of one server
  EXPECT_NEAR(us(route::Mode::gdr, cost, route::Distance::net), 4, 1e-12);
  MessageCost with_hardware = cost;
  with_hardware.hardware_latency = true;
  EXPECT_NEAR(us(route::Mode::nvlink, with_hardware), 11, 1e-12);
}

}  // namespace
}  // namespace weft::simulate::test
