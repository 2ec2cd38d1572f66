#include "weft/simulate/filling_rates.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace weft::simulate {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
// Levels that differ less, relative, are one, in whatever order they stand.
constexpr double kTie = 1e-12;
// So many moves in the order for one event are no repair any more.
constexpr std::size_t kMostRaises = 8;

// Whether so many new flows are better placed all at once.
bool is_many(std::size_t arriving, std::size_t active) {
  return arriving > 64 && 4 * arriving > active;
}

}  // namespace

FillingRates::FillingRates(const FlowPaths& paths, const std::vector<double>& capacity)
    : paths_(paths),
      capacity_(capacity),
      level_(capacity.size(), 0),
      place_(capacity.size(), kNone),
      members_(capacity.size()),
      member_place_(paths.uses.size(), 0),
      columns_(capacity.size()),
      classes_(capacity.size()),
      limit_(paths.size(), kNone),
      done_at_(paths.size(), 0),
      active_(paths.size(), 0),
      passed_(capacity.size(), 0),
      next_end_(kNever) {}

// --- what an instant brings

void FillingRates::start(std::uint32_t flow, double bytes, double cap, double) {
  WEFT_ASSERT(cap == kNever && paths_.offset[flow] < paths_.offset[flow + 1],
              "a flow's own limit is a resource here");
  active_[flow] = 1;
  ++active_flows_;
  waiting_.emplace_back(flow, bytes);
  for (std::uint32_t u = paths_.offset[flow]; u < paths_.offset[flow + 1]; ++u) {
    auto& members = members_[paths_.uses[u].resource];
    member_place_[u] = static_cast<std::uint32_t>(members.size());
    members.push_back({flow, u});
  }
}

void FillingRates::set_capacity(std::uint32_t resource, double capacity) {
  capacity_[resource] = capacity;
  touched_ =
      std::min<std::size_t>(touched_, std::min<std::size_t>(place_[resource], order_.size()));
}

void FillingRates::take_ends(double until, double now, std::vector<std::uint32_t>& ended) {
  const std::size_t before = ended.size();
  for (const std::uint32_t r : order_) {
    Class& here = classes_[r];
    while (!here.done.empty()) {
      const auto [at, flow] = here.done.front();
      const bool is_stale = !active_[flow] || limit_[flow] != r || done_at_[flow] != at;
      if (!is_stale && !(here.since + (at - here.clock) / level_[r] <= until)) break;
      std::pop_heap(here.done.begin(), here.done.end(), std::greater<>());
      here.done.pop_back();
      if (is_stale) continue;
      active_[flow] = 0;
      ended.push_back(flow);
    }
  }
  static_cast<void>(now);
  for (std::size_t i = before; i < ended.size(); ++i) {
    const std::uint32_t flow = ended[i];
    --active_flows_;
    touched_ = std::min<std::size_t>(touched_, place_[limit_[flow]]);
    count(flow, limit_[flow], -1);
    leave_members(flow);
  }
}

void FillingRates::settle(double now) {
  if (is_many(waiting_.size(), active_flows_)) {
    fill_from_nothing(now);
  } else {
    if (touched_ < order_.size()) drop_empty_classes(touched_, order_.size());
    admit(now);
    go_through(std::min(touched_, order_.size()), now);
  }
  touched_ = ~std::size_t{0};
  find_next_end();
}

// --- flows and classes

void FillingRates::count(std::uint32_t flow, std::uint32_t resource, int sign) {
  for (const FlowUse& use : paths_.of(flow))
    if (sign > 0)
      columns_.add(use.resource, resource, use.weight);
    else
      columns_.take(use.resource, resource, use.weight);
}

void FillingRates::leave_members(std::uint32_t flow) {
  for (std::uint32_t u = paths_.offset[flow]; u < paths_.offset[flow + 1]; ++u) {
    auto& members = members_[paths_.uses[u].resource];
    members[member_place_[u]] = members.back();
    member_place_[members[member_place_[u]].use] = member_place_[u];
    members.pop_back();
  }
}

double FillingRates::clock(std::uint32_t resource, double now) const {
  const Class& here = classes_[resource];
  return here.clock + level_[resource] * (now - here.since);
}

void FillingRates::set_level(std::uint32_t resource, double level, double now) {
  if (level == level_[resource]) return;
  Class& here = classes_[resource];
  here.clock = clock(resource, now);
  here.since = now;
  level_[resource] = level;
}

