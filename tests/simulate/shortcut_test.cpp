// Lockstep, periods and writing out must not change any time.
#include <string>
#include <vector>

#include "tests/simulate/random_schedule.hpp"
#include "tests/simulate/support.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

using schedule::Move;
using schedule::Ordering;
using schedule::Rank;
using schedule::Timeline;

void expect_same(const Timeline& a, const Timeline& b, const std::string& what) {
  const double tolerance = 1e-9 * a.end.value();
  ASSERT_NEAR(a.end.value(), b.end.value(), tolerance) << what;
  ASSERT_EQ(a.classes.size(), b.classes.size());
  for (std::size_t i = 0; i < a.classes.size(); ++i) {
    ASSERT_NEAR(a.classes[i].start.value(), b.classes[i].start.value(), tolerance) << what;
    ASSERT_NEAR(a.classes[i].end.value(), b.classes[i].end.value(), tolerance) << what;
    ASSERT_NEAR(a.classes[i].transfer_time.value(), b.classes[i].transfer_time.value(),
                1e-6 * a.end.value())
        << what;
  }
}

// All combinations against playing everything.
void expect_shortcuts_agree(const schedule::Schedule& s, const topology::Topology& t,
                            const schedule::Placement& placement, Bytes size,
                            const std::string& what) {
  const MessageCost cost{.hardware_latency = true};
  const Timeline played =
      run(s, t, placement, size, cost, {.lockstep = false, .periods = false, .classes = false});
  for (const bool lockstep : {true, false})
    for (const bool periods : {true, false})
      for (const bool classes : {true, false})
        expect_same(played, run(s, t, placement, size, cost, {lockstep, periods, classes}),
                    what + ", lockstep " + std::to_string(lockstep) + ", periods " +
                        std::to_string(periods) + ", classes " + std::to_string(classes));
}

std::vector<std::vector<Host>> networks(std::size_t n) {
  std::vector<std::vector<Host>> all(6, std::vector<Host>(n));
  all[1][n / 2].gBps = 25;  // one slow host
  all[2][0].gBps = 25;      // two slow hosts, unlike
  all[2][n / 2].gBps = 31;
  for (std::size_t i = 0; i < n; ++i) all[3][i].latency_us = 1 + static_cast<double>(i % 3);
  for (std::size_t i = 0; i < n; ++i) all[4][i] = {50.0 - static_cast<double>(i), 0.5};
  for (std::size_t i = 0; i < n; ++i) all[5][i].gBps = 50 + 1e-7 * static_cast<double>(i);
  return all;
}

TEST(Shortcuts, AgreeForRingsOnUnevenNetworks) {
  for (const Rank n : {2u, 3u, 8u, 17u})
    for (const std::uint32_t slots : {1u, 2u, 8u}) {
      int network = 0;
      for (const auto& hosts : networks(n)) {
        auto s = schedule_of(n, {around(n, 40), around(n, 40)}, n);
        s.slots = slots;
        expect_shortcuts_agree(s, star(hosts), one_each(n), Bytes(1e6 * n),
                               "ring of " + std::to_string(n) + ", network " +
                                   std::to_string(network++) + ", slots " + std::to_string(slots));
      }
    }
}

TEST(Shortcuts, AgreeForLongChainsWithMorePiecesThanSlots) {
  for (const Rank n : {2u, 3u, 6u})
    for (const std::uint32_t slots : {1u, 2u, 8u}) {
      int network = 0;
      for (const auto& hosts : networks(n)) {
        auto s = schedule_of(n, {chain(n, 300)}, 300);
        s.slots = slots;
        expect_shortcuts_agree(s, star(hosts), one_each(n), Bytes(3e8),
                               "chain of " + std::to_string(n) + ", network " +
                                   std::to_string(network++) + ", slots " + std::to_string(slots));
      }
    }
}

