// Abstract resources, seeded randomness, hand-made networks: what the simulator's tests share.
#pragma once

#include "weft/schedule/listed_phase.hpp"
#include "weft/schedule/placement.hpp"
#include "weft/simulate/flow_set.hpp"
#include "weft/simulate/simulator.hpp"
#include "weft/topology/graph.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace weft::simulate::test {

// The same numbers on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t below(std::uint64_t bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state_ >> 33U) % bound;
  }
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(below(1U << 30U)) / (1U << 30U);
  }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

// A topology of nothing but resources: resource i is ResourceId(i).
topology::Topology resources(const std::vector<double>& capacities);

// Hosts on one switch; each host's link has a rate (GB/s) and a latency (us) of its own.
struct Host {
  double gBps = 50;
  double latency_us = 1;  // from one host to another, if both have the same
};
topology::Topology star(const std::vector<Host>& hosts);
// The same with TCP over 100G Ethernet: frames, and acknowledgements against the data.
topology::Topology ethernet_star(std::size_t hosts);

// rank r on component r.
schedule::Placement one_each(std::size_t ranks);
schedule::Placement one_each(std::size_t ranks, std::vector<std::vector<schedule::Rank>> orders);

// Regular phases from functions.
class TestPhase final : public schedule::Phase {
 public:
  using Moves = std::function<std::vector<schedule::Move>(schedule::Rank)>;

  TestPhase(std::string name, std::uint64_t repeat, schedule::Ordering ordering, Moves moves)
      : name_(std::move(name)), repeat_(repeat), ordering_(ordering), moves_(std::move(moves)) {}

  std::string name() const override { return name_; }
  std::uint64_t repeat() const override { return repeat_; }
  schedule::Ordering ordering() const override { return ordering_; }
  void moves(schedule::Rank rank, std::vector<schedule::Move>& out) const override {
    for (const schedule::Move& move : moves_(rank)) out.push_back(move);
  }
  // Which chunk it is makes no difference to time.
  std::uint64_t chunk(schedule::Rank, std::uint32_t, std::uint64_t) const override { return 0; }

 private:
  std::string name_;
  std::uint64_t repeat_;
  schedule::Ordering ordering_;
  Moves moves_;
};

schedule::PhasePtr phase(std::string name, std::uint64_t repeat, schedule::Ordering ordering,
                         TestPhase::Moves moves);

// One buffer of `chunks`; each move of one chunk carries S/chunks.
schedule::Schedule schedule_of(schedule::Rank ranks, std::vector<schedule::PhasePtr> phases,
                               std::uint64_t chunks = 1);

// Everyone sends to the next rank and receives from the one before, `repeat` times.
schedule::PhasePtr around(schedule::Rank ranks, std::uint64_t repeat);
// From rank 0 along the ranks, one piece per iteration.
schedule::PhasePtr chain(schedule::Rank ranks, std::uint64_t pieces);

schedule::Move send(schedule::Rank to, std::uint32_t chunks = 1);
schedule::Move recv(schedule::Rank from, std::uint32_t chunks = 1);
schedule::Move pass_on(schedule::Rank from, schedule::Rank to, std::uint32_t chunks = 1);
schedule::Move compute(double us);

// Runs a schedule on a topology; the test fails where it cannot be placed.
schedule::Timeline run(const schedule::Schedule& schedule, const topology::Topology& topology,
                       const schedule::Placement& placement, Bytes size,
                       const MessageCost& cost = {.hardware_latency = true},
                       const SimulateOptions& options = {});

}  // namespace weft::simulate::test
