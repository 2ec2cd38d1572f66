// The closed forms of algorithms in the α-β model against their schedules, played on an ideal
// switch. Goes through the whole table, so that a new row is tested without a new line.
#include "weft/collective/bounds.hpp"
#include "weft/simulate/simulator.hpp"
#include "weft/topology/ideal_switch.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/collective/laws.hpp"
#include <gtest/gtest.h>

namespace weft::laws {
namespace {

using collective::AlphaBeta;
using collective::Collective;
using collective::Rank;
using collective::Shape;

constexpr AlphaBeta kNet{microseconds(2), gigabytes_per_second(50)};

// Endpoints with one full-duplex port each.
class Net {
 public:
  explicit Net(Rank ranks)
      : topology_(topology::ideal_switch(ranks, kNet.rate, kNet.alpha)), router_(topology_) {
    std::vector<ComponentId> hosts;
    for (Rank rank = 0; rank < ranks; ++rank) hosts.emplace_back(rank);
    placement_.emplace(std::move(hosts));
  }

  std::optional<simulate::Simulator> prepare(const schedule::Schedule& schedule) const {
    auto simulator = simulate::Simulator::make(schedule, *placement_, router_);
    if (simulator) return std::move(*simulator);
    ADD_FAILURE() << to_string(simulator.error());
    return std::nullopt;
  }

 private:
  topology::Topology topology_;
  route::Router router_;
  std::optional<schedule::Placement> placement_;
};

constexpr simulate::MessageCost kTextbook{.hardware_latency = true, .rendezvous = true};
constexpr simulate::MessageCost kOverlapped{.hardware_latency = true};

class AlgorithmTime : public collective::test::EachAlgorithm {
 protected:
  // visit(collective, shape, simulator) for 2 to 64 ranks, all variants and some pieces.
  template <class Visit>
  void for_each_schedule(Visit visit) const {
    for (Rank n = 2; n <= 64; ++n) {
      const Net net(n);
      for (const Collective kind : collectives())
        for (const std::uint64_t pieces : pieces_of(kind))
          for (const Shape& shape : collective::test::fitting(
                   algorithm(), kind, {.ranks = n, .root = n / 3, .pieces = pieces})) {
            const auto schedule = collective::test::built(algorithm(), kind, shape);
            const auto simulator = net.prepare(schedule);
            ASSERT_TRUE(simulator);
            visit(kind, shape, *simulator);
            if (HasFatalFailure()) return;
          }
    }
  }

  Seconds closed(Collective collective, const Shape& shape, Bytes size) const {
    return algorithm().time(collective, shape, size, collective::same_everywhere(kNet));
  }

 private:
  std::set<std::uint64_t> pieces_of(Collective collective) const {
    if (!pipelines(algorithm(), collective)) return {1};
    return {1, 2, 9};
  }
};

// Messages in which latency is all, in which both count, and in which bytes are all: 2 us are 100
// kB.
std::vector<Bytes> sizes_of(const Shape& shape) {
  const double messages = static_cast<double>(shape.ranks) * static_cast<double>(shape.pieces);
  return {Bytes(64 * messages), Bytes(1e5 * messages), Bytes(1e9 * messages)};
}

TEST_P(AlgorithmTime, IsThatOfItsScheduleOnAnIdealSwitch) {
  for_each_schedule([&](Collective collective, const Shape& shape, const auto& simulator) {
    for (const Bytes size : sizes_of(shape)) {
      const double played = simulator.run(size, kTextbook).end.value();
      const double stated = closed(collective, shape, size).value();
      if (is_exact(algorithm(), collective, shape)) {
        ASSERT_NEAR(played / stated, 1, 1e-9) << collective::test::text(shape);
      } else {
        // The side of a tree that is not full runs ahead: at five ranks by a fifth, then less.
        ASSERT_LE(played, stated * (1 + 1e-9)) << collective::test::text(shape);
        ASSERT_GE(played, stated * 0.75) << collective::test::text(shape);
      }
    }
  });
}

TEST_P(AlgorithmTime, CountsItsStepsWhereMessagesAreEmpty) {
  for_each_schedule([&](Collective collective, const Shape& shape, const auto& simulator) {
    const Seconds played = simulator.run(Bytes(0), kTextbook).end;
    ASSERT_NEAR(played / kNet.alpha, static_cast<double>(algorithm().steps(collective, shape)),
                1e-9)
        << collective::test::text(shape);
  });
}

TEST_P(AlgorithmTime, IsNeverLessThanItsBytesNeed) {
  for_each_schedule([&](Collective collective, const Shape& shape, const auto& simulator) {
    const Bytes size(1e9);
    const Seconds least = collective::least_bytes(collective, shape.ranks, size) / kNet.rate;
    ASSERT_GE(simulator.run(size, kOverlapped).end.value(), least.value() * (1 - 1e-9))
        << collective::test::text(shape);
  });
}

INSTANTIATE_TEST_SUITE_P(Table, AlgorithmTime,
                         ::testing::ValuesIn(collective::test::all_algorithms()),
                         collective::test::name_of);

}  // namespace
}  // namespace weft::laws
