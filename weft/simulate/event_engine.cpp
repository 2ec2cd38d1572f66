#include "weft/simulate/event_engine.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "weft/base/assert.hpp"

namespace weft::simulate {
namespace {

// Events closer than this, relative to the time since the start, happen at the same instant.
constexpr double kInstant = 1e-13;
constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

EventEngine::EventEngine(std::vector<SolvedPhase> phases,
                         std::size_t cells, std::uint32_t slots, Bytes size,
                         const MessageCost& cost)
    : phases_(std::move(phases)),
      cells_(cells),
      slots_(slots),
      size_(size),
      cost_(cost),
      flows_(phases_.front().traffic().flows.topology()) {
  for (const SolvedPhase& phase : phases_) add_phase(phase);
  first_lane_.push_back(lanes_.size());
  active_.assign(lanes_.size(), false);
}

void EventEngine::add_phase(const SolvedPhase& phase) {
  const PhaseTraffic& traffic = phase.traffic();
  const std::size_t first = lanes_.size();
  first_lane_.push_back(first);
  auto& touching = touching_.emplace_back(cells_);
  for (std::uint32_t i = 0; i < traffic.lanes.size(); ++i) {
    const Lane& lane = traffic.lanes[i];
    LaneState state;
    state.lane = &lane;
    state.phase = touching_.size() - 1;
    state.repeat = phase.repeat;
    state.bytes = size_.value() * lane.share * cost_.expansion;
    const bool computes = lane.from_cell == lane.to_cell;
    state.latency = (computes ? lane.compute : cost_.latency(traffic.traffic[i])).value();
    const auto index = static_cast<std::uint32_t>(lanes_.size());
    touching[lane.from_cell].push_back(index);
    if (!computes) touching[lane.to_cell].push_back(index);
    lanes_.push_back(state);
    flows_.add(traffic.flows, i);
  }
}

std::vector<schedule::StepClass> EventEngine::run(Seconds start, bool use_periods) {
  now_ = start.value();
  cell_phase_.assign(cells_, 0);
  leave_ended_phases();
  while (true) {
    start_lanes();
    const double next = next_event();
    if (next == kNever) break;
    advance_to(next);
    leave_ended_phases();
    if (use_periods) skip_periods();
  }
  for (const LaneState& lane : lanes_)
    WEFT_ASSERT(lane.arrived == lane.repeat, "a verified schedule runs to its end");
  return classes();
}

// How many messages of a lane its receiver has taken out of the FIFO: those that have arrived and
// that its program has come to.
std::uint64_t EventEngine::taken_out(std::uint32_t index) const {
  const LaneState& lane = lanes_[index];
  const std::uint32_t receiver = lane.lane->to_cell;
  if (cell_phase_[receiver] > lane.phase) return lane.repeat;
  if (cell_phase_[receiver] < lane.phase) return 0;
  std::uint64_t taken = lane.arrived;
  for (const std::uint32_t other : touching_[lane.phase][receiver]) {
    if (other == index) continue;
    const LaneState& state = lanes_[other];
    const bool outgoing = state.lane->from_cell == receiver;
    const std::uint16_t at = outgoing ? state.lane->sent_at : state.lane->received_at;
    const std::uint64_t done = outgoing ? state.sent : state.arrived;
    taken = std::min(taken, done + (at <= lane.lane->received_at ? 0 : 1));
  }
  return taken;
}

bool EventEngine::may_start(std::uint32_t index) const {
  const LaneState& lane = lanes_[index];
  if (lane.started == lane.repeat || active_[index]) return false;
  if (cell_phase_[lane.lane->from_cell] != lane.phase) return false;
  const PhaseTraffic& traffic = phases_[lane.phase].traffic();
  const bool computes = lane.lane->from_cell == lane.lane->to_cell;
  if (computes && lane.arrived != lane.started) return false;  // one computation at a time
  for (std::uint32_t k = 0; k < lane.lane->need_count; ++k) {
    const Need& need = traffic.needs[lane.lane->first_need + k];
    const LaneState& other = lanes_[first_lane_[lane.phase] + need.lane];
    if ((need.sent ? other.sent : other.arrived) < lane.started + need.ahead) return false;
  }
  if (traffic.ordering == schedule::Ordering::barrier && completed(lane.phase) < lane.started)
    return false;
  return computes || lane.started < taken_out(index) + slots_;
}

void EventEngine::start_lanes() {
  // A start can satisfy nobody's needs at once, except where it takes no time at all.
  bool again = true;
  while (again) {
    again = false;
    for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
      if (!may_start(i)) continue;
      LaneState& lane = lanes_[i];
      ++lane.started;
      if (lane.first_start < 0) lane.first_start = now_;
      if (!flows_.uses(i).empty() && lane.bytes > 0) {
        lane.left = lane.bytes;
        active_[i] = true;
        continue;
      }
      ++lane.sent;
      arrivals_.push({now_ + lane.latency, i});
      again = true;
    }
  }
}

void EventEngine::solve() {
  if (active_ == solved_for_) return;
  allocation_ = max_min(flows_, active_);
  solved_for_ = active_;
}

double EventEngine::next_event() const {
  const_cast<EventEngine*>(this)->solve();
  double next = arrivals_.empty() ? kNever : arrivals_.top().time;
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    if (active_[i]) next = std::min(next, now_ + lanes_[i].left / allocation_.rates[i]);
  return next;
}

void EventEngine::advance_to(double time) {
  const double step = std::max(0.0, time - now_);
  const double instant = kInstant * std::max(time, step);
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    if (!active_[i]) continue;
    LaneState& lane = lanes_[i];
    const double rate = allocation_.rates[i];
    lane.busy += step;
    lane.bottleneck = allocation_.bottleneck[i];
    lane.left -= rate * step;
    if (lane.left > rate * instant) continue;
    lane.left = 0;
    active_[i] = false;
    ++lane.sent;
    arrivals_.push({time + lane.latency, i});
  }
  now_ = time;
  while (!arrivals_.empty() && arrivals_.top().time <= now_ + instant) {
    LaneState& lane = lanes_[arrivals_.top().lane];
    ++lane.arrived;
    lane.last_arrival = now_;
    arrivals_.pop();
  }
}

