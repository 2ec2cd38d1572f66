// How the event engine repeats a period by multiplication instead of playing it.
#include "weft/simulate/event_engine.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace weft::simulate {

void EventEngine::skip_periods() {
  const std::uint32_t number = std::exchange(checkpoint_, kNoPhase);
  if (number == kNoPhase) return;
  const PhaseState& phase = phases_[number];
  // Only while all that has anything to do in a phase is in it, and nothing else happens, does its
  // state alone decide what follows.
  if (phase.solved->repeat < 4 || phase.cells != phase.structure->programs.busy_cells() ||
      phase.under_way != under_way_)
    return;
  if (std::exchange(remembered_, number) != number) periods_.forget();
  const auto period = periods_.checkpoint(snapshot(phase));
  if (!period) return;
  std::uint64_t furthest = 0;
  for (std::uint32_t lane = phase.first_lane; lane < phase.first_lane + phase.lanes; ++lane)
    furthest = std::max(furthest, lanes_[lane].started);
  // The last iterations are played: there the state changes as lanes run out.
  const std::uint64_t left = phase.solved->repeat - furthest;
  const std::uint64_t times = left > 1 ? (left - 1) / period->iterations : 0;
  if (times > 0) skip(number, *period, times);
}

Snapshot EventEngine::snapshot(const PhaseState& phase) const {
  Snapshot here;
  here.now = now_;
  here.completed = phase.completed;
  const auto relative = [&](std::uint64_t count) {
    return static_cast<std::int64_t>(count) - static_cast<std::int64_t>(phase.completed);
  };
  for (std::uint32_t lane = phase.first_lane; lane < phase.first_lane + phase.lanes; ++lane) {
    const LaneState& state = lanes_[lane];
    here.counts.insert(here.counts.end(),
                       {relative(state.started), relative(state.sent), relative(state.arrived)});
    here.rests.push_back(state.moving ? state.since + state.left / state.rate - now_ : 0);
    here.busy.push_back(state.busy + (state.moving ? now_ - state.moving_since : 0));
  }
  std::vector<std::pair<std::uint32_t, double>> arrivals;
  for (const EventHeap::Event& event : arriving_.all())
    arrivals.emplace_back(event.lane, event.time - now_);
  std::sort(arrivals.begin(), arrivals.end());
  for (const auto& arrival : arrivals) here.rests.push_back(arrival.second);
  return here;
}

void EventEngine::skip(std::uint32_t number, const Period& period, std::uint64_t times) {
  PhaseState& phase = phases_[number];
  const std::uint64_t iterations = times * period.iterations;
  const double time = static_cast<double>(times) * period.time;
  now_ += time;
  leaving_.shift(time);
  arriving_.shift(time);
  phase.completed += iterations;
  for (std::uint32_t i = 0; i < phase.lanes; ++i) {
    LaneState& state = lanes_[phase.first_lane + i];
    state.started += iterations;
    state.sent += iterations;
    state.arrived += iterations;
    state.busy += static_cast<double>(times) * period.busy[i];
    state.since += time;
    state.moving_since += time;
    connections_[state.connection].started += iterations;
    if (!state.lane->computes) connections_[state.connection].taken_out += iterations;
  }
  for (CellState& cell : cells_) {
    if (cell.phase != number) continue;
    cell.done.iteration += iterations;
    if (cell.received.iteration < phase.solved->repeat) cell.received.iteration += iterations;
  }
  periods_.forget();
}

}  // namespace weft::simulate