// done_at_ holds what is left of the flow; afterwards, when that is over by the class's clock.
void FillingRates::join(std::uint32_t flow, std::uint32_t resource, double now) {
  Class& here = classes_[resource];
  if (columns_.own(resource).flows == 0) {
    here = {.clock = 0, .since = now, .done = std::move(here.done)};
    here.done.clear();
  }
  limit_[flow] = resource;
  done_at_[flow] += clock(resource, now);
  here.done.emplace_back(done_at_[flow], flow);
  std::push_heap(here.done.begin(), here.done.end(), std::greater<>());
  count(flow, resource, +1);
}

// New flows: to the earliest class on their path, else to one of their own behind all others.
void FillingRates::admit(double now) {
  for (const auto& [flow, bytes] : waiting_) {
    std::uint32_t earliest = kNone;
    std::uint32_t tightest = kNone;
    double least = kNever;
    for (const FlowUse& use : paths_.of(flow)) {
      const std::uint32_t place = place_[use.resource];
      if (place != kNone && (earliest == kNone || place < place_[earliest]))
        earliest = use.resource;
      const double share = capacity_[use.resource] /
                           (use.weight * static_cast<double>(members_[use.resource].size()));
      if (tightest == kNone || share < least) {
        least = share;
        tightest = use.resource;
      }
    }
    if (earliest == kNone) {
      earliest = tightest;
      level_[earliest] = 0;
      place_[earliest] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(earliest);
    }
    done_at_[flow] = bytes;
    join(flow, earliest, now);
    touched_ = std::min<std::size_t>(touched_, place_[earliest]);
  }
  waiting_.clear();
}

// --- the order

// Progressive filling: the resource with the lowest level comes next, and takes all its flows.
void FillingRates::fill_from_nothing(double now) {
  for (std::uint32_t flow = 0; flow < active_.size(); ++flow)
    if (active_[flow] && limit_[flow] != kNone)
      done_at_[flow] = std::max(0.0, done_at_[flow] - clock(limit_[flow], now));
  for (const auto& [flow, bytes] : waiting_) done_at_[flow] = bytes;
  waiting_.clear();
  columns_.clear();
  order_.clear();
  std::fill(place_.begin(), place_.end(), kNone);
  std::fill(level_.begin(), level_.end(), 0.0);
  std::vector<char> is_open(active_);
  std::vector<double> left(capacity_);
  std::vector<double> weight(capacity_.size(), 0);
  std::vector<std::uint32_t> open(capacity_.size(), 0);
  std::vector<std::pair<double, std::uint32_t>> heap;
  const auto share = [&](std::uint32_t r) { return std::max(0.0, left[r]) / weight[r]; };
  for (std::uint32_t r = 0; r < capacity_.size(); ++r) {
    classes_[r].done.clear();
    classes_[r].clock = 0;
    classes_[r].since = now;
    for (const Member& m : members_[r]) weight[r] += paths_.uses[m.use].weight;
    open[r] = static_cast<std::uint32_t>(members_[r].size());
    if (open[r] > 0) heap.emplace_back(share(r), r);
  }
  std::make_heap(heap.begin(), heap.end(), std::greater<>());
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const auto [level, r] = heap.back();
    heap.pop_back();
    if (open[r] == 0) continue;
    // Shares only rise while others are filled.
    if (const double later = share(r); later > level) {
      heap.emplace_back(later, r);
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
      continue;
    }
    place_[r] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(r);
    for (const Member& m : members_[r]) {
      if (!is_open[m.flow]) continue;
      is_open[m.flow] = 0;
      join(m.flow, r, now);
      for (const FlowUse& use : paths_.of(m.flow)) {
        left[use.resource] -= level * use.weight;
        weight[use.resource] -= use.weight;
        --open[use.resource];
      }
    }
  }
  go_through(0, now);
}

void FillingRates::go_through(std::size_t from, double now) {
  std::size_t raises = 0;
  const std::size_t most = kMostRaises * (capacity_.size() + 8);
  while (true) {
    double before = from > 0 ? level_[order_[from - 1]] : 0;
    for (std::size_t i = from; i < order_.size();) {
      const double level = evaluate(order_[i]);
      if (level < before * (1 - kTie) && raises < most) {
        ++raises;
        if (const std::size_t to = raise(order_[i], i, now); to != i) {
          i = to;
          before = i > 0 ? level_[order_[i - 1]] : 0;
          continue;
        }
      }
      set_level(order_[i], level, now);
      before = std::max(before, level);
      ++i;
    }
    const std::uint32_t over = overloaded();
    if (over == kNone || raises >= most) return;
    ++raises;
    from = raise(over, order_.size(), now);
  }
}

