// What the ring schedules take on an ideal switch, against the closed forms of the α-β model.
#include "weft/collective/algorithm.hpp"
#include "weft/schedule/listed_phase.hpp"
#include "weft/simulate/simulator.hpp"
#include "weft/topology/ideal_switch.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

using collective::Collective;
using collective::Shape;
using schedule::Rank;

constexpr double kAlpha = 2e-6;
constexpr double kRate = 50e9;

schedule::Placement hosts(Rank n) {
  std::vector<ComponentId> ranks;
  for (Rank r = 0; r < n; ++r) ranks.emplace_back(r);
  return schedule::Placement(std::move(ranks));
}

double simulated(const schedule::Schedule& s, double size,
                 const simulate::SimulateOptions& options = {}) {
  const auto t = topology::ideal_switch(s.ranks, Bandwidth(kRate), Seconds(kAlpha));
  const route::Router router(t);
  const auto placement = hosts(s.ranks);
  const auto simulator = simulate::Simulator::make(s, placement, router);
  if (!simulator) {
    ADD_FAILURE() << to_string(simulator.error());
    return 0;
  }
  return simulator->run(Bytes(size), {.hardware_latency = true}, options).end.value();
}

schedule::Schedule ring(Collective collective, const Shape& shape) {
  return build(*collective::find_algorithm("ring").value(), collective, shape).value();
}

// One formula for all n, sizes, channels and ways of simulating.
template <class Formula>
void expect_formula(Collective collective, Formula formula) {
  for (Rank n = 2; n <= 33; ++n)
    for (const double size : {1.0, 65536.0, 1e6, 1e9})
      for (const std::uint32_t channels : {1U, 3U}) {
        const auto s = ring(collective, {.ranks = n, .channels = channels});
        const double expected = formula(static_cast<double>(n), size);
        for (const bool lockstep : {true, false})
          for (const bool periods : {true, false})
            ASSERT_NEAR(simulated(s, size, {lockstep, periods}), expected, 1e-9 * expected)
                << n << " ranks, " << size << " B, " << channels << " channels";
      }
}

TEST(RingTimes, AllReduceTakesTwiceTheStepsOfAHalf) {
  // 2 (n-1) (a + S/nB)
  expect_formula(Collective::all_reduce,
                 [](double n, double size) { return 2 * (n - 1) * (kAlpha + size / n / kRate); });
}

TEST(RingTimes, AllGatherAndReduceScatterTakeOneHalf) {
  // (n-1) (a + S/nB)
  for (const Collective half : {Collective::all_gather, Collective::reduce_scatter})
    expect_formula(half,
                   [](double n, double size) { return (n - 1) * (kAlpha + size / n / kRate); });
}

TEST(RingTimes, SendRecvTakesOneStep) {
  // a + S/B
  expect_formula(Collective::send_recv, [](double, double size) { return kAlpha + size / kRate; });
}

TEST(RingTimes, ABroadcastAlongTheRingPipelinesItsPieces) {
  // The sender may go on during a message's latency: (n-1) a + (pieces + n - 2) S / pieces B, for
  // any root.
  for (const Rank n : {2U, 3U, 5U, 16U, 33U})
    for (const std::uint64_t pieces : {1U, 2U, 7U, 8U, 9U, 40U})
      for (const Rank root : {0U, n / 2}) {
        const double size = 1e7;
        const auto count = static_cast<double>(pieces);
        const double expected = (n - 1) * kAlpha + (count + n - 2) / count * size / kRate;
        const auto s = ring(Collective::broadcast, {.ranks = n, .root = root, .pieces = pieces});
        for (const bool periods : {true, false})
          ASSERT_NEAR(simulated(s, size, {.periods = periods}), expected, 1e-9 * expected)
              << n << " ranks, " << pieces << " pieces, root " << root;
      }
}

TEST(RingTimes, WrittenOutTheyAreTheSame) {
  for (const Rank n : {2U, 5U, 16U})
    for (const Collective collective : {Collective::all_reduce, Collective::all_gather,
                                        Collective::broadcast, Collective::reduce_scatter}) {
      const auto s = ring(collective, {.ranks = n, .pieces = 20});
      const double regular = simulated(s, 1e7);
      EXPECT_NEAR(simulated(written_out(s), 1e7), regular, 1e-9 * regular)
          << n << ' ' << schedule::word(collective);
    }
}

}  // namespace
}  // namespace weft
