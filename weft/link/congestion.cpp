#include "weft/link/congestion.hpp"

#include "weft/facts/congestion.hpp"

#include <algorithm>
#include <cmath>

namespace weft::link {

Bandwidth mathis_rate(Bytes segment, Seconds round_trip, double loss) {
  return segment / round_trip * std::sqrt(facts::congestion().mathis_constant.value / loss);
}

double mark_probability(const MarkingCurve& curve, Bytes queue) {
  if (queue <= curve.least) return 0;
  if (queue > curve.most) return 1;
  return curve.most_probability * ((queue - curve.least) / (curve.most - curve.least));
}

double dcqcn_gain() { return facts::congestion().dcqcn_gain.value; }

DcqcnSender after_notification(const DcqcnSender& sender, double gain) {
  return {.current = sender.current * (1 - sender.alpha / 2),
          .target = sender.current,
          .alpha = (1 - gain) * sender.alpha + gain};
}

double alpha_without_notification(double alpha, double gain) { return (1 - gain) * alpha; }

Bandwidth after_recovery(const DcqcnSender& sender, int rounds) {
  return sender.target - (sender.target - sender.current) * std::pow(0.5, rounds);
}

Seconds pause_response(Bandwidth rate) {
  const auto& steps = facts::congestion().pause_responses;
  const double gbps = rate.value() * 8 / 1e9;
  const auto step = std::ranges::find_if(steps, [&](const auto& s) { return gbps <= s.gbps; });
  const facts::PauseResponse& bound = step == steps.end() ? steps.back() : *step;
  return Seconds(bound.bit_times / (bound.gbps * 1e9));
}

Bytes pause_headroom(const PauseHeadroom& port) {
  const facts::Congestion& c = facts::congestion();
  const Seconds cable = nanoseconds(c.cable_ns_per_m.value * port.cable_m);
  const Seconds response = port.response > Seconds(0) ? port.response : pause_response(port.rate);
  return port.rate * (2 * cable) + 2 * port.largest_frame + port.rate * response +
         Bytes(c.pause_frame_bytes.value);
}

}  // namespace weft::link
