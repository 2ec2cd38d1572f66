#include "tests/simulate/reference_fluid.hpp"

#include <algorithm>
#include <limits>

namespace weft::simulate::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// All rates rise together; what is full, or has its cap, stays.
std::vector<double> fair_rates(const FluidProblem& p, const std::vector<double>& capacity,
                               const std::vector<bool>& moves) {
  std::vector<double> rate(p.flows.size(), 0);
  std::vector<bool> rises = moves;
  while (true) {
    double level = kInfinity;
    for (std::size_t f = 0; f < rate.size(); ++f)
      if (rises[f]) level = std::min(level, p.flows[f].cap);
    std::vector<double> full(capacity.size(), kInfinity);
    for (std::size_t r = 0; r < capacity.size(); ++r) {
      double left = capacity[r];
      double weight = 0;
      for (std::size_t f = 0; f < rate.size(); ++f)
        for (const FlowUse& use : p.paths.of(f)) {
          if (use.resource != r || !moves[f]) continue;
          if (rises[f])
            weight += use.weight;
          else
            left -= rate[f] * use.weight;
        }
      if (weight > 0) full[r] = std::max(0.0, left) / weight;
      level = std::min(level, full[r]);
    }
    bool any = false;
    for (std::size_t f = 0; f < rate.size(); ++f) {
      if (!rises[f]) continue;
      bool stays = p.flows[f].cap <= level;
      for (const FlowUse& use : p.paths.of(f))
        stays = stays || full[use.resource] <= level * (1 + 1e-13);
      if (!stays && level < kInfinity) continue;
      rate[f] = level;
      rises[f] = false;
      any = true;
    }
    if (!any) return rate;
  }
}

}  // namespace

std::vector<double> reference_ends(const FluidProblem& p) {
  const std::size_t n = p.flows.size();
  std::vector<double> capacity = p.capacity;
  std::vector<double> end(n, kInfinity);
  std::vector<double> left(n);
  std::vector<bool> moves(n, false);
  std::vector<bool> over(n, false);
  for (std::size_t f = 0; f < n; ++f) left[f] = p.flows[f].bytes;
  const auto start_of = [&](std::size_t f) {
    double start = p.flows[f].start;
    for (const auto& [before, after] : p.order.pairs)
      if (after == f) start = std::max(start, end[before]);
    return start + p.flows[f].delay;
  };
  double now = 0;
  while (true) {
    const std::vector<double> rate = fair_rates(p, capacity, moves);
    double next = kInfinity;
    for (std::size_t f = 0; f < n; ++f) {
      if (over[f]) continue;
      if (!moves[f])
        next = std::min(next, start_of(f));
      else if (left[f] == 0 || rate[f] == kInfinity)
        next = now;
      else if (rate[f] > 0)
        next = std::min(next, now + left[f] / rate[f]);
    }
    for (const CapacityChange& change : p.changes)
      if (change.time > now) next = std::min(next, change.time);
    if (next == kInfinity) return end;
    next = std::max(next, now);
    for (std::size_t f = 0; f < n; ++f) {
      if (!moves[f]) continue;
      const bool ends = left[f] == 0 || rate[f] == kInfinity ||
                        (rate[f] > 0 && now + left[f] / rate[f] <= next * (1 + 1e-13));
      left[f] = ends ? 0 : left[f] - rate[f] * (next - now);
      if (!ends) continue;
      moves[f] = false;
      over[f] = true;
      end[f] = next;
    }
    for (const CapacityChange& change : p.changes)
      if (change.time > now && change.time <= next) capacity[change.resource] = change.capacity;
    now = next;
    for (bool again = true; again;) {
      again = false;
      for (std::size_t f = 0; f < n; ++f) {
        if (over[f] || moves[f] || start_of(f) > now) continue;
        if (left[f] == 0) {
          over[f] = true;
          end[f] = now;
          again = true;
        } else {
          moves[f] = true;
        }
      }
    }
  }
}

}  // namespace weft::simulate::test