bool EventEngine::cell_ended(std::uint32_t cell, std::size_t phase) const {
  return std::all_of(touching_[phase][cell].begin(), touching_[phase][cell].end(),
                     [&](std::uint32_t index) {
                       const LaneState& lane = lanes_[index];
                       const bool outgoing = lane.lane->from_cell == cell;
                       return (outgoing ? lane.sent : lane.arrived) == lane.repeat;
                     });
}

void EventEngine::leave_ended_phases() {
  for (std::uint32_t cell = 0; cell < cells_; ++cell)
    while (cell_phase_[cell] < phases_.size() && cell_ended(cell, cell_phase_[cell]))
      ++cell_phase_[cell];
}

std::uint64_t EventEngine::completed(std::size_t phase) const {
  std::uint64_t least = phases_[phase].repeat;
  for (std::size_t i = first_lane_[phase]; i < first_lane_[phase + 1]; ++i)
    least = std::min(least, lanes_[i].arrived);
  return least;
}

void EventEngine::skip_periods() {
  // Only while all are in the same phase does its state alone decide what follows.
  const std::size_t phase = cell_phase_.front();
  if (phase == phases_.size() || phases_[phase].repeat < 4) return;
  if (std::any_of(cell_phase_.begin(), cell_phase_.end(),
                  [&](std::size_t p) { return p != phase; }))
    return;
  const std::uint64_t done = completed(phase);
  if (done == 0 || !periods_.is_new(done, phase)) return;

  std::vector<std::vector<double>> pending(lanes_.size());
  auto on_their_way = arrivals_;
  for (; !on_their_way.empty(); on_their_way.pop())
    pending[on_their_way.top().lane].push_back(on_their_way.top().time - now_);
  const auto period = periods_.checkpoint(now_, done, phase, lanes_, pending);
  if (!period) return;

  std::uint64_t furthest = 0;
  for (std::size_t i = first_lane_[phase]; i < first_lane_[phase + 1]; ++i)
    furthest = std::max(furthest, lanes_[i].started);
  // The last iterations are played: there the state changes as lanes run out.
  const std::uint64_t left = phases_[phase].repeat - furthest;
  const std::uint64_t times = left > 1 ? (left - 1) / period->iterations : 0;
  if (times == 0) return;
  const double skipped = static_cast<double>(times) * period->time;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    LaneState& lane = lanes_[i];
    if (lane.phase != phase) continue;
    lane.started += times * period->iterations;
    lane.sent += times * period->iterations;
    lane.arrived += times * period->iterations;
    lane.busy += static_cast<double>(times) * period->busy[i];
  }
  now_ += skipped;
  decltype(arrivals_) moved;
  for (; !arrivals_.empty(); arrivals_.pop())
    moved.push({arrivals_.top().time + skipped, arrivals_.top().lane});
  arrivals_ = std::move(moved);
  periods_.forget();
}

std::vector<schedule::StepClass> EventEngine::classes() const {
  std::vector<schedule::StepClass> all;
  for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
    schedule::StepClass c;
    c.phase = phases_[phase].name;
    c.iterations = phases_[phase].repeat;
    const LaneState* slowest = nullptr;
    double start = kNever;
    double end = 0;
    for (std::size_t i = first_lane_[phase]; i < first_lane_[phase + 1]; ++i) {
      const LaneState& lane = lanes_[i];
      start = std::min(start, lane.first_start);
      end = std::max(end, lane.last_arrival);
      if (slowest == nullptr || lane.busy > slowest->busy) slowest = &lane;
    }
    if (slowest != nullptr) {
      c.start = Seconds(start);
      c.end = Seconds(end);
      c.per_message = size_ * slowest->lane->share;
      c.transfer_time = Seconds(slowest->busy);
      c.waiting_time = std::max(Seconds(0), c.end - c.start - c.transfer_time);
      c.has_limit = slowest->bottleneck != Allocation::kNone;
      if (c.has_limit) c.limit = flows_.resource(slowest->bottleneck);
    }
    all.push_back(c);
  }
  return all;
}

}  // namespace weft::simulate
