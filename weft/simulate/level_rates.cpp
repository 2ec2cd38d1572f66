// Rates that follow changes, with an end for each flow: for resources that have few flows.
#include "weft/simulate/finish_heap.hpp"
#include "weft/simulate/fluid_rates.hpp"
#include "weft/simulate/level_solver.hpp"

#include <algorithm>

namespace weft::simulate {
namespace {

constexpr double kNever = LevelSolver::kUnlimited;

class LevelRates final : public FluidRates {
 public:
  LevelRates(const FlowPaths& paths, const std::vector<double>& capacity)
      : solver_(paths, capacity), ends_(paths.size()), flows_(paths.size()) {}

  void start(std::uint32_t flow, double bytes, double cap, double now) override {
    flows_[flow] = {.left = bytes, .since = now, .cap = cap, .moves = true};
    solver_.start(flow, cap);
  }

  void set_capacity(std::uint32_t resource, double capacity) override {
    solver_.set_capacity(resource, capacity);
  }

  void settle(double now) override {
    changed_ = &solver_.update();
    for (const std::uint32_t flow : *changed_) {
      Flow& f = flows_[flow];
      if (!f.moves) continue;
      f.advance(now);
      f.rate = solver_.rate(flow);
      if (f.left == 0 || f.rate == kNever)
        ends_.set(flow, now);
      else if (f.rate > 0)
        ends_.set(flow, now + f.left / f.rate);
      else
        ends_.remove(flow);  // until a capacity rises again
    }
  }

  double next_end() const override { return ends_.empty() ? kNever : ends_.first_time(); }

  void take_ends(double until, double, std::vector<std::uint32_t>& ended) override {
    while (!ends_.empty() && ends_.first_time() <= until) {
      const std::uint32_t flow = ends_.first();
      ends_.remove(flow);
      flows_[flow].moves = false;
      flows_[flow].limit = solver_.limit(flow);
      solver_.stop(flow);
      ended.push_back(flow);
    }
  }

  std::uint32_t limit(std::uint32_t flow) const override {
    return flows_[flow].moves ? solver_.limit(flow) : flows_[flow].limit;
  }

  const std::vector<std::uint32_t>& changed() const override { return *changed_; }
  double rate(std::uint32_t flow) const override { return flows_[flow].rate; }
  void leave(std::uint32_t flow, double now) override {
    flows_[flow].advance(now);
    flows_[flow].rate = 0;
    solver_.stop(flow);
  }
  void enter_again(std::uint32_t flow, double now) override {
    flows_[flow].since = now;
    solver_.start(flow, flows_[flow].cap);
  }

 private:
  struct Flow {
    double left = 0;   // bytes, at `since`
    double since = 0;  // seconds
    double rate = 0;   // since then
    double cap = 0;
    std::uint32_t limit = LevelSolver::kNone;
    bool moves = false;

    void advance(double now) {
      left = std::max(0.0, left - rate * (now - since));
      since = now;
    }
  };

  LevelSolver solver_;
  FinishHeap ends_;
  std::vector<Flow> flows_;
  const std::vector<std::uint32_t>* changed_ = nullptr;
};

}  // namespace

const std::vector<std::uint32_t>& FluidRates::changed() const {
  static const std::vector<std::uint32_t> kNone;
  return kNone;
}

std::unique_ptr<FluidRates> level_rates(const FlowPaths& paths,
                                        const std::vector<double>& capacity) {
  return std::make_unique<LevelRates>(paths, capacity);
}

}  // namespace weft::simulate