TEST(Shortcuts, AgreeForChannelsWithOrdersOfTheirOwn) {
  constexpr Rank kN = 6;
  int network = 0;
  for (const auto& hosts : networks(kN)) {
    auto s = schedule_of(kN, {around(kN, 60)}, kN);
    s.channels = 3;
    const auto placement =
        one_each(kN, {{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {0, 2, 4, 1, 3, 5}});
    expect_shortcuts_agree(s, star(hosts), placement, Bytes(6e6),
                           "three channels, network " + std::to_string(network++));
  }
}

TEST(Shortcuts, AgreeForEveryOrderingWithComputations) {
  for (const Ordering ordering : {Ordering::after_receive, Ordering::barrier, Ordering::free}) {
    int network = 0;
    for (const auto& hosts : networks(5)) {
      const auto step = phase("step", 100, ordering, [](Rank r) {
        return std::vector<Move>{compute(3 + r), send((r + 1) % 5), recv((r + 4) % 5)};
      });
      expect_shortcuts_agree(schedule_of(5, {step, around(5, 4)}, 5), star(hosts), one_each(5),
                             Bytes(5e6),
                             "ordering " + std::to_string(static_cast<int>(ordering)) +
                                 ", network " + std::to_string(network++));
    }
  }
}

TEST(Shortcuts, AgreeWhereOnlySomeRanksTakePart) {
  // Ranks 0 to 2 go around 200 times while 3 and 4 wait for the last phase.
  const auto some = phase("some", 200, Ordering::after_receive, [](Rank r) {
    if (r > 2) return std::vector<Move>{};
    return std::vector<Move>{send((r + 1) % 3), recv((r + 2) % 3)};
  });
  int network = 0;
  for (const auto& hosts : networks(5))
    expect_shortcuts_agree(schedule_of(5, {some, around(5, 3)}, 5), star(hosts), one_each(5),
                           Bytes(5e6), "network " + std::to_string(network++));
}

TEST(Shortcuts, NearlyEqualHostsAreNotTakenForEqual) {
  // One host's messages take 0.2 ns longer than the 1.2 us of the others. From one iteration to
  // the next the state is off by a fraction of that: too little to see beside a message, but over
  // 4000 iterations it adds up.
  auto hosts = std::vector<Host>(4, Host{50, 1});
  hosts[1].latency_us += 0.0004;
  const auto s = schedule_of(4, {around(4, 4000)}, 4);
  const auto t = star(hosts);
  expect_shortcuts_agree(s, t, one_each(4), Bytes(4e4), "nearly equal");
}

TEST(WrittenOut, TakesAsLongAsTheRegularPhase) {
  Random random(17);
  int compared = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Case c = random_case(random);
    // Across phases and in other orderings a rank may do more at once than one long program.
    if (c.schedule.phases.size() != 1 ||
        c.schedule.phases[0]->ordering() != Ordering::after_receive)
      continue;
    const Timeline regular = run(c.schedule, c.topology, c.placement, c.size, c.cost);
    const Timeline listed = run(written_out(c.schedule), c.topology, c.placement, c.size, c.cost);
    ASSERT_NEAR(listed.end.value(), regular.end.value(), 1e-9 * regular.end.value()) << trial;
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

TEST(WrittenOut, TakesAsLongForRingsAndChainsOnUnevenNetworks) {
  constexpr Rank kN = 6;
  for (const auto& hosts : networks(kN))
    for (const std::uint32_t slots : {1u, 2u, 8u})
      for (const auto& phases : {std::vector{around(kN, 11), around(kN, 5)}, {chain(kN, 20)}}) {
        auto s = schedule_of(kN, phases, kN);
        s.slots = slots;
        const auto t = star(hosts);
        const double regular = run(s, t, one_each(kN), Bytes(6e6)).end.value();
        EXPECT_NEAR(run(written_out(s), t, one_each(kN), Bytes(6e6)).end.value(), regular,
                    1e-9 * regular);
      }
}

// 6 ranks, 300 pieces over 5 connections each: more than 1 000 starts and ends, played one by one.
TEST(Simulator, BreaksOffWhatIsTooLongToPlay) {
  const auto s = schedule_of(6, {chain(6, 300)}, 300);
  const topology::Topology t = star(networks(6)[4]);
  SimulateOptions all{.lockstep = false, .periods = false, .classes = false};
  const Timeline whole = run(s, t, one_each(6), Bytes(3e8), {}, all);
  EXPECT_TRUE(whole.finished);
  all.most_changes = 1000;
  const Timeline part = run(s, t, one_each(6), Bytes(3e8), {}, all);
  EXPECT_FALSE(part.finished);
  EXPECT_GT(part.end, Seconds(0));
  EXPECT_LT(part.end, whole.end);
}

}  // namespace
}  // namespace weft::simulate::test
