// Constants of loss and congestion control: PFC, ECN, DCQCN, TCP.
//
// Data: weft/facts/data/congestion.toml. Formulas: weft/link/congestion.hpp.
// Units: as the name says, else a ratio. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"

#include <vector>

namespace weft::facts {

// How long a sender may take to stop after a pause frame arrived.
struct PauseResponse {
  double gbps = 0;
  double bit_times = 0;
  Evidence evidence;
};

struct Congestion {
  Figure pause_frame_bytes;
  Figure cable_ns_per_m;
  std::vector<PauseResponse> pause_responses;  // slowest rate first
  Figure dcqcn_gain;                           // g
  Figure mathis_constant;                      // C² in rate = MSS/RTT · C/√p
};

const Congestion& congestion();

}  // namespace weft::facts
