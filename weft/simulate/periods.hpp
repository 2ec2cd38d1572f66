// Recognises that the state of a repeating phase has come back.
//
// At each checkpoint (everybody has completed one more iteration) the lanes' progress relative to
// that iteration is compared with earlier checkpoints. Equal states evolve equally, so the time
// between them repeats until the iterations run out.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "weft/base/units.hpp"

namespace weft::simulate {

struct Lane;

struct LaneState {
  const Lane* lane = nullptr;
  std::size_t phase = 0;
  std::uint64_t repeat = 0;
  double bytes = 0;    // of one message, on the wire
  double latency = 0;  // or the time of a computation
  std::uint64_t started = 0;
  std::uint64_t sent = 0;
  std::uint64_t arrived = 0;
  double left = 0;   // bytes of the message that moves
  double busy = 0;   // seconds spent moving bytes so far
  double first_start = -1;
  double last_arrival = 0;
  std::uint32_t bottleneck = ~std::uint32_t{0};  // last seen
};

struct Period {
  std::uint64_t iterations = 0;
  double time = 0;
  std::vector<double> busy;  // [lane], seconds of one period
};

class PeriodFinder {
 public:
  // `pending[lane]` holds the time left until each message on its way arrives. Returns a period
  // that ends now, if this state was seen before.
  std::optional<Period> checkpoint(double now, std::uint64_t completed, std::size_t phase,
                                   const std::vector<LaneState>& lanes,
                                   const std::vector<std::vector<double>>& pending);
  void forget() { seen_.clear(); }
  bool is_new(std::uint64_t completed, std::size_t phase) const {
    return seen_.empty() || seen_.back().completed != completed || seen_.back().phase != phase;
  }

 private:
  struct Snapshot {
    double now = 0;
    std::uint64_t completed = 0;
    std::size_t phase = 0;
    std::vector<std::int64_t> counts;  // started, sent, arrived of each lane, relative
    std::vector<double> rests;         // bytes left and times until arrival
    std::vector<double> busy;
  };

  std::deque<Snapshot> seen_;
};

}  // namespace weft::simulate
