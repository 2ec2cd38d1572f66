#include "weft/simulate/spare_watch.hpp"

namespace weft::simulate {
namespace {

// What rounding may add to a load, relative; far below what could be seen in a time.
constexpr double kRounding = 1e-10;

}  // namespace

SpareWatch::SpareWatch(const Quotient& quotient, std::span<const double> capacity,
                       std::span<const std::uint32_t> traffic_of) {
  std::uint32_t lanes = 0;
  std::vector<std::vector<std::uint32_t>> phases(quotient.traffic.size());
  for (std::uint32_t p = 0; p < traffic_of.size(); ++p) {
    first_lane_.push_back(lanes);
    phases[traffic_of[p]].push_back(p);
    lanes += static_cast<std::uint32_t>(quotient.traffic[traffic_of[p]]->lanes.size());
  }
  parts_.resize(lanes);
  rate_.assign(lanes, 0);
  for (std::uint32_t r = 0; r < quotient.resources.size(); ++r) {
    const ResourceClass& c = quotient.resources[r];
    if (!c.is_spare) continue;
    const auto own = static_cast<std::uint32_t>(load_.size());
    load_.push_back({r, capacity[r]});
    for (const ResourceClass::Member& m : c.members)
      for (const std::uint32_t phase : phases[m.traffic])
        parts_[first_lane_[phase] + m.lane].push_back({own, m.weight});
  }
}

void SpareWatch::set_rate(std::size_t phase, std::uint32_t lane, double rate) {
  const std::uint32_t own = first_lane_[phase] + lane;
  for (const Part& part : parts_[own]) {
    Load& load = load_[part.spare];
    load.taken += part.weight * (rate - rate_[own]);
    if (load.changed) continue;
    load.changed = true;
    changed_.push_back(part.spare);
  }
  rate_[own] = rate;
}

void SpareWatch::check() {
  for (const std::uint32_t spare : changed_) {
    Load& load = load_[spare];
    load.changed = false;
    if (load.told || load.taken <= load.capacity * (1 + kRounding)) continue;
    load.told = true;
    overfull_.push_back(load.resource);
  }
  changed_.clear();
}

}  // namespace weft::simulate
