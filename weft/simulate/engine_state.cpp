#include "weft/simulate/engine_state.hpp"

#include <algorithm>
#include <functional>

namespace weft::simulate {

PhaseStructure::PhaseStructure(const PhaseTraffic& traffic, std::size_t cells)
    : programs(traffic, cells) {
  if (traffic.needs.empty()) return;
  dependents.resize(traffic.lanes.size());
  for (std::uint32_t i = 0; i < traffic.lanes.size(); ++i)
    for (const Need& need : traffic.needs_of(i)) dependents[need.lane].push_back(i);
}

void EventHeap::push(const Event& event) {
  events_.push_back(event);
  std::push_heap(events_.begin(), events_.end(), std::greater<>());
}

void EventHeap::pop() {
  std::pop_heap(events_.begin(), events_.end(), std::greater<>());
  events_.pop_back();
}

void EventHeap::shift(double time) {
  for (Event& event : events_) event.time += time;
}

}  // namespace weft::simulate
