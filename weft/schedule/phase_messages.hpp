// Which send of a phase meets which receive. Internal to the layer; see verify.hpp.
#pragma once

#include "weft/base/error.hpp"
#include "weft/schedule/schedule.hpp"

#include <cstdint>
#include <vector>

namespace weft::schedule {

// One message of each iteration: the n-th that `from` sends to `to` is the n-th that `to` receives.
struct PhaseMessage {
  Rank from = 0;
  Rank to = 0;
  std::uint32_t sent_by = 0;      // move of `from`
  std::uint32_t received_by = 0;  // move of `to`
  std::uint32_t sent_from = 0;    // buffer
  std::uint32_t received_in = 0;  // buffer
  Block sent;                     // which chunks, from the first on, which depends on the iteration
  Block received;                 // the same number of them
};

// All messages of the phase, by sender, then by receiver, then in program order.
// Errors: SCHEDULE_SHAPE, and SCHEDULE_UNMATCHED where a message or its amount has no counterpart.
Expected<std::vector<PhaseMessage>> phase_messages(const Schedule& schedule, const Phase& phase);

}  // namespace weft::schedule
