// Proves that a schedule does what its collective promises, and that it cannot hang.
//
// In every phase, each message that is sent in an iteration is received in it, in the same amount.
// Up to `full_up_to` ranks, every step is executed symbolically: each chunk holds a set of
// contributions, recv_reduce unites two disjoint sets, and FIFOs have the schedule's depth. The
// system is monotone (a step that can run stays able to run until it does), so one maximal
// execution shows deadlock or its absence for every order. Channels run the same phases, so one
// is executed. Beyond, chunk indices are checked for a sample, and the verdict says so.
// Errors: SCHEDULE_SHAPE (a rank, buffer or chunk that does not exist, a message to oneself),
//   SCHEDULE_DEADLOCK, SCHEDULE_UNMATCHED (sent but not received, amounts that differ),
//   SCHEDULE_NO_VALUE (sends or adds to a chunk that holds nothing), SCHEDULE_WRONG_CHUNK (adds
//   two different chunks), SCHEDULE_COUNTED_TWICE, SCHEDULE_BROKEN_PROMISE (a wrong result).
#pragma once

#include "weft/base/error.hpp"
#include "weft/schedule/schedule.hpp"

#include <cstdint>
#include <string>

namespace weft::schedule {

struct VerifyOptions {
  Rank full_up_to = 64;
  std::uint32_t samples = 4096;  // (rank, iteration) pairs looked at beyond that
};

struct Verdict {
  bool proven = false;      // every step was executed
  std::uint64_t steps = 0;  // executed or looked at
  std::string how;          // one sentence
};

Expected<Verdict> verify(const Schedule& schedule, const VerifyOptions& options = {});

}  // namespace weft::schedule
