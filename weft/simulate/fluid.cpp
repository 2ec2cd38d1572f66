#include "weft/simulate/fluid.hpp"

#include "weft/simulate/flow_parts.hpp"
#include "weft/simulate/fluid_rates.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace weft::simulate {
namespace {

// Ends closer than this, relative to the time since the start, are one instant.
constexpr double kInstant = 1e-13;
constexpr double kNever = LevelSolver::kUnlimited;
// Flows of a resource from which on an event changes most of all rates, so that filling wins.
constexpr std::size_t kManyFlows = 24;

// Flows that wait for others: who follows whom, as one array.
struct Followers {
  std::vector<std::uint32_t> offset;
  std::vector<std::uint32_t> flow;
  std::vector<std::uint32_t> waits;  // [flow]: for so many

  Followers(std::size_t flows, const FlowOrder& order) : offset(flows + 1, 0), waits(flows, 0) {
    for (const auto& [before, after] : order.pairs) {
      ++offset[before + 1];
      ++waits[after];
    }
    std::partial_sum(offset.begin(), offset.end(), offset.begin());
    std::vector<std::uint32_t> next(offset.begin(), offset.end() - 1);
    flow.resize(order.pairs.size());
    for (const auto& [before, after] : order.pairs) flow[next[before]++] = after;
  }
};

// One part of the whole, in its own numbers; results go to the whole's.
class Player {
 public:
  Player(const FlowPart& part, const std::vector<FluidFlow>& flows, Followers& followers,
         std::vector<CapacityChange> changes, const FluidOptions& options, FluidRun& run,
         const FlowPaths& paths)
      : part_(part),
        paths_(paths),
        flows_(flows),
        followers_(followers),
        changes_(std::move(changes)),
        chooser_(options.chooser),
        run_(run),
        rates_(is_dense(options) ? filling_rates(paths, part.capacity)
                                 : level_rates(paths, part.capacity)) {
    for (std::uint32_t i = 0; i < part.flows.size(); ++i)
      if (followers.waits[part.flows[i]] == 0) starts_.push_back(i);
    std::stable_sort(starts_.begin(), starts_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return own_start(a) < own_start(b); });
    std::stable_sort(
        changes_.begin(), changes_.end(),
        [](const CapacityChange& a, const CapacityChange& b) { return a.time < b.time; });
  }

  void play() {
    while (true) {
      const double next = std::min({next_start(), next_change(), rates_->next_end()});
      if (next == kNever) break;
      now_ = std::max(now_, next);
      take_ends();
      take_changes();
      take_starts();
      rates_->settle(now_);
      if (chooser_ != nullptr) take_detours();
      ++run_.instants;
    }
  }

 private:
  bool is_dense(const FluidOptions& options) const {
    const bool has_caps =
        std::ranges::any_of(part_.flows, [&](std::uint32_t f) { return flows_[f].cap != kNever; });
    if (options.solving != Solving::automatic)
      return options.solving == Solving::filling && !has_caps && chooser_ == nullptr;
    return !has_caps && chooser_ == nullptr &&
           paths_.uses.size() >= kManyFlows * std::max<std::size_t>(part_.capacity.size(), 1);
  }

  const FluidFlow& flow(std::uint32_t own) const { return flows_[part_.flows[own]]; }
  double own_start(std::uint32_t own) const { return flow(own).start + flow(own).delay; }

  double next_start() const {
    const double first = next_start_ < starts_.size() ? own_start(starts_[next_start_]) : kNever;
    return released_.empty() ? first : std::min(first, released_.front().first);
  }
  double next_change() const {
    return next_change_ < changes_.size() ? changes_[next_change_].time : kNever;
  }

  void take_ends() {
    ended_.clear();
    rates_->take_ends(now_ * (1 + kInstant), now_, ended_);
    for (const std::uint32_t own : ended_) {
      const std::uint32_t limit = rates_->limit(own);
      if (limit != LevelSolver::kNone) run_.limit[part_.flows[own]] = part_.resources[limit];
      if (chooser_ != nullptr) chooser_->ends(part_.flows[own]);
      end(own);
    }
  }

  void take_changes() {
    for (; next_change() <= now_; ++next_change_)
      rates_->set_capacity(changes_[next_change_].resource, changes_[next_change_].capacity);
  }

  // What has nothing to move ends at once, and lets others start at the same instant.
  void take_starts() {
    while (next_start() <= now_) {
      if (next_start_ < starts_.size() && own_start(starts_[next_start_]) <= now_) {
        start(starts_[next_start_++]);
        continue;
      }
      const std::uint32_t own = released_.front().second;
      std::pop_heap(released_.begin(), released_.end(), std::greater<>());
      released_.pop_back();
      start(own);
    }
  }

