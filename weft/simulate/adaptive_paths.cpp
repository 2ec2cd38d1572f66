#include "weft/simulate/adaptive_paths.hpp"

#include <algorithm>

namespace weft::simulate {
namespace {

constexpr double kWorthIt = 1.1;
constexpr std::uint8_t kMostLooks = 32;

}  // namespace

// Any cable may be chosen: all of them are resources from the start.
AdaptivePaths::AdaptivePaths(NetworkFlows& network, std::uint32_t cables, bool looks_again)
    : network_(&network), looks_again_(looks_again), flows_on_(2 * std::size_t{cables}, 0) {
  for (topology::Cable cable = 0; cable < cables; ++cable)
    for (const bool down : {true, false}) network_->resource_of(cable, down);
}

void AdaptivePaths::add(const Ends& ends) {
  flows_.push_back(ends);
  looks_.push_back(0);
  network_->add_places(ends.from, ends.to, paths_);
}

std::span<FlowUse> AdaptivePaths::places(std::uint32_t flow) {
  return std::span(paths_.uses)
      .subspan(paths_.offset[flow], paths_.offset[flow + 1] - paths_.offset[flow]);
}

void AdaptivePaths::count(std::uint32_t flow, int sign) {
  for (const FlowUse& use : places(flow)) {
    const auto [cable, down] = network_->cable(use.resource);
    flows_on_[2 * std::size_t{cable} + (down ? 0 : 1)] += sign;
  }
}

void AdaptivePaths::starts(std::uint32_t flow) {
  const Ends& ends = flows_[flow];
  network_->choose(ends.from, ends.to, ends.flow, *this, places(flow));
  count(flow, +1);
}

void AdaptivePaths::ends(std::uint32_t flow) { count(flow, -1); }

bool AdaptivePaths::leaves(std::uint32_t flow, double rate, std::uint32_t limit) {
  if (!looks_again_ || looks_[flow] >= kMostLooks || !network_->joins_switches(limit)) return false;
  const Ends& ends = flows_[flow];
  count(flow, -1);
  other_.resize(places(flow).size());
  network_->choose(ends.from, ends.to, ends.flow, *this, other_);
  double promised = LevelSolver::kUnlimited;
  for (const FlowUse& use : other_) {
    const auto [cable, down] = network_->cable(use.resource);
    promised = std::min(promised,
                        network_->capacity()[use.resource] / (use.weight * (on(cable, down) + 1)));
  }
  count(flow, +1);
  if (promised < rate * kWorthIt) return false;
  ++looks_[flow];
  return true;
}

}  // namespace weft::simulate
