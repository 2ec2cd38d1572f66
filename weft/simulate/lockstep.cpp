#include "weft/simulate/lockstep.hpp"

#include <cmath>

namespace weft::simulate {
namespace {

// Two times that differ by less are the same instant.
constexpr double kSame = 1e-12;

bool same(double a, double b) {
  return std::abs(a - b) <= kSame * std::max(std::abs(a), std::abs(b));
}

// Whether iterations of a lane cannot run ahead: there is only one, a barrier holds it, or its rank
// waits for what it receives in the one before.
bool waits(const SolvedPhase& phase, const Lane& lane) {
  const schedule::Ordering ordering = phase.traffic().ordering;
  return phase.repeat == 1 || ordering == schedule::Ordering::barrier ||
         (ordering == schedule::Ordering::after_receive && lane.sender_receives);
}

}  // namespace

std::optional<Lockstep> lockstep(const SolvedPhase& phase, Bytes size, const MessageCost& cost) {
  const PhaseTraffic& traffic = phase.traffic();
  if (traffic.lanes.empty()) return Lockstep{};
  std::optional<Lockstep> common;
  for (std::size_t i = 0; i < traffic.lanes.size(); ++i) {
    const Lane& lane = traffic.lanes[i];
    if (lane.waits_within || lane.computes || !waits(phase, lane)) return std::nullopt;
    const double rate = phase.allocation().rates[i];
    const double transfer = cost.busy(size.value() * lane.share, traffic.traffic[i]) / rate;
    const double iteration = transfer + cost.latency(traffic.traffic[i]).value();
    if (!common)
      common = Lockstep{Seconds(transfer), Seconds(iteration), phase.allocation().bottleneck[i]};
    else if (!same(transfer, common->transfer.value()) ||
             !same(iteration, common->iteration.value()))
      return std::nullopt;
  }
  return common;
}

}  // namespace weft::simulate
