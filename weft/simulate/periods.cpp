#include "weft/simulate/periods.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace weft::simulate {
namespace {

constexpr std::size_t kRemembered = 8;  // longer periods are played in full
// Rounding noise of the rests, relative to the time of a period: what a repetition can be off by.
constexpr double kSame = 1e-10;

bool same_rests(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](double x, double y) { return std::abs(x - y) <= tolerance; });
}

}  // namespace

std::optional<Period> PeriodFinder::checkpoint(Snapshot here) {
  std::optional<Period> found;
  for (auto earlier = seen_.rbegin(); earlier != seen_.rend() && !found; ++earlier) {
    const double time = here.now - earlier->now;
    if (earlier->counts != here.counts || !same_rests(earlier->rests, here.rests, kSame * time))
      continue;
    found = Period{here.completed - earlier->completed, time, {}};
    for (std::size_t i = 0; i < here.busy.size(); ++i)
      found->busy.push_back(here.busy[i] - earlier->busy[i]);
  }
  seen_.push_back(std::move(here));
  if (seen_.size() > kRemembered) seen_.pop_front();
  return found;
}

}  // namespace weft::simulate
