#include "weft/simulate/fluid.hpp"

#include "weft/simulate/finish_heap.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace weft::simulate {
namespace {

// Ends closer than this, relative to the time since the start, are one instant.
constexpr double kInstant = 1e-13;
constexpr double kNever = LevelSolver::kUnlimited;

class Player {
 public:
  Player(const FlowPaths& paths, const std::vector<double>& capacity,
         const std::vector<FluidFlow>& flows, std::vector<CapacityChange> changes)
      : flows_(flows),
        changes_(std::move(changes)),
        solver_(paths, capacity),
        ends_(flows.size()),
        left_(flows.size(), 0),
        since_(flows.size(), 0),
        rate_(flows.size(), 0),
        moving_(flows.size(), 0),
        order_(flows.size()) {
    run_.end.assign(flows.size(), kNever);
    run_.limit.assign(flows.size(), LevelSolver::kNone);
    std::iota(order_.begin(), order_.end(), 0U);
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return flows[a].start < flows[b].start;
    });
    std::stable_sort(
        changes_.begin(), changes_.end(),
        [](const CapacityChange& a, const CapacityChange& b) { return a.time < b.time; });
  }

  FluidRun run() {
    while (true) {
      const double next = std::min({next_start(), next_change(), next_end()});
      if (next == kNever) break;
      now_ = std::max(now_, next);
      take_ends();
      take_changes();
      take_starts();
      follow_rates();
      ++run_.instants;
    }
    return std::move(run_);
  }

 private:
  double next_start() const {
    return next_start_ < order_.size() ? flows_[order_[next_start_]].start : kNever;
  }
  double next_change() const {
    return next_change_ < changes_.size() ? changes_[next_change_].time : kNever;
  }
  double next_end() const { return ends_.empty() ? kNever : ends_.first_time(); }

  void take_ends() {
    const double until = now_ * (1 + kInstant);
    while (!ends_.empty() && ends_.first_time() <= until) {
      const std::uint32_t flow = ends_.first();
      ends_.remove(flow);
      run_.end[flow] = now_;
      run_.limit[flow] = solver_.limit(flow);
      moving_[flow] = 0;
      solver_.stop(flow);
    }
  }

  void take_changes() {
    for (; next_change() <= now_; ++next_change_)
      solver_.set_capacity(changes_[next_change_].resource, changes_[next_change_].capacity);
  }

  void take_starts() {
    for (; next_start() <= now_; ++next_start_) {
      const std::uint32_t flow = order_[next_start_];
      if (flows_[flow].bytes == 0) {
        run_.end[flow] = now_;
        continue;
      }
      left_[flow] = flows_[flow].bytes;
      since_[flow] = now_;
      moving_[flow] = 1;
      rate_[flow] = 0;
      solver_.start(flow, flows_[flow].cap);
    }
  }

  void follow_rates() {
    for (const std::uint32_t flow : solver_.update()) {
      if (!moving_[flow]) continue;
      left_[flow] = std::max(0.0, left_[flow] - rate_[flow] * (now_ - since_[flow]));
      since_[flow] = now_;
      rate_[flow] = solver_.rate(flow);
      if (left_[flow] == 0 || rate_[flow] == kNever)
        ends_.set(flow, now_);
      else if (rate_[flow] > 0)
        ends_.set(flow, now_ + left_[flow] / rate_[flow]);
      else
        ends_.remove(flow);  // until a capacity rises again
    }
  }

  const std::vector<FluidFlow>& flows_;
  std::vector<CapacityChange> changes_;
  LevelSolver solver_;
  FinishHeap ends_;
  std::vector<double> left_;   // bytes, at since_
  std::vector<double> since_;  // seconds
  std::vector<double> rate_;   // since then
  std::vector<char> moving_;
  std::vector<std::uint32_t> order_;  // flows by start
  std::size_t next_start_ = 0;
  std::size_t next_change_ = 0;
  double now_ = 0;
  FluidRun run_;
};

}  // namespace

FluidRun play(const FlowPaths& paths, const std::vector<double>& capacity,
              const std::vector<FluidFlow>& flows, std::vector<CapacityChange> changes) {
  return Player(paths, capacity, flows, std::move(changes)).run();
}

}  // namespace weft::simulate
