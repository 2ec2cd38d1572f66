// One phase of a schedule, placed and routed: its lanes and what they wait for.
//
// A lane is one move of one rank on one channel that takes time: a message to another rank, or a
// computation. It runs once per iteration. Copies within a rank take no time. When iteration i of
// a lane may start:
//  - Messages over one connection, and computations of one rank, follow each other; sends to
//    different ranks go at once.
//  - What stands before it in its rank's program in the same iteration and is not a send has
//    arrived or ended; a move that passes on waits for its own receive.
//  - after_receive: so has all of that kind in earlier iterations. barrier: everything of earlier
//    iterations, at every rank. free: nothing more.
// A lane's flow has the same index as the lane; a computation's is empty.
#pragma once

#include "weft/base/error.hpp"
#include "weft/route/ways.hpp"
#include "weft/schedule/placement.hpp"
#include "weft/schedule/schedule.hpp"
#include "weft/simulate/flow_set.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace weft::simulate {

// Iteration i waits until i + ahead iterations of another lane have arrived, or have been sent.
struct Need {
  std::uint32_t lane = 0;
  std::uint32_t ahead = 0;  // 0: all earlier iterations; 1: this iteration too
  bool sent = false;        // that it was sent is enough
};

struct Lane {
  std::uint32_t from_cell = 0;    // channel · ranks + rank
  std::uint32_t to_cell = 0;      // the same for a computation
  double share = 0;               // bytes of one message for S = 1
  Seconds compute{0};             // for a computation
  std::uint32_t sent_at = 0;      // position in the sender's program
  std::uint32_t received_at = 0;  // position in the receiver's program
  bool waits_within = false;      // waits for something of the same iteration
  bool sender_receives = false;   // in this phase
  bool computes = false;
  std::uint64_t connection = 0;  // what all messages from one cell to another share
  double count = 1;              // of lanes that this one stands for (quotient.hpp)
};

struct PhaseLanes {
  schedule::Ordering ordering = schedule::Ordering::after_receive;
  std::vector<Lane> lanes;         // by sender, then in program order
  bool everyone_receives = false;  // each rank on each channel

  // What a lane needs of others: those of its connection or processor; for free ordering also what
  // stands before it. The other orderings wait by program order (event_engine.hpp).
  std::span<const Need> needs_of(std::size_t lane) const {
    if (need_offset.empty()) return {};
    return std::span(needs).subspan(need_offset[lane], need_offset[lane + 1] - need_offset[lane]);
  }
  std::vector<std::uint32_t> need_offset;  // [lane], one more at the end; empty without needs
  std::vector<Need> needs;
};

// Its lanes with the ways that they take, for computations an empty one.
struct PhaseWays : PhaseLanes {
  std::vector<route::Way> ways;  // [lane]
};

// Its lanes as flows: what each takes of which resource.
struct PhaseTraffic : PhaseLanes {
  explicit PhaseTraffic(const topology::Topology& topology) : flows(topology) {}
  PhaseTraffic(const topology::Topology& topology, PhaseLanes all)
      : PhaseLanes(std::move(all)), flows(topology) {}

  FlowSet flows;
  std::vector<route::Traffic> traffic;  // [lane]
};

// Whether two phases place the same lanes, so that one placement serves both.
bool same_traffic(const schedule::Schedule& schedule, std::size_t phase, std::size_t other);

// Routes every message of the phase. Ranks and channels as in the schedule, which is verified.
Expected<PhaseWays> place_phase(const schedule::Schedule& schedule, std::size_t phase,
                                const schedule::Placement& placement, route::Ways& ways);

}  // namespace weft::simulate
