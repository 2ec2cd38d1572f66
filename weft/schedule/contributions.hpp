// Which ranks' input a chunk holds: a set of ranks, kept as disjoint intervals.
#pragma once

#include "weft/schedule/schedule.hpp"

#include <string>
#include <vector>

namespace weft::schedule {

class Contributions {
 public:
  Contributions() = default;
  static Contributions of(Rank rank) { return range(rank, rank + 1); }
  static Contributions range(Rank first, Rank past);  // first … past-1

  // False, and unchanged, where the two share a rank: it would be counted twice.
  bool unite(const Contributions& other);
  // Adds all of the other, whatever the two share.
  void join(const Contributions& other);
  bool empty() const { return intervals_.empty(); }
  bool operator==(const Contributions&) const = default;

 private:
  friend std::string to_string(const Contributions& set);

  struct Interval {
    Rank first = 0;
    Rank past = 0;
    bool operator==(const Interval&) const = default;
  };
  std::vector<Interval> intervals_;  // ascending, neither touching nor overlapping
};

std::string to_string(const Contributions& set);  // "{0-3, 7}"

}  // namespace weft::schedule
