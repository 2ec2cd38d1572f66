#include "weft/simulate/max_min.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/format.h>

namespace weft::simulate {
namespace {

// Resources whose level is this close to the lowest fill up at the same time.
constexpr double kTie = 1e-12;
// Taking weights away one by one loses digits; once so little is left, the rest is added up anew.
constexpr double kSumAgainBelow = 1e-2;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class MaxMinSolver {
 public:
  explicit MaxMinSolver(const FlowSet& flows);

  // Sets the rates and bottlenecks of the flows in `which`, as if there were no others.
  void solve(std::span<const std::uint32_t> which, Allocation& allocation);

 private:
  struct Filling {
    double left = 0;          // capacity not given away
    double demand = 0;        // Σ weights of flows still rising
    float demand_summed = 0;  // `demand` when it was last added up
    std::uint32_t first = 0;  // into flow_
    std::uint32_t flows = 0;
    std::uint32_t rising = 0;
  };

  void list_flows(std::span<const std::uint32_t> which);
  double level(std::uint32_t resource, const Allocation& allocation);
  void freeze(std::uint32_t flow, double rate, Allocation& allocation);
  void add_up(std::uint32_t resource, const Allocation& allocation);

  const FlowSet* flows_;
  std::vector<Filling> filling_;     // [resource]
  std::vector<std::uint32_t> open_;  // resources with flows that still rise
  std::vector<std::uint32_t> flow_;  // flows by resource
  std::vector<bool> rising_;         // [flow]
};

MaxMinSolver::MaxMinSolver(const FlowSet& flows)
    : flows_(&flows), filling_(flows.resource_count()), rising_(flows.size(), false) {}

void MaxMinSolver::solve(std::span<const std::uint32_t> which, Allocation& allocation) {
  for (const std::uint32_t f : which) {
    allocation.rates[f] = kInfinity;
    allocation.bottleneck[f] = Allocation::kNone;
  }
  list_flows(which);
  while (!open_.empty()) {
    double lowest = kInfinity;
    for (const std::uint32_t r : open_) lowest = std::min(lowest, level(r, allocation));
    if (lowest == kInfinity) break;  // no resource limits those that are left
    for (const std::uint32_t r : open_) {
      Filling& here = filling_[r];
      if (here.rising == 0 || level(r, allocation) > lowest * (1 + kTie)) continue;
      for (std::uint32_t k = here.first; k < here.first + here.flows; ++k) {
        if (!rising_[flow_[k]]) continue;
        allocation.bottleneck[flow_[k]] = r;
        freeze(flow_[k], lowest, allocation);
      }
    }
    std::erase_if(open_, [&](std::uint32_t r) { return filling_[r].rising == 0; });
  }
}

// Which flows each resource has, as one array with a place for each resource.
void MaxMinSolver::list_flows(std::span<const std::uint32_t> which) {
  open_.clear();
  for (const std::uint32_t f : which) {
    rising_[f] = !flows_->uses(f).empty();
    for (const FlowUse& use : flows_->uses(f))
      if (filling_[use.resource].flows++ == 0) open_.push_back(use.resource);
  }
  std::uint32_t next = 0;
  for (const std::uint32_t r : open_) {
    Filling& here = filling_[r];
    here.left = flows_->capacity(r).value();
    here.demand = 0;
    here.first = next;
    next += here.flows;
    here.rising = 0;
  }
  flow_.resize(next);
  for (const std::uint32_t f : which)
    for (const FlowUse& use : flows_->uses(f)) {
      Filling& here = filling_[use.resource];
      flow_[here.first + here.rising++] = f;
      here.demand += use.weight;
      here.demand_summed = static_cast<float>(here.demand);
    }
}

// The rate at which a resource is full, with what it has given away so far.
double MaxMinSolver::level(std::uint32_t resource, const Allocation& allocation) {
  Filling& here = filling_[resource];
  if (here.demand < kSumAgainBelow * here.demand_summed) add_up(resource, allocation);
  return std::max(0.0, here.left) / here.demand;
}

void MaxMinSolver::freeze(std::uint32_t flow, double rate, Allocation& allocation) {
  rising_[flow] = false;
  allocation.rates[flow] = rate;
  for (const FlowUse& use : flows_->uses(flow)) {
    Filling& there = filling_[use.resource];
    there.left -= rate * use.weight;
    there.demand -= use.weight;
    --there.rising;
  }
}

void MaxMinSolver::add_up(std::uint32_t resource, const Allocation& allocation) {
  Filling& here = filling_[resource];
  here.left = flows_->capacity(resource).value();
  here.demand = 0;
  for (std::uint32_t k = here.first; k < here.first + here.flows; ++k) {
    const std::uint32_t f = flow_[k];
    for (const FlowUse& use : flows_->uses(f)) {
      if (use.resource != resource) continue;
      if (rising_[f])
        here.demand += use.weight;
      else
        here.left -= allocation.rates[f] * use.weight;
    }
  }
  here.demand_summed = static_cast<float>(here.demand);
}

}  // namespace

Allocation max_min(const FlowSet& flows, const std::vector<bool>& active) {
  Allocation allocation;
  allocation.rates.assign(flows.size(), 0.0);
  allocation.bottleneck.assign(flows.size(), Allocation::kNone);
  std::vector<std::uint32_t> which;
  which.reserve(flows.size());
  for (std::uint32_t f = 0; f < flows.size(); ++f)
    if (active.empty() || active[f]) which.push_back(f);
  MaxMinSolver(flows).solve(which, allocation);
  return allocation;
}

std::string certificate(const FlowSet& flows, const Allocation& allocation,
                        const std::vector<bool>& active, double tolerance) {
  std::vector<double> load(flows.resource_count(), 0);
  std::vector<double> highest(flows.resource_count(), 0);
  const auto counts = [&](std::size_t f) {
    return (active.empty() || active[f]) && !flows.uses(f).empty();
  };
  for (std::size_t f = 0; f < flows.size(); ++f) {
    if (!counts(f)) continue;
    for (const FlowUse& use : flows.uses(f)) {
      load[use.resource] += allocation.rates[f] * use.weight;
      highest[use.resource] = std::max(highest[use.resource], allocation.rates[f]);
    }
  }
  for (std::size_t r = 0; r < flows.resource_count(); ++r)
    if (load[r] > flows.capacity(r).value() * (1 + tolerance))
      return fmt::format("resource {} carries {} of {}", r, load[r], flows.capacity(r).value());
  for (std::size_t f = 0; f < flows.size(); ++f) {
    if (!counts(f)) continue;
    const auto uses = flows.uses(f);
    const bool limited = std::any_of(uses.begin(), uses.end(), [&](const FlowUse& use) {
      return load[use.resource] >= flows.capacity(use.resource).value() * (1 - tolerance) &&
             allocation.rates[f] >= highest[use.resource] * (1 - tolerance);
    });
    if (!limited) return fmt::format("flow {} has no bottleneck and could be faster", f);
  }
  return {};
}

}  // namespace weft::simulate
