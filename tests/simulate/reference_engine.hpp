// Plays a schedule instance by instance, slow and simple: what the simulator must agree with.
//
// Every message and computation of every rank, channel, phase and iteration is an object; after
// each event all of them are asked whether they can start, and all rates are solved anew by
// reference_rates(). The rules, as phase_traffic.hpp and schedule.hpp state them:
//  - A rank enters a phase when all its moves of the phase before are done.
//  - Within an iteration a message waits for the receives and computations before it in the
//    program, and for its own receive where it passes on; not for sends to other ranks.
//  - Messages over one connection, and computations of one rank, follow each other.
//  - after_receive: also for all receives and computations of earlier iterations. barrier: for
//    everything that anybody does in earlier iterations. free: for nothing more.
//  - A connection holds at most `slots` messages that were started and not taken out. A message is
//    taken out when it has arrived and the receiver has done all moves before that receive (a
//    passing-on also its own send).
#pragma once

#include "weft/schedule/placement.hpp"
#include "weft/schedule/schedule.hpp"
#include "weft/simulate/message_cost.hpp"

#include <vector>

namespace weft::simulate::test {

struct PhaseSpan {
  double start = 0;
  double end = 0;
};

struct Played {
  double end = 0;
  std::vector<PhaseSpan> phases;  // first start and last arrival; zero where nothing happens
};

Played play(const schedule::Schedule& schedule, const topology::Topology& topology,
            const schedule::Placement& placement, Bytes size, const MessageCost& cost);

}  // namespace weft::simulate::test
