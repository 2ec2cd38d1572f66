// Timelines worked out by hand.
#include "weft/base/assert.hpp"
#include "weft/topology/builder.hpp"

#include <vector>

#include "tests/simulate/support.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

using schedule::Move;
using schedule::Ordering;
using schedule::Rank;
using schedule::Timeline;

constexpr double kTolerance = 1e-9;

// Both ways of each shortcut must give the expected end.
void expect_end(const schedule::Schedule& s, const topology::Topology& t, Bytes size, double us,
                const MessageCost& cost = {.hardware_latency = true}) {
  for (const bool lockstep : {true, false})
    for (const bool periods : {true, false}) {
      const Timeline timeline =
          run(s, t, one_each(s.ranks), size, cost, {.lockstep = lockstep, .periods = periods});
      EXPECT_NEAR(in_microseconds(timeline.end), us, kTolerance * us)
          << "lockstep " << lockstep << ", periods " << periods;
    }
}

schedule::PhasePtr listed(std::vector<std::vector<Move>> moves, std::uint64_t repeat = 1,
                          Ordering ordering = Ordering::after_receive) {
  return phase("plan", repeat, ordering, [moves](Rank r) { return moves[r]; });
}

const topology::Topology& three_hosts() {
  static const topology::Topology t = star({{}, {}, {}});  // 50 GB/s and 1 us each
  return t;
}

// Sharing ----------------------------------------------------------------------------------------

TEST(Engine, OneMessageTakesItsBytesAndItsLatency) {
  // 50 MB at 50 GB/s take 1000 us; 1 us of latency.
  const auto s = schedule_of(3, {listed({{send(1)}, {recv(0)}, {}})});
  expect_end(s, three_hosts(), Bytes(50e6), 1001);
}

TEST(Engine, TwoMessagesIntoOneHostShareItsLink) {
  // 50 and 100 MB into 50 GB/s: half each until the small one ends at 2000 us, then all of it:
  // 3000 us. Two chunks of three are the large one.
  const auto s = schedule_of(3, {listed({{send(2)}, {send(2, 2)}, {recv(0), recv(1, 2)}})}, 3);
  expect_end(s, three_hosts(), Bytes(150e6), 3001);
}

TEST(Engine, ThreeMessagesIntoOneHostAreProcessorSharing) {
  // 10, 20 and 30 MB into 50 GB/s: a third each until 600 us, half each until 1000, then 1200.
  const auto t = star({{}, {}, {}, {}});
  const auto s = schedule_of(
      4, {listed({{send(3)}, {send(3, 2)}, {send(3, 3)}, {recv(0), recv(1, 2), recv(2, 3)}})}, 6);
  expect_end(s, t, Bytes(60e6), 1201);
}

TEST(Engine, AMessageIsAsFastAsTheSlowerEnd) {
  // 25 GB/s at one end: 10 MB take 400 us. Latencies of 2 and 4 us, half on each link: 3 us.
  const auto t = star({{50, 2}, {25, 4}});
  expect_end(schedule_of(2, {listed({{send(1)}, {recv(0)}})}), t, Bytes(10e6), 403);
  expect_end(schedule_of(2, {listed({{recv(1)}, {send(0)}})}), t, Bytes(10e6), 403);
}

TEST(Engine, AcknowledgementsTakeOfTheOtherDirection) {
  // Both ways at once, TCP over 100G Ethernet: data of one way and answers of the other share a
  // link, so the time is S (forward + reverse) / rate.
  const auto t = ethernet_star(2);
  const link::Load load = t.link(LinkId(0)).model.load({.engine = link::Engine::nic});
  ASSERT_GT(load.reverse, 0);
  const double us = 1e7 * (load.forward + load.reverse) / 12.5e9 * 1e6;
  const auto s = schedule_of(2, {listed({{send(1), recv(1)}, {send(0), recv(0)}})});
  expect_end(s, t, Bytes(1e7), us, {});
}

TEST(Engine, WhatAProtocolAddsComesOnTop) {
  // Launch 7 us, 3 us a message besides the hardware's 1, twice the bytes: 7 + 2000 + 4.
  const auto s = schedule_of(3, {listed({{send(1)}, {recv(0)}, {}})});
  expect_end(s, three_hosts(), Bytes(50e6), 2011,
             {.launch = microseconds(7),
              .over_network = microseconds(3),
              .hardware_latency = true,
              .expansion = 2});
}

TEST(Engine, NoBytesTakeOnlyLatency) {
  expect_end(schedule_of(3, {around(3, 5)}), three_hosts(), Bytes(0), 5);
}