  void start(std::uint32_t own) {
    const FluidFlow& f = flow(own);
    run_.start[part_.flows[own]] = now_;
    if (f.bytes == 0 || (f.cap == kNever && paths_.of(own).empty())) return end(own);
    if (chooser_ != nullptr) chooser_->starts(part_.flows[own]);
    rates_->start(own, f.bytes, f.cap, now_);
  }

  void end(std::uint32_t own) {
    const std::uint32_t flow = part_.flows[own];
    run_.end[flow] = now_;
    for (std::uint32_t i = followers_.offset[flow]; i < followers_.offset[flow + 1]; ++i) {
      const std::uint32_t after = followers_.flow[i];
      if (--followers_.waits[after] > 0) continue;
      const auto place = std::lower_bound(part_.flows.begin(), part_.flows.end(), after);
      released_.emplace_back(std::max(flows_[after].start, now_) + flows_[after].delay,
                             static_cast<std::uint32_t>(place - part_.flows.begin()));
      std::push_heap(released_.begin(), released_.end(), std::greater<>());
    }
  }

  void take_detours() {
    detours_.clear();
    for (const std::uint32_t own : rates_->changed()) {
      const std::uint32_t limit = rates_->limit(own);
      if (limit != LevelSolver::kNone && chooser_->leaves(own, rates_->rate(own), limit))
        detours_.push_back(own);
    }
    if (detours_.empty()) return;
    for (const std::uint32_t own : detours_) {
      rates_->leave(own, now_);
      chooser_->ends(own);
      chooser_->starts(own);
      rates_->enter_again(own, now_);
    }
    rates_->settle(now_);
  }

  const FlowPart& part_;
  const FlowPaths& paths_;
  const std::vector<FluidFlow>& flows_;
  Followers& followers_;
  std::vector<CapacityChange> changes_;
  PathChooser* chooser_;
  FluidRun& run_;
  std::unique_ptr<FluidRates> rates_;
  std::vector<std::uint32_t> starts_;  // flows that wait for nobody, by start
  std::size_t next_start_ = 0;
  std::vector<std::pair<double, std::uint32_t>> released_;  // heap: flows whose wait is over
  std::size_t next_change_ = 0;
  std::vector<std::uint32_t> ended_;
  std::vector<std::uint32_t> detours_;
  double now_ = 0;
};

// All as one part that keeps every number, for who names flows and resources while it plays.
FlowPart whole(const FlowPaths& paths, const std::vector<double>& capacity) {
  FlowPart part;
  part.flows.resize(paths.size());
  std::iota(part.flows.begin(), part.flows.end(), 0U);
  part.resources.resize(capacity.size());
  std::iota(part.resources.begin(), part.resources.end(), 0U);
  part.capacity = capacity;
  return part;
}

}  // namespace

FluidRun play(const FlowPaths& paths, const std::vector<double>& capacity,
              const std::vector<FluidFlow>& flows, std::vector<CapacityChange> changes,
              const FlowOrder& order, const FluidOptions& options) {
  FluidRun run;
  run.start.assign(flows.size(), kNever);
  run.end.assign(flows.size(), kNever);
  run.limit.assign(flows.size(), LevelSolver::kNone);
  Followers followers(flows.size(), order);
  if (options.chooser != nullptr) {
    const FlowPart all = whole(paths, capacity);
    Player(all, flows, followers, std::move(changes), options, run, paths).play();
    return run;
  }
  std::vector<bool> changing(capacity.size(), false);
  for (const CapacityChange& change : changes) changing[change.resource] = true;
  std::vector<bool> left_out(capacity.size(), false);
  if (options.reduces) {
    left_out = implied(paths, capacity, changing);
  } else {
    for (std::size_t r = 0; r < capacity.size(); ++r)
      left_out[r] = capacity[r] == kNever && !changing[r];
  }
  std::vector<FlowPart> parts = split(paths, capacity, left_out, order);
  std::vector<std::uint32_t> own(capacity.size());
  for (const FlowPart& part : parts) {
    std::vector<CapacityChange> here;
    if (!changes.empty()) {
      for (std::uint32_t r = 0; r < part.resources.size(); ++r) own[part.resources[r]] = r;
      for (const CapacityChange& change : changes) {
        const auto found = std::ranges::lower_bound(part.resources, change.resource);
        if (found != part.resources.end() && *found == change.resource)
          here.push_back({change.time, own[change.resource], change.capacity});
      }
    }
    Player(part, flows, followers, std::move(here), options, run, part.paths).play();
  }
  return run;
}

}  // namespace weft::simulate
