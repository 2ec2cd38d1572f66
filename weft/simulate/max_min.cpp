#include "weft/simulate/max_min.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace weft::simulate {
namespace {

// Resources whose level is this close to the lowest fill up at the same time.
constexpr double kTie = 1e-12;

// The flows of each resource, as one array with offsets.
struct FlowsByResource {
  std::vector<std::uint32_t> offset;
  std::vector<std::uint32_t> flow;
};

FlowsByResource transpose(const FlowSet& flows, const std::vector<bool>& active) {
  FlowsByResource by;
  by.offset.assign(flows.resource_count() + 1, 0);
  const auto counts = [&](std::size_t f) { return active.empty() || active[f]; };
  for (std::size_t f = 0; f < flows.size(); ++f)
    if (counts(f))
      for (const FlowUse& use : flows.uses(f)) ++by.offset[use.resource + 1];
  for (std::size_t r = 0; r < flows.resource_count(); ++r) by.offset[r + 1] += by.offset[r];
  by.flow.resize(by.offset.back());
  std::vector<std::uint32_t> next(by.offset.begin(), by.offset.end() - 1);
  for (std::size_t f = 0; f < flows.size(); ++f)
    if (counts(f))
      for (const FlowUse& use : flows.uses(f))
        by.flow[next[use.resource]++] = static_cast<std::uint32_t>(f);
  return by;
}

}  // namespace

Allocation max_min(const FlowSet& flows, const std::vector<bool>& active) {
  Allocation result;
  result.rates.assign(flows.size(), 0.0);
  result.bottleneck.assign(flows.size(), Allocation::kNone);

  const FlowsByResource by = transpose(flows, active);
  std::vector<double> left(flows.resource_count());      // capacity not given away
  std::vector<double> demand(flows.resource_count(), 0);  // Σ weights of flows still rising
  std::vector<bool> rising(flows.size(), false);
  for (std::size_t r = 0; r < flows.resource_count(); ++r) left[r] = flows.capacity(r).value();
  for (std::size_t f = 0; f < flows.size(); ++f) {
    if (!active.empty() && !active[f]) continue;
    rising[f] = !flows.uses(f).empty();
    if (!rising[f]) result.rates[f] = std::numeric_limits<double>::infinity();
    for (const FlowUse& use : flows.uses(f)) demand[use.resource] += use.weight;
  }
  std::vector<std::uint32_t> open;  // resources with flows that still rise
  for (std::uint32_t r = 0; r < flows.resource_count(); ++r)
    if (by.offset[r] != by.offset[r + 1]) open.push_back(r);
  std::vector<std::uint32_t> rising_flows(flows.resource_count());
  for (std::size_t r = 0; r < flows.resource_count(); ++r)
    rising_flows[r] = by.offset[r + 1] - by.offset[r];

  while (!open.empty()) {
    double level = std::numeric_limits<double>::infinity();
    for (const std::uint32_t r : open)
      level = std::min(level, std::max(0.0, left[r]) / demand[r]);
    const double up_to = level * (1 + kTie);
    for (const std::uint32_t r : open) {
      if (rising_flows[r] == 0 || std::max(0.0, left[r]) / demand[r] > up_to) continue;
      for (std::uint32_t k = by.offset[r]; k < by.offset[r + 1]; ++k) {
        const std::uint32_t f = by.flow[k];
        if (!rising[f]) continue;
        rising[f] = false;
        result.rates[f] = level;
        result.bottleneck[f] = r;
        for (const FlowUse& use : flows.uses(f)) {
          left[use.resource] -= level * use.weight;
          demand[use.resource] -= use.weight;
          --rising_flows[use.resource];
        }
      }
    }
    std::erase_if(open, [&](std::uint32_t r) { return rising_flows[r] == 0; });
  }
  return result;
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
