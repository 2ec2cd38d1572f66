#include "weft/simulate/level_solver.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace weft::simulate {
namespace {

// Relative: what differs less is the same.
constexpr double kSame = 1e-13;
// Evaluations of each resource in one update, beyond which relaxing is given up. Usual are 1.2.
constexpr std::uint64_t kMostRounds = 30;

bool differs(double a, double b) {
  return a != b && !(std::abs(a - b) <= kSame * std::max(std::abs(a), std::abs(b)));
}

}  // namespace

LevelSolver::LevelSolver(const FlowPaths& paths, std::vector<double> capacity)
    : paths_(&paths),
      capacity_(std::move(capacity)),
      level_(capacity_.size(), kUnlimited),
      members_(capacity_.size()),
      place_(paths.uses.size(), 0),
      cap_(paths.size(), kUnlimited),
      rate_(paths.size(), 0),
      limit_(paths.size(), kNone),
      active_(paths.size(), 0),
      is_dirty_(capacity_.size(), 0),
      is_changed_(paths.size(), 0) {}

void LevelSolver::start(std::uint32_t flow, double cap) {
  WEFT_ASSERT(!active_[flow], "a flow starts once");
  active_[flow] = 1;
  cap_[flow] = cap;
  for (std::uint32_t u = paths_->offset[flow]; u < paths_->offset[flow + 1]; ++u) {
    auto& members = members_[paths_->uses[u].resource];
    place_[u] = static_cast<std::uint32_t>(members.size());
    members.push_back({flow, u});
    mark(paths_->uses[u].resource);
  }
  assign(flow);
}

void LevelSolver::stop(std::uint32_t flow) {
  WEFT_ASSERT(active_[flow], "only what has started stops");
  active_[flow] = 0;
  rate_[flow] = 0;
  limit_[flow] = kNone;
  for (std::uint32_t u = paths_->offset[flow]; u < paths_->offset[flow + 1]; ++u) {
    const std::uint32_t resource = paths_->uses[u].resource;
    auto& members = members_[resource];
    members[place_[u]] = members.back();
    place_[members[place_[u]].use] = place_[u];
    members.pop_back();
    // Where nothing is full, one flow less changes nothing.
    if (level_[resource] != kUnlimited || members.empty()) mark(resource);
  }
}

void LevelSolver::set_capacity(std::uint32_t resource, double capacity) {
  capacity_[resource] = capacity;
  mark(resource);
}

const std::vector<std::uint32_t>& LevelSolver::update() {
  const std::uint64_t before = evaluations_;
  std::uint64_t most = kMostRounds * (dirty_.size() + 8);
  for (std::uint32_t resource = 0; take_lowest(resource);) {
    evaluate(resource);
    if (evaluations_ - before <= most) continue;
    // So far only a few were touched: the limit grows with what there is.
    if (most < kMostRounds * capacity_.size()) {
      most = kMostRounds * capacity_.size();
      continue;
    }
    fill_from_nothing();
    break;
  }
  // What starting and stopping noted counts as well.
  for (const std::uint32_t flow : changed_) is_changed_[flow] = 0;
  told_.swap(changed_);
  changed_.clear();
  std::erase_if(told_, [&](std::uint32_t flow) { return !active_[flow]; });
  return told_;
}

void LevelSolver::mark(std::uint32_t resource) {
  if (is_dirty_[resource]) return;
  is_dirty_[resource] = 1;
  // What is not full may become so at any level; its fair share is the lowest of them.
  double least = level_[resource];
  if (least == kUnlimited && !members_[resource].empty())
    least = capacity_[resource] / static_cast<double>(members_[resource].size());
  dirty_.emplace_back(least, resource);
  std::push_heap(dirty_.begin(), dirty_.end(), std::greater<>());
}

bool LevelSolver::take_lowest(std::uint32_t& resource) {
  if (dirty_.empty()) return false;
  std::pop_heap(dirty_.begin(), dirty_.end(), std::greater<>());
  resource = dirty_.back().second;
  dirty_.pop_back();
  is_dirty_[resource] = 0;
  return true;
}

void LevelSolver::evaluate(std::uint32_t resource) {
  ++evaluations_;
  const auto& members = members_[resource];
  parts_.clear();
  for (const Member& member : members)
    parts_.push_back({limit_elsewhere(member.flow, resource), paths_->uses[member.use].weight});
  const double now = solve(capacity_[resource]);
  level_[resource] = now;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::uint32_t flow = members[i].flow;
    const double before = rate_[flow];
    const bool is_limited_here = now < parts_[i].limit;
    if (!differs(std::min(parts_[i].limit, now), before) &&
        (limit_[flow] == resource) == is_limited_here)
      continue;
    assign(flow);
    // What a flow takes of a resource is its rate: where that stays, the equation there holds.
    if (!differs(before, rate_[flow])) continue;
    for (const FlowUse& use : paths_->of(flow))
      if (use.resource != resource) mark(use.resource);
  }
}