TEST(Engine, RanksOnOneComponentMeetAtOnce) {
  const auto s = schedule_of(2, {listed({{send(1)}, {recv(0)}})});
  const schedule::Placement both({ComponentId(0), ComponentId(0)});
  EXPECT_EQ(run(s, three_hosts(), both, Bytes(1e9)).end, Seconds(0));
}

TEST(Engine, WithoutLimitsOnlyLatencyIsLeft) {
  const topology::Topology t = star({{1e300, 1}, {1e300, 1}});
  const auto s = schedule_of(2, {listed({{send(1)}, {recv(0)}})});
  expect_end(s, t, Bytes(1e6), 1);
}

// Waiting ----------------------------------------------------------------------------------------

TEST(Engine, AfterReceiveAnIterationWaitsForTheOneBefore) {
  // Three iterations of 1000 + 1 us around the ring.
  expect_end(schedule_of(3, {around(3, 3)}), three_hosts(), Bytes(50e6), 3003);
}

TEST(Engine, FreeIterationsFollowEachOtherOnTheConnection) {
  // Latencies overlap with the next message's bytes: 3 x 1000 + 1 us.
  const auto s = schedule_of(
      3, {listed({{send(1), recv(2)}, {send(2), recv(0)}, {send(0), recv(1)}}, 3, Ordering::free)});
  expect_end(s, three_hosts(), Bytes(50e6), 3001);
}

TEST(Engine, ABarrierHoldsTheFastForTheSlow) {
  // Rank 0 sends to 1 over 50 GB/s, 2 to 3 over 25: 200 and 400 us for 10 MB, each 1 us later.
  // With a barrier four iterations take 4 x 401; free, the fast pair is done after 4 x 200 + 1.
  const auto t = star({{50, 1}, {50, 1}, {25, 1}, {25, 1}});
  const std::vector<std::vector<Move>> moves = {{send(1)}, {recv(0)}, {send(3)}, {recv(2)}};
  expect_end(schedule_of(4, {listed(moves, 4, Ordering::barrier)}), t, Bytes(10e6), 1604);
  expect_end(schedule_of(4, {listed(moves, 4, Ordering::free)}), t, Bytes(10e6), 1601);
}

TEST(Engine, ASlowLinkSlowsTheWholeRing) {
  // Ring of four, 10 MB a step. One host has half the rate: its message out and the one into it
  // take 400 us instead of 200. With 0 latency, after k iterations the slow pair's delay has
  // spread; the last iteration ends at 400 times the number of iterations.
  const auto t = star({{25, 0}, {50, 0}, {50, 0}, {50, 0}});
  expect_end(schedule_of(4, {around(4, 9)}), t, Bytes(10e6), 3600);
}

TEST(Engine, PassingOnPipelines) {
  // Chain of four, five pieces of 10 MB: 200 us a piece and link, 1 us of latency at each of three
  // links: (5 + 2) x 200 + 3.
  const auto t = star({{}, {}, {}, {}});
  expect_end(schedule_of(4, {chain(4, 5)}, 5), t, Bytes(50e6), 1403);
}

TEST(Engine, ARankEntersAPhaseWhenItHasDoneTheOneBefore) {
  // Rank 0 sends to 1 and then, in the next phase, to 2: it need not wait for the arrival.
  // 10 MB: 200 + 200 us, 1 us for the last arrival.
  const auto s =
      schedule_of(3, {listed({{send(1)}, {recv(0)}, {}}), listed({{send(2)}, {}, {recv(0)}})});
  expect_end(s, three_hosts(), Bytes(10e6), 401);
}

TEST(Engine, RanksThatHaveNothingToDoInAPhaseGoAhead) {
  // 0 → 1 in the first phase, 2 → 3 in the second: at the same time.
  const auto t = star({{}, {}, {}, {}});
  const auto s = schedule_of(
      4, {listed({{send(1)}, {recv(0)}, {}, {}}), listed({{}, {}, {send(3)}, {recv(2)}})});
  expect_end(s, t, Bytes(10e6), 201);
}

TEST(Engine, BinomialTreePhasesOverlapByTheLatency) {
  // Broadcast to four: 0 → 1, then 0 → 2 and 1 → 3. Rank 0 sends again at 200 us, rank 1 at 201.
  // 10 MB each: 200, then 201 + 200 + 1.
  const auto t = star({{}, {}, {}, {}});
  const auto s = schedule_of(4, {listed({{send(1)}, {recv(0)}, {}, {}}),
                                 listed({{send(2)}, {send(3)}, {recv(0)}, {recv(1)}})});
  expect_end(s, t, Bytes(10e6), 402);
}

