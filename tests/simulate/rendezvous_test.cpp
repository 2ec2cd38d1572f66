// The α-β model of textbooks: both ends of a message take part from its start to its arrival.
#include "weft/topology/ideal_switch.hpp"

#include <vector>

#include "tests/simulate/support.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

using schedule::Move;
using schedule::Ordering;
using schedule::Rank;

constexpr MessageCost kOverlapped{.hardware_latency = true};
constexpr MessageCost kTextbook{.hardware_latency = true, .rendezvous = true};

// Messages of 100 kB take 2 us at 50 GB/s, and arrive 3 us later.
double time_us(const schedule::Schedule& s, const MessageCost& cost) {
  const auto net = topology::ideal_switch(s.ranks, gigabytes_per_second(50), microseconds(3));
  return in_microseconds(run(s, net, one_each(s.ranks), Bytes(100e3), cost).end);
}

schedule::PhasePtr one_message(Rank from, Rank to) {
  return phase("message", 1, Ordering::after_receive, [from, to](Rank r) {
    if (r == from) return std::vector<Move>{send(to)};
    if (r == to) return std::vector<Move>{recv(from)};
    return std::vector<Move>{};
  });
}

TEST(Rendezvous, KeepsASenderUntilItsMessageHasArrived) {
  // Rank 0 tells 1, then 2. Overlapped, the second leaves at 2 us and arrives at 7; else after 5.
  const auto s = schedule_of(3, {one_message(0, 1), one_message(0, 2)});
  EXPECT_NEAR(time_us(s, kOverlapped), 7, 1e-9);
  EXPECT_NEAR(time_us(s, kTextbook), 10, 1e-9);
}

TEST(Rendezvous, WaitsForAReceiverThatIsNotThereYet) {
  // Rank 0 hears from 1, then from 2, which has nothing else to do. Overlapped, both share the port
  // of rank 0 at once: 4 us and 3 us of latency.
  const auto s = schedule_of(3, {one_message(1, 0), one_message(2, 0)});
  EXPECT_NEAR(time_us(s, kOverlapped), 7, 1e-9);
  EXPECT_NEAR(time_us(s, kTextbook), 10, 1e-9);
}

TEST(Rendezvous, PaysTheLatencyOfEveryPieceOfAChain) {
  // 4 ranks, 5 pieces of 20 kB (0.4 us): (5 + 4 - 2) (3 + 0.4). Overlapped, pieces follow each
  // other at their bytes: 3 hops of 3.4 us and 4 more pieces of 0.4 us.
  const auto s = schedule_of(4, {chain(4, 5)}, 5);
  EXPECT_NEAR(time_us(s, kTextbook), 7 * 3.4, 1e-9);
  EXPECT_NEAR(time_us(s, kOverlapped), 3 * 3.4 + 4 * 0.4, 1e-9);
}

TEST(Rendezvous, ChangesNothingWhereEveryoneWaitsForWhatItReceives) {
  const auto s = schedule_of(8, {around(8, 7)}, 8);
  EXPECT_NEAR(time_us(s, kTextbook), 7 * (3 + 0.25), 1e-9);
  EXPECT_NEAR(time_us(s, kTextbook), time_us(s, kOverlapped), 1e-12);
}

}  // namespace
}  // namespace weft::simulate::test
