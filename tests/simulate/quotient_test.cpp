// How many lanes are left of a schedule, and that nothing else changes.
#include "weft/simulate/quotient.hpp"

#include <vector>

#include "tests/simulate/support.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

using schedule::Move;
using schedule::Ordering;
using schedule::Rank;

Quotient quotient_of(const schedule::Schedule& s, const topology::Topology& t) {
  const route::Router router(t);
  const auto placed = PlacedSchedule::make(s, one_each(s.ranks), router);
  EXPECT_TRUE(placed.has_value());
  const QuotientRules rules{.hardware_latency = true, .needed = {}};
  return quotient(site_classes(*placed, rules), rules);
}

TEST(Quotient, OfARingOfEqualsIsOneLane) {
  const auto q = quotient_of(schedule_of(9, {around(9, 8)}, 9), star(std::vector<Host>(9)));
  ASSERT_EQ(q.traffic.size(), 1u);
  ASSERT_EQ(q.traffic[0]->lanes.size(), 1u);
  EXPECT_EQ(q.traffic[0]->lanes[0].count, 9);
  EXPECT_EQ(q.cells, 1u);
}

// Two slow and two fast in turn: one message of four goes from fast to fast, and the others are
// told apart by their distance from it.
TEST(Quotient, OfARingWithAPatternIsOneLaneForEachPlaceInIt) {
  std::vector<Host> hosts(12);
  for (std::size_t i = 0; i < 12; ++i) hosts[i].gBps = i % 4 < 2 ? 25 : 50;
  const auto q = quotient_of(schedule_of(12, {around(12, 11)}, 12), star(hosts));
  EXPECT_EQ(q.traffic[0]->lanes.size(), 4u);
}

// Every message is limited to the same by one end, and what the other end has to spare does not
// matter.
TEST(Quotient, OfARingWithEverySecondHostSlowIsOneLane) {
  std::vector<Host> hosts(8);
  for (std::size_t i = 0; i < 8; i += 2) hosts[i].gBps = 25;
  const auto q = quotient_of(schedule_of(8, {around(8, 7)}, 8), star(hosts));
  EXPECT_EQ(q.traffic[0]->lanes.size(), 1u);
}

TEST(Quotient, OfARingWithOneSlowHostIsAllOfThem) {
  std::vector<Host> hosts(8);
  hosts[3].gBps = 25;
  const auto q = quotient_of(schedule_of(8, {around(8, 7)}, 8), star(hosts));
  EXPECT_EQ(q.traffic[0]->lanes.size(), 8u);
}

// Two rings beside each other: the slow host is in one, and splits that one only.
TEST(Quotient, OddHostsSplitOnlyWhatTheyAreJoinedTo) {
  std::vector<Host> hosts(12);
  hosts[7].gBps = 25;
  const auto rings = phase("rings", 5, Ordering::after_receive, [](Rank r) {
    const Rank first = r / 6 * 6;
    return std::vector<Move>{send(first + (r + 1) % 6), recv(first + (r + 5) % 6)};
  });
  const auto q = quotient_of(schedule_of(12, {rings}, 6), star(hosts));
  EXPECT_EQ(q.traffic[0]->lanes.size(), 1u + 6u);
}

TEST(Quotient, LanesOfAChainDifferByTheirPlace) {
  const auto q = quotient_of(schedule_of(6, {chain(6, 9)}), star(std::vector<Host>(6)));
  EXPECT_EQ(q.traffic[0]->lanes.size(), 5u);
}

// 8 senders and one receiver: eighths of its link's 50 GB/s.
TEST(Quotient, AResourceCarriesAllLanesOfAClass) {
  const auto incast = phase("incast", 1, Ordering::after_receive, [](Rank r) {
    if (r > 0) return std::vector<Move>{send(0)};
    std::vector<Move> all;
    for (Rank from = 1; from < 9; ++from) all.push_back(recv(from));
    return all;
  });
  const auto s = schedule_of(9, {incast});
  const auto t = star(std::vector<Host>(9));
  for (const bool classes : {true, false}) {
    const auto timeline = run(s, t, one_each(9), Bytes(1e6), {}, {.classes = classes});
    EXPECT_NEAR(timeline.end.value(), 8 * 1e6 / 50e9, 1e-15);
  }
}

// Both hosts send at once over Ethernet: the acknowledgements of each are on the other's way out,
// so that the cables into the hosts are spare at first, and needed after all.
TEST(Quotient, SpareCablesThatFillUpAreTakenBackIn) {
  for (const Rank n : {2u, 3u, 7u}) {
    const auto s = schedule_of(n, {around(n, n - 1), around(n, 3)}, n);
    const auto t = ethernet_star(n);
    const auto all = run(s, t, one_each(n), Bytes(1e7), {}, {.classes = false});
    const auto some = run(s, t, one_each(n), Bytes(1e7), {}, {.classes = true});
    EXPECT_NEAR(some.end.value(), all.end.value(), 1e-12 * all.end.value());
  }
}

}  // namespace
}  // namespace weft::simulate::test