TEST(Engine, MessagesOverOneConnectionGoInOrder) {
  // Two of 10 MB to the same rank: 200 us each, one after the other; to two ranks they share the
  // sender's link and end together.
  const auto same = schedule_of(3, {listed({{send(1), send(1)}, {recv(0), recv(0)}, {}})});
  const auto two = schedule_of(3, {listed({{send(1), send(2)}, {recv(0)}, {recv(0)}})});
  for (const auto& s : {same, two}) expect_end(s, three_hosts(), Bytes(10e6), 401);
  const Timeline t = run(two, three_hosts(), one_each(3), Bytes(10e6));
  EXPECT_NEAR(in_microseconds(t.classes[0].transfer_time), 400, 400 * kTolerance);
}

TEST(Engine, IterationsDoNotOvertakeOnAConnectionWithSeveralMessages) {
  // Free: a small and a large message (10 and 30 MB, 200 and 600 us) each iteration, three times.
  // Were the second iteration's small one sent beside the first's large one, nothing would be
  // earlier in all, but messages would arrive out of order.
  const auto s = schedule_of(
      3, {listed({{send(1), send(1, 3)}, {recv(0), recv(0, 3)}, {}}, 3, Ordering::free)}, 4);
  expect_end(s, three_hosts(), Bytes(40e6), 3 * 800 + 1);
}

// Computing --------------------------------------------------------------------------------------

TEST(Engine, AMessageWaitsForTheComputationBeforeIt) {
  // 50 us of work, then 200 us of bytes and 1 us.
  const auto s = schedule_of(3, {listed({{compute(50), send(1)}, {recv(0)}, {}})});
  expect_end(s, three_hosts(), Bytes(10e6), 251);
}

TEST(Engine, AComputationWaitsForWhatIsReceivedBeforeIt) {
  const auto s = schedule_of(3, {listed({{send(1)}, {recv(0), compute(50)}, {}})});
  expect_end(s, three_hosts(), Bytes(10e6), 251);
}

TEST(Engine, ASendBeforeAComputationIsNotWaitedFor) {
  // The message and the computation go at once: 300 us of work are longer than 201.
  const auto s = schedule_of(3, {listed({{send(1), compute(300)}, {recv(0)}, {}})});
  expect_end(s, three_hosts(), Bytes(10e6), 300);
}

TEST(Engine, TheNextPhaseWaitsForTheComputation) {
  const auto s =
      schedule_of(3, {listed({{compute(50)}, {}, {}}), listed({{send(1)}, {recv(0)}, {}})});
  expect_end(s, three_hosts(), Bytes(10e6), 251);
}

TEST(Engine, TheNextIterationWaitsForTheComputation) {
  // After receiving, each rank adds for 30 us: 4 x (200 + 1 + 30).
  std::vector<std::vector<Move>> moves;
  for (Rank r = 0; r < 3; ++r) moves.push_back({send((r + 1) % 3), recv((r + 2) % 3), compute(30)});
  expect_end(schedule_of(3, {listed(moves, 4)}), three_hosts(), Bytes(10e6), 924);
}

TEST(Engine, ARankComputesOneThingAtATime) {
  // Free: two computations of 10 and 20 us, three times, nothing else.
  const auto s =
      schedule_of(3, {listed({{compute(10), compute(20)}, {compute(5)}, {}}, 3, Ordering::free)});
  expect_end(s, three_hosts(), Bytes(0), 90);
}

// FIFOs ------------------------------------------------------------------------------------------

// A chain of three whose second link is ten times slower; then rank 0 computes for 1 us.
Seconds first_is_free_at(std::uint32_t slots, std::uint64_t pieces) {
  const auto t = star({{50, 0}, {50, 0}, {5, 0}});
  auto s = schedule_of(3, {chain(3, pieces), listed({{compute(1)}, {}, {}})}, pieces);
  s.slots = slots;
  const Timeline timeline =
      run(s, t, one_each(3), Bytes(1e6) * static_cast<double>(pieces), {.hardware_latency = true});
  return timeline.classes[1].start;
}

TEST(Engine, ASenderRunsAheadByItsSlotsOnly) {
  // Pieces of 1 MB: 20 us over the first link, 200 us over the second. With room for all ten
  // rank 0 is done at 200 us. With four slots rank 1 always has a piece to pass on and takes piece
  // k out at 20 + 200 (k + 1); rank 0 sends piece 9 when piece 5 is out, at 1220 us, and is done
  // 20 us later. With one slot every piece waits until the one before is passed on: 10 x 220 less
  // the last 200 us.
  EXPECT_NEAR(in_microseconds(first_is_free_at(10, 10)), 200, 1e-6);
  EXPECT_NEAR(in_microseconds(first_is_free_at(4, 10)), 1240, 1e-6);
  EXPECT_NEAR(in_microseconds(first_is_free_at(1, 10)), 2000, 1e-6);
}

