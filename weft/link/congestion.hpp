// Loss and congestion control as closed forms: what a flow may reach, when a queue marks, how a
// sender reacts, and how much buffer a lossless port needs.
//
// Sources: Mathis et al., CCR 1997; IEEE 802.1Qbb and 802.1Q (PFC, ECN marking as RED); Zhu et al.,
// SIGCOMM 2015 (DCQCN). Constants: weft/facts/data/congestion.toml.
#pragma once

#include "weft/base/units.hpp"

namespace weft::link {

// One TCP connection of segments `segment` at a loss probability above 0: MSS/RTT · √(3/2)/√p.
Bandwidth mathis_rate(Bytes segment, Seconds round_trip, double loss);

// Probability that a packet is marked: 0 up to `least`, rising to `most_probability` at `most`,
// and 1 above it.
struct MarkingCurve {
  Bytes least{0};
  Bytes most{0};
  double most_probability = 1;
};
double mark_probability(const MarkingCurve& curve, Bytes queue);

// DCQCN, the sender's side. On a congestion notification: the target becomes the current rate,
// the current rate falls by alpha/2, alpha rises; alpha falls in each period without one.
struct DcqcnSender {
  Bandwidth current{0};
  Bandwidth target{0};
  double alpha = 1;
};
double dcqcn_gain();  // g of congestion.toml
DcqcnSender after_notification(const DcqcnSender& sender, double gain = dcqcn_gain());
double alpha_without_notification(double alpha, double gain = dcqcn_gain());
// `rounds` of fast recovery, each half the way to the target.
Bandwidth after_recovery(const DcqcnSender& sender, int rounds);

// Buffer of a port and priority that holds what arrives after a pause was sent: the cable twice,
// the largest frame at each end, the time to react, and the pause frame itself.
struct PauseHeadroom {
  Bandwidth rate{0};
  double cable_m = 100;
  Bytes largest_frame{9216};
  Seconds response{0};  // 0: what 802.1Qbb allows at this rate
};
Seconds pause_response(Bandwidth rate);
Bytes pause_headroom(const PauseHeadroom& port);

}  // namespace weft::link
