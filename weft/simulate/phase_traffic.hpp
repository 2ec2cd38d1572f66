// One phase of a schedule, placed and routed: its lanes and what they need of each other.
//
// A lane is one move of one rank on one channel that takes time: a message to another rank, or a
// computation. It runs once per iteration. A message waits for all that earlier iterations receive
// (where the phase says after_receive), for what precedes it in its rank's program and is not a
// send, and for earlier messages over the same connection; sends to different ranks go at once.
// As numbers: iteration i of a lane starts when of each of its `needs` at least i + ahead
// iterations have arrived (or have been sent). A lane's flow has the same index in `flows`; a
// computation's is empty. Copies within a rank take no time.
#pragma once

#include <cstdint>
#include <vector>

#include "weft/base/error.hpp"
#include "weft/route/router.hpp"
#include "weft/schedule/placement.hpp"
#include "weft/schedule/schedule.hpp"
#include "weft/simulate/flow_set.hpp"

namespace weft::simulate {

struct Need {
  std::uint32_t lane = 0;
  std::uint32_t ahead = 0;  // 0: all earlier iterations; 1: this iteration too
  bool sent = false;        // that it was sent is enough
};

struct Lane {
  std::uint32_t from_cell = 0;  // channel · ranks + rank
  std::uint32_t to_cell = 0;    // the same for a computation
  double share = 0;             // bytes of one message for S = 1
  Seconds compute{0};  // for a computation
  std::uint32_t first_need = 0;  // into PhaseTraffic::needs
  std::uint32_t need_count = 0;
  std::uint16_t sent_at = 0;      // position in the sender's program
  std::uint16_t received_at = 0;  // position in the receiver's program
  bool waits_within = false;      // needs something of the same iteration
};

struct PhaseTraffic {
  schedule::Ordering ordering = schedule::Ordering::after_receive;
  FlowSet flows;
  std::vector<Lane> lanes;
  std::vector<Need> needs;
  std::vector<route::Traffic> traffic;  // [lane]
};

// Whether two phases place the same lanes, so that one placement serves both.
bool same_traffic(const schedule::Schedule& schedule, std::size_t phase, std::size_t other);

// Routes every message of the phase. Ranks and channels as in the schedule.
Expected<PhaseTraffic> place_phase(const schedule::Schedule& schedule, std::size_t phase,
                                   const schedule::Placement& placement,
                                   const route::Router& router);

}  // namespace weft::simulate
