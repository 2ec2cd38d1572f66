// A phase in lockstep: one iteration, multiplied. See simulator.hpp.
#pragma once

#include "weft/simulate/message_cost.hpp"
#include "weft/simulate/placed_schedule.hpp"

#include <optional>

namespace weft::simulate {

struct Lockstep {
  Seconds transfer{0};                      // of one iteration: bytes on the wire
  Seconds iteration{0};                     // transfer plus latency until all has arrived
  std::uint32_t limit = Allocation::kNone;  // dense resource index
};

// The common iteration, if every rank that sends waits for what it receives and all messages take
// the same time when they start together; nothing otherwise. That all ranks start together is for
// the caller to know, and holds behind such a phase only where everyone_receives in it.
std::optional<Lockstep> lockstep(const SolvedPhase& phase, Bytes size, const MessageCost& cost);

}  // namespace weft::simulate
