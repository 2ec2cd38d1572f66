#include "weft/simulate/periods.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace weft::simulate {
namespace {

constexpr std::size_t kRemembered = 8;  // longer periods are played in full
constexpr double kSame = 1e-9;          // rounding noise of the rests, relative to their largest

bool same_rests(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  double scale = 0;
  for (const double rest : a) scale = std::max(scale, std::abs(rest));
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::abs(a[i] - b[i]) > kSame * scale) return false;
  return true;
}

}  // namespace

std::optional<Period> PeriodFinder::checkpoint(double now, std::uint64_t completed,
                                               std::size_t phase,
                                               const std::vector<LaneState>& lanes,
                                               const std::vector<std::vector<double>>& pending) {
  Snapshot here{now, completed, phase, {}, {}, {}};
  const auto relative = [&](std::uint64_t count) {
    return static_cast<std::int64_t>(count) - static_cast<std::int64_t>(completed);
  };
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const LaneState& lane = lanes[i];
    here.busy.push_back(lane.busy);
    if (lane.phase != phase) continue;
    here.counts.insert(here.counts.end(), {relative(lane.started), relative(lane.sent),
                                           relative(lane.arrived)});
    here.rests.push_back(lane.bytes > 0 ? lane.left / lane.bytes : 0);
    for (const double time : pending[i]) here.rests.push_back(time);
  }
  std::optional<Period> found;
  for (const Snapshot& earlier : seen_) {
    if (earlier.phase != phase || earlier.counts != here.counts ||
        !same_rests(earlier.rests, here.rests))
      continue;
    found = Period{completed - earlier.completed, now - earlier.now, {}};
    for (std::size_t i = 0; i < lanes.size(); ++i)
      found->busy.push_back(here.busy[i] - earlier.busy[i]);
  }
  seen_.push_back(std::move(here));
  if (seen_.size() > kRemembered) seen_.pop_front();
  return found;
}

}  // namespace weft::simulate