double FillingRates::evaluate(std::uint32_t resource) const {
  double left = capacity_[resource];
  for (const ClassColumns::Entry& entry : columns_.column(resource))
    left -= entry.weight * level_[entry.klass];
  return std::max(0.0, left) / columns_.own(resource).weight;
}

// A resource without a class on which there is more than fits.
std::uint32_t FillingRates::overloaded() const {
  for (std::uint32_t r = 0; r < capacity_.size(); ++r) {
    if (place_[r] != kNone) continue;
    double load = 0;
    for (const ClassColumns::Entry& entry : columns_.column(r))
      load += entry.weight * level_[entry.klass];
    if (load > capacity_[r] * (1 + kTie)) return r;
  }
  return kNone;
}

// Moves a resource forward from place `from` (the end, where it has no class) to where its level
// belongs; it takes over its flows from classes that it passes. Gives its place.
std::size_t FillingRates::raise(std::uint32_t resource, std::size_t from, double now) {
  double left = capacity_[resource];
  double weight = columns_.own(resource).weight;
  for (const ClassColumns::Entry& entry : columns_.column(resource)) {
    left -= entry.weight * level_[entry.klass];
    passed_[entry.klass] = entry.weight;
  }
  const double own = weight;
  std::size_t to = from;
  for (; to > 0; --to) {
    const std::uint32_t before = order_[to - 1];
    const double level = left <= 0 ? 0 : weight > 0 ? left / weight : kNever;
    if (level_[before] <= level) break;
    left += passed_[before] * level_[before];
    weight += passed_[before];
  }
  for (const ClassColumns::Entry& entry : columns_.column(resource)) passed_[entry.klass] = 0;
  if (weight == 0) return from;  // all of its flows are at a standstill elsewhere
  if (from == order_.size()) {
    place_[resource] = static_cast<std::uint32_t>(from);
    level_[resource] = 0;
    order_.push_back(resource);
  }
  if (weight > own)
    for (const Member& m : members_[resource]) {
      const std::uint32_t old = limit_[m.flow];
      if (old == resource || place_[old] < to) continue;
      done_at_[m.flow] = std::max(0.0, done_at_[m.flow] - clock(old, now));
      count(m.flow, old, -1);
      join(m.flow, resource, now);
    }
  std::rotate(order_.begin() + static_cast<std::ptrdiff_t>(to),
              order_.begin() + static_cast<std::ptrdiff_t>(from),
              order_.begin() + static_cast<std::ptrdiff_t>(from) + 1);
  drop_empty_classes(to, from + 1);
  return to;
}

// Classes whose last flow is gone leave the order.
void FillingRates::drop_empty_classes(std::size_t from, std::size_t to) {
  std::size_t kept = from;
  for (std::size_t i = from; i < to; ++i) {
    const std::uint32_t r = order_[i];
    if (columns_.own(r).flows == 0) {
      place_[r] = kNone;
      level_[r] = 0;
      continue;
    }
    order_[kept++] = r;
  }
  order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(kept),
               order_.begin() + static_cast<std::ptrdiff_t>(to));
  const std::size_t end = kept == to ? to : order_.size();
  for (std::size_t i = from; i < end; ++i) place_[order_[i]] = static_cast<std::uint32_t>(i);
}

void FillingRates::find_next_end() {
  next_end_ = kNever;
  for (const std::uint32_t r : order_) {
    Class& here = classes_[r];
    while (!here.done.empty()) {
      const auto [at, flow] = here.done.front();
      if (active_[flow] && limit_[flow] == r && done_at_[flow] == at) break;
      std::pop_heap(here.done.begin(), here.done.end(), std::greater<>());
      here.done.pop_back();
    }
    if (here.done.empty() || !(level_[r] > 0)) continue;
    next_end_ =
        std::min(next_end_, here.since + (here.done.front().first - here.clock) / level_[r]);
  }
}

std::unique_ptr<FluidRates> filling_rates(const FlowPaths& paths,
                                          const std::vector<double>& capacity) {
  return std::make_unique<FillingRates>(paths, capacity);
}

}  // namespace weft::simulate