TEST(Engine, OneSlotMakesAChainWaitForEachHandOver) {
  // One slot: rank 0 may send piece k + 1 when rank 1 has passed piece k on. With equal links the
  // stages take turns: piece k leaves rank 0 at 40 k, so ten pieces take 9 x 40 + 40 us.
  const auto t = star({{50, 0}, {50, 0}, {50, 0}});
  auto s = schedule_of(3, {chain(3, 10)}, 10);
  s.slots = 1;
  expect_end(s, t, Bytes(10e6), 400);
  s.slots = 2;  // now sending and passing on overlap: (10 + 1) x 20
  expect_end(s, t, Bytes(10e6), 220);
}

TEST(Engine, SlotsAreSharedByAllMessagesOfAConnection) {
  // Rank 0 sends three messages of one iteration to rank 1, which first waits for rank 2's compute
  // of 1000 us. With one slot the second message waits until the first is taken out.
  auto s = schedule_of(3, {listed({{send(1), send(1), send(1)},
                                   {recv(2), recv(0), recv(0), recv(0)},
                                   {compute(1000), send(1)}})});
  // 10 MB: 200 us each. Rank 2's arrives at 1000 + 200 + 1. With three slots all are there by then,
  // and with one the second starts at 1201, the third at 1402: 1201 + 2 x 201.
  s.slots = 3;
  expect_end(s, three_hosts(), Bytes(10e6), 1201);
  s.slots = 1;
  expect_end(s, three_hosts(), Bytes(10e6), 1603);
}

// Channels ---------------------------------------------------------------------------------------

TEST(Engine, ChannelsShareTheLinksAndTheBytes) {
  auto s = schedule_of(3, {around(3, 2)});
  s.channels = 4;
  // Four messages of a quarter over each link at once: as long as one of all the bytes.
  expect_end(s, three_hosts(), Bytes(50e6), 2002);
}

TEST(Engine, ChannelsInOppositeDirectionsUseBothDirections) {
  auto s = schedule_of(3, {around(3, 2)});
  s.channels = 2;
  const auto placement = one_each(3, {{0, 1, 2}, {2, 1, 0}});
  // Each host sends and receives one half of S twice at the same time: both halves share its link
  // out and its link in, as before.
  const Timeline t = run(s, three_hosts(), placement, Bytes(50e6));
  EXPECT_NEAR(in_microseconds(t.end), 2002, 2002 * kTolerance);
}

// Promises ---------------------------------------------------------------------------------------

TEST(Simulator, NeedsAPlacementThatFits) {
  const route::Router router(three_hosts());
  auto s = schedule_of(3, {around(3, 2)});
  EXPECT_THROW((void)Simulator::make(s, one_each(2), router), InternalError);
  s.channels = 2;
  EXPECT_THROW((void)Simulator::make(s, one_each(3, {{0, 1, 2}}), router), InternalError);
}

TEST(Simulator, ReportsWhatCannotBeRouted) {
  topology::Builder builder("apart");
  builder.add(topology::ComponentKind::host);
  builder.add(topology::ComponentKind::host);
  const topology::Topology apart = std::move(builder).build();
  const route::Router router(apart);
  const auto s = schedule_of(2, {listed({{send(1)}, {recv(0)}})});
  const auto simulator = Simulator::make(s, one_each(2), router);
  ASSERT_FALSE(simulator);
  EXPECT_EQ(simulator.error().code, "NO_PATH");
}

TEST(Simulator, AScheduleWithoutPhasesEndsAtItsLaunch) {
  const auto s = schedule_of(3, {});
  const Timeline t = run(s, three_hosts(), one_each(3), Bytes(1e6), {.launch = microseconds(4)});
  EXPECT_EQ(t.end, microseconds(4));
  EXPECT_TRUE(t.classes.empty());
  EXPECT_TRUE(t.resources.empty());
}

TEST(Simulator, AReceiveWithoutASendIsABrokenPromise) {
  const route::Router router(three_hosts());
  const auto s = schedule_of(3, {listed({{}, {recv(0)}, {}})});  // the verifier refuses it
  EXPECT_THROW((void)Simulator::make(s, one_each(3), router), InternalError);
}

}  // namespace
}  // namespace weft::simulate::test