// The level at which parts_ fill the capacity; infinite where they do not.
double LevelSolver::solve(double capacity) {
  double demand = 0;
  double weights = 0;
  for (const Part& part : parts_) {
    demand += part.weight * part.limit;
    weights += part.weight;
  }
  if (weights == 0 || demand <= capacity * (1 + kSame)) return kUnlimited;
  // From below: those that are limited elsewhere leave the rest to the others.
  double level = capacity / weights;
  while (true) {
    double left = capacity;
    double rising = 0;
    for (const Part& part : parts_) {
      if (part.limit <= level)
        left -= part.weight * part.limit;
      else
        rising += part.weight;
    }
    if (rising == 0) return level;
    const double next = std::max(0.0, left) / rising;
    if (next <= level * (1 + kSame)) return std::max(level, next);
    level = next;
  }
}

double LevelSolver::limit_elsewhere(std::uint32_t flow, std::uint32_t resource) const {
  double least = cap_[flow];
  for (const FlowUse& use : paths_->of(flow))
    if (use.resource != resource) least = std::min(least, level_[use.resource]);
  return least;
}

void LevelSolver::assign(std::uint32_t flow) {
  double least = cap_[flow];
  std::uint32_t limit = kNone;
  for (const FlowUse& use : paths_->of(flow))
    if (level_[use.resource] < least) {
      least = level_[use.resource];
      limit = use.resource;
    }
  limit_[flow] = limit;
  if (least == rate_[flow]) return;
  rate_[flow] = least;
  note(flow);
}

void LevelSolver::note(std::uint32_t flow) {
  if (is_changed_[flow]) return;
  is_changed_[flow] = 1;
  changed_.push_back(flow);
}

// Progressive filling: the resource with the lowest level is right; its flows are fixed, and so on.
void LevelSolver::fill_from_nothing() {
  for (const auto& [level, resource] : dirty_) is_dirty_[resource] = 0;
  dirty_.clear();
  std::vector<double> fixed(rate_.size(), -1);
  std::fill(level_.begin(), level_.end(), kUnlimited);
  std::vector<std::uint32_t> open;
  for (std::uint32_t r = 0; r < capacity_.size(); ++r)
    if (!members_[r].empty()) open.push_back(r);
  while (true) {
    double lowest = kUnlimited;
    std::uint32_t which = kNone;
    for (const std::uint32_t r : open) {
      parts_.clear();
      bool rises = false;
      for (const Member& m : members_[r]) {
        rises = rises || fixed[m.flow] < 0;
        parts_.push_back(
            {fixed[m.flow] < 0 ? cap_[m.flow] : fixed[m.flow], paths_->uses[m.use].weight});
      }
      const double level = rises ? solve(capacity_[r]) : kUnlimited;
      if (level < lowest) {
        lowest = level;
        which = r;
      }
    }
    if (which == kNone) break;
    level_[which] = lowest;
    for (const Member& m : members_[which])
      if (fixed[m.flow] < 0) fixed[m.flow] = std::min(cap_[m.flow], lowest);
    std::erase(open, which);
  }
  for (std::uint32_t flow = 0; flow < rate_.size(); ++flow)
    if (active_[flow]) assign(flow);
}

std::string LevelSolver::certificate(double tolerance) const {
  for (std::uint32_t r = 0; r < capacity_.size(); ++r) {
    double load = 0;
    for (const Member& m : members_[r]) load += rate_[m.flow] * paths_->uses[m.use].weight;
    if (load > capacity_[r] * (1 + tolerance))
      return fmt::format("resource {} carries {} of {}", r, load, capacity_[r]);
    if (level_[r] != kUnlimited && load < capacity_[r] * (1 - tolerance))
      return fmt::format("resource {} limits at {} and carries {} of {}", r, level_[r], load,
                         capacity_[r]);
  }
  for (std::uint32_t flow = 0; flow < rate_.size(); ++flow) {
    if (!active_[flow]) continue;
    double least = cap_[flow];
    for (const FlowUse& use : paths_->of(flow)) least = std::min(least, level_[use.resource]);
    if (std::abs(rate_[flow] - least) > tolerance * least)
      return fmt::format("flow {} has {} where its path allows {}", flow, rate_[flow], least);
  }
  return {};
}

}  // namespace weft::simulate
