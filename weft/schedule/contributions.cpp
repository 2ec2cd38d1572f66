#include "weft/schedule/contributions.hpp"

#include <algorithm>

namespace weft::schedule {

Contributions Contributions::range(Rank first, Rank past) {
  Contributions set;
  if (first < past) set.intervals_.push_back({first, past});
  return set;
}

bool Contributions::unite(const Contributions& other) {
  std::vector<Interval> merged;
  merged.reserve(intervals_.size() + other.intervals_.size());
  std::merge(intervals_.begin(), intervals_.end(), other.intervals_.begin(), other.intervals_.end(),
             std::back_inserter(merged),
             [](const Interval& a, const Interval& b) { return a.first < b.first; });
  std::vector<Interval> joined;
  for (const Interval& next : merged) {
    if (!joined.empty() && next.first < joined.back().past) return false;
    if (!joined.empty() && next.first == joined.back().past)
      joined.back().past = next.past;
    else
      joined.push_back(next);
  }
  intervals_ = std::move(joined);
  return true;
}

void Contributions::join(const Contributions& other) {
  std::vector<Interval> merged;
  merged.reserve(intervals_.size() + other.intervals_.size());
  std::merge(intervals_.begin(), intervals_.end(), other.intervals_.begin(), other.intervals_.end(),
             std::back_inserter(merged),
             [](const Interval& a, const Interval& b) { return a.first < b.first; });
  intervals_.clear();
  for (const Interval& next : merged) {
    if (!intervals_.empty() && next.first <= intervals_.back().past)
      intervals_.back().past = std::max(intervals_.back().past, next.past);
    else
      intervals_.push_back(next);
  }
}

std::string to_string(const Contributions& set) {
  std::string text = "{";
  for (const auto& interval : set.intervals_) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(interval.first);
    if (interval.past - interval.first > 1) text += "-" + std::to_string(interval.past - 1);
  }
  return text + "}";
}

}  // namespace weft::schedule
