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

namespace weft::simulate {

struct Snapshot {
  double now = 0;
  std::uint64_t completed = 0;
  std::vector<std::int64_t> counts;  // started, sent, arrived of each lane, relative to completed
  std::vector<double> rests;         // seconds until messages have left and have arrived
  std::vector<double> busy;          // [lane], seconds of moving bytes so far
};

struct Period {
  std::uint64_t iterations = 0;
  double time = 0;
  std::vector<double> busy;  // [lane], seconds in one period
};

class PeriodFinder {
 public:
  // The shortest period that ends with this snapshot, if its state was seen before.
  std::optional<Period> checkpoint(Snapshot here);
  void forget() { seen_.clear(); }

 private:
  std::deque<Snapshot> seen_;
};

}  // namespace weft::simulate
