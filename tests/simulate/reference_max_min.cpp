#include "tests/simulate/reference_max_min.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace weft::simulate::test {
namespace {

using Real = long double;
constexpr Real kFree = std::numeric_limits<Real>::infinity();

struct Demand {
  Real elsewhere = 0;  // the flow's rate if this resource did not limit it
  Real weight = 0;
};

// The rate at which the flows fill the capacity; infinite where they cannot.
Real level_of(std::vector<Demand> demands, Real capacity) {
  std::sort(demands.begin(), demands.end(),
            [](const Demand& a, const Demand& b) { return a.elsewhere < b.elsewhere; });
  Real weight = 0;
  for (const Demand& d : demands) weight += d.weight;
  Real used = 0;
  for (const Demand& d : demands) {
    // All from here on at this rate would fill it: the level is at or below.
    if (used + d.elsewhere * weight >= capacity) return (capacity - used) / weight;
    used += d.elsewhere * d.weight;
    weight -= d.weight;
  }
  return kFree;
}

}  // namespace

std::vector<double> reference_rates(const FlowSet& flows, const std::vector<bool>& active) {
  const auto counts = [&](std::size_t f) { return active.empty() || active[f]; };
  std::vector<Real> level(flows.resource_count(), kFree);
  for (std::size_t round = 0; round < 2 * flows.resource_count() + 4; ++round) {
    std::vector<std::vector<Demand>> demands(flows.resource_count());
    for (std::size_t f = 0; f < flows.size(); ++f) {
      if (!counts(f)) continue;
      for (const FlowUse& here : flows.uses(f)) {
        Real elsewhere = kFree;
        for (const FlowUse& other : flows.uses(f))
          if (other.resource != here.resource)
            elsewhere = std::min(elsewhere, level[other.resource]);
        demands[here.resource].push_back({elsewhere, here.weight});
      }
    }
    for (std::size_t r = 0; r < level.size(); ++r)
      level[r] = level_of(std::move(demands[r]), flows.capacity(r).value());
  }
  std::vector<double> rates(flows.size(), 0);
  for (std::size_t f = 0; f < flows.size(); ++f) {
    if (!counts(f)) continue;
    Real rate = kFree;
    for (const FlowUse& use : flows.uses(f)) rate = std::min(rate, level[use.resource]);
    rates[f] = static_cast<double>(rate);
  }
  return rates;
}

}  // namespace weft::simulate::test
