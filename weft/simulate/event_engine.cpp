#include "weft/simulate/event_engine.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace weft::simulate {
namespace {

// Events closer than this, relative to the time since the start, happen at the same instant.
constexpr double kInstant = 1e-13;
constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

EventEngine::EventEngine(std::span<const SolvedPhase> phases, std::size_t cells,
                         std::uint32_t slots, Bytes size, const MessageCost& cost)
    : slots_(slots),
      rendezvous_(cost.rendezvous),
      size_(size),
      flows_(phases.front().traffic().flows.topology()),
      cells_(cells) {
  for (const SolvedPhase& phase : phases) add_phase(phase, size, cost);
  connect_lanes();
  rates_.emplace(flows_);
  is_to_try_.assign(lanes_.size(), false);
}

void EventEngine::add_phase(const SolvedPhase& solved, Bytes size, const MessageCost& cost) {
  PhaseState phase;
  phase.solved = &solved;
  phase.first_lane = static_cast<std::uint32_t>(lanes_.size());
  phase.lanes = static_cast<std::uint32_t>(solved.traffic().lanes.size());
  phase.behind = phase.lanes;
  for (const PhaseState& known : phases_)
    if (known.solved->solved == solved.solved) phase.structure = known.structure;
  if (phase.structure == nullptr)
    phase.structure = std::make_shared<const PhaseStructure>(solved.traffic(), cells_.size());
  for (std::size_t i = 0; i < phase.lanes; ++i) {
    const Lane& lane = solved.traffic().lanes[i];
    LaneState state;
    state.lane = &lane;
    state.phase = static_cast<std::uint32_t>(phases_.size());
    state.bytes = cost.busy(size.value() * lane.share, solved.traffic().traffic[i]);
    state.latency =
        (lane.computes ? lane.compute : cost.latency(solved.traffic().traffic[i])).value();
    lanes_.push_back(state);
    flows_.add(solved.traffic().flows, i);
  }
  phases_.push_back(std::move(phase));
}

void EventEngine::connect_lanes() {
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    const auto [entry, is_new] = known.try_emplace(lanes_[i].lane->connection,
                                                   static_cast<std::uint32_t>(connections_.size()));
    if (is_new) connections_.emplace_back();
    lanes_[i].connection = entry->second;
    connections_[entry->second].lanes.push_back(i);
  }
}

std::vector<schedule::StepClass> EventEngine::run(Seconds start, bool use_periods,
                                                  std::uint64_t most_changes) {
  now_ = start.value();
  for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
    enter_phase(cell);
    go_on(cell);
  }
  while (true) {
    start_lanes();
    follow_rates();
    if (watch_ != nullptr && !watch_->overfull().empty()) return {};
    broke_off_ = changes_ > most_changes;
    if (broke_off_) return {};
    if (use_periods) skip_periods();
    const double next = next_event();
    if (next == kNever) break;
    advance_to(next);
  }
  for (const LaneState& state : lanes_)
    WEFT_ASSERT(state.arrived == phases_[state.phase].solved->repeat,
                "a verified schedule runs to its end");
  return classes();
}

// Starting ----------------------------------------------------------------------------------------

void EventEngine::try_to_start(std::uint32_t lane) {
  if (is_to_try_[lane]) return;
  is_to_try_[lane] = true;
  to_try_.push_back(lane);
}

void EventEngine::try_dependents(std::uint32_t lane) {
  const PhaseState& phase = phases_[lanes_[lane].phase];
  const auto& dependents = phase.structure->dependents;
  if (dependents.empty()) return;
  for (const std::uint32_t other : dependents[lane - phase.first_lane])
    try_to_start(phase.first_lane + other);
}

void EventEngine::start_lanes() {
  while (!to_try_.empty()) {
    const std::uint32_t lane = to_try_.back();
    to_try_.pop_back();
    is_to_try_[lane] = false;
    if (may_start(lane)) start(lane);
  }
}

bool EventEngine::may_start(std::uint32_t index) const {
  const LaneState& state = lanes_[index];
  const PhaseState& phase = phases_[state.phase];
  const Lane& lane = *state.lane;
  if (state.started == phase.solved->repeat || state.moving) return false;
  if (cells_[lane.from_cell].phase != state.phase) return false;
  if (rendezvous_ && (state.sent != state.started || cells_[lane.to_cell].phase != state.phase))
    return false;
  if (lane.computes && state.arrived != state.started) return false;  // one at a time
  if (phase.traffic().ordering != schedule::Ordering::free && !has_received_before(state))
    return false;
  if (phase.traffic().ordering == schedule::Ordering::barrier && phase.completed < state.started)
    return false;
  for (const Need& need : phase.traffic().needs_of(index - phase.first_lane)) {
    const LaneState& other = lanes_[phase.first_lane + need.lane];
    if ((need.sent ? other.sent : other.arrived) < state.started + need.ahead) return false;
  }
  const Connection& connection = connections_[state.connection];
  return lane.computes || connection.started < connection.taken_out + slots_;
}

// Whether all that stands before the lane's next iteration in its cell's program and is not a send
// is there; for a message that is passed on, with its own receive.
bool EventEngine::has_received_before(const LaneState& state) const {
  const CellState& cell = cells_[state.lane->from_cell];
  if (cell.received.iteration != state.started) return cell.received.iteration > state.started;
  const auto program = phases_[state.phase].program(state.lane->from_cell);
  const std::uint32_t next = program[cell.received.line].position;
  return state.lane->computes ? next >= state.lane->sent_at : next > state.lane->sent_at;
}

void EventEngine::start(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  ++state.started;
  ++connections_[state.connection].started;
  ++phases_[state.phase].under_way;
  ++under_way_;
  if (state.first_start < 0) state.first_start = now_;
  if (flows_.uses(lane).empty() || state.bytes == 0) {
    leave(lane);
    return;
  }
  state.moving = true;
  state.left = state.bytes;
  state.rate = 0;
  state.since = now_;
  state.moving_since = now_;
  rates_->start(lane);
}

// What follows from an event ----------------------------------------------------------------------

void EventEngine::leave(std::uint32_t lane) {
  arriving_.push({now_ + lanes_[lane].latency, lane});
  if (!rendezvous_ || lanes_[lane].lane->computes) release(lane);
}

void EventEngine::release(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  ++state.sent;
  try_to_start(lane);
  try_dependents(lane);
  go_on(state.lane->from_cell);
}

void EventEngine::arrive(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  PhaseState& phase = phases_[state.phase];
  ++state.arrived;
  state.last_arrival = now_;
  --phase.under_way;
  --under_way_;
  if (state.lane->computes) try_to_start(lane);
  if (rendezvous_ && !state.lane->computes) release(lane);
  try_dependents(lane);
  go_on(state.lane->to_cell);
  if (state.arrived == phase.completed + 1 && --phase.behind == 0) complete(state.phase);
}

void EventEngine::complete(std::uint32_t number) {
  PhaseState& phase = phases_[number];
  ++phase.completed;
  checkpoint_ = number;
  for (std::uint32_t lane = phase.first_lane; lane < phase.first_lane + phase.lanes; ++lane) {
    if (lanes_[lane].arrived == phase.completed) ++phase.behind;
    if (phase.traffic().ordering == schedule::Ordering::barrier) try_to_start(lane);
  }
}

// Moves a cell's marks as far as they go, through phases that it has nothing left to do in.
void EventEngine::go_on(std::uint32_t cell) {
  CellState& state = cells_[cell];
  while (state.phase < phases_.size()) {
    const PhaseState& phase = phases_[state.phase];
    if (!phase.program(cell).empty()) {
      mark_received(cell, phase);
      mark_done(cell, phase);
      if (state.done.iteration < phase.solved->repeat) return;
      --phases_[state.phase].cells;
    }
    ++state.phase;
    enter_phase(cell);
  }
}

void EventEngine::enter_phase(std::uint32_t cell) {
  CellState& state = cells_[cell];
  if (state.phase == phases_.size()) return;
  PhaseState& phase = phases_[state.phase];
  const auto program = phase.program(cell);
  if (program.empty()) return;
  ++phase.cells;
  state.received = {};
  state.done = {};
  const bool waits = std::any_of(program.begin(), program.end(),
                                 [](const ProgramLine& line) { return line.waits(); });
  if (!waits) state.received.iteration = phase.solved->repeat;  // nothing ever holds it up
  for (const ProgramLine& line : program) {
    if (line.out != ProgramLine::kNone) try_to_start(phase.first_lane + line.out);
    if (rendezvous_ && line.in != ProgramLine::kNone) try_to_start(phase.first_lane + line.in);
  }
}

bool EventEngine::is_received(const PhaseState& phase, const ProgramLine& line,
                              std::uint64_t i) const {
  if (line.in != ProgramLine::kNone && lanes_[phase.first_lane + line.in].arrived <= i)
    return false;
  return !line.computes || lanes_[phase.first_lane + line.out].arrived > i;
}

void EventEngine::mark_received(std::uint32_t cell, const PhaseState& phase) {
  Progress& at = cells_[cell].received;
  const auto program = phase.program(cell);
  const auto try_line = [&] {
    if (program[at.line].out != ProgramLine::kNone)
      try_to_start(phase.first_lane + program[at.line].out);
  };
  bool moved = false;
  while (at.iteration < phase.solved->repeat &&
         is_received(phase, program[at.line], at.iteration)) {
    try_line();
    moved = true;
    if (++at.line < program.size()) continue;
    at.line = 0;
    ++at.iteration;
  }
  if (moved && at.iteration < phase.solved->repeat) try_line();  // a computation may start here
}

void EventEngine::mark_done(std::uint32_t cell, const PhaseState& phase) {
  Progress& at = cells_[cell].done;
  const auto program = phase.program(cell);
  while (at.iteration < phase.solved->repeat) {
    const ProgramLine& line = program[at.line];
    if (!is_received(phase, line, at.iteration)) return;
    if (line.out != ProgramLine::kNone && lanes_[phase.first_lane + line.out].sent <= at.iteration)
      return;
    if (line.in != ProgramLine::kNone) {
      Connection& connection = connections_[lanes_[phase.first_lane + line.in].connection];
      ++connection.taken_out;
      for (const std::uint32_t lane : connection.lanes) try_to_start(lane);
    }
    if (++at.line < program.size()) continue;
    at.line = 0;
    ++at.iteration;
  }
}

// Time --------------------------------------------------------------------------------------------

void EventEngine::follow_rates() {
  for (const std::uint32_t lane : rates_->update()) {
    ++changes_;
    LaneState& state = lanes_[lane];
    const double rate = rates_->rate(lane);
    state.bottleneck = rates_->bottleneck(lane);
    if (rate == state.rate) continue;
    if (now_ > state.since)
      state.left = std::max(0.0, state.left - state.rate * (now_ - state.since));
    state.since = now_;
    state.rate = rate;
    tell(lane, rate);
    leaving_.push({now_ + state.left / rate, lane, ++state.version});
  }
  if (watch_ != nullptr) watch_->check();
}

void EventEngine::watch(SpareWatch& watch, std::size_t first) {
  watch_ = &watch;
  watched_from_ = first;
}

void EventEngine::tell(std::uint32_t lane, double rate) {
  if (watch_ == nullptr) return;
  const std::uint32_t phase = lanes_[lane].phase;
  watch_->set_rate(watched_from_ + phase, lane - phases_[phase].first_lane, rate);
}

double EventEngine::next_event() {
  const auto is_void = [&](const EventHeap::Event& event) {
    return !lanes_[event.lane].moving || lanes_[event.lane].version != event.version;
  };
  while (!leaving_.empty() && is_void(leaving_.top())) leaving_.pop();
  const double leaves = leaving_.empty() ? kNever : leaving_.top().time;
  return std::min(leaves, arriving_.empty() ? kNever : arriving_.top().time);
}

void EventEngine::advance_to(double time) {
  now_ = std::max(now_, time);
  const double until = now_ * (1 + kInstant);
  for (; !leaving_.empty() && leaving_.top().time <= until; leaving_.pop()) {
    const EventHeap::Event event = leaving_.top();
    LaneState& state = lanes_[event.lane];
    if (!state.moving || state.version != event.version) continue;
    state.moving = false;
    state.busy += now_ - state.moving_since;
    rates_->stop(event.lane);
    tell(event.lane, 0);
    leave(event.lane);
  }
  while (!arriving_.empty() && arriving_.top().time <= until) {
    const std::uint32_t lane = arriving_.top().lane;
    arriving_.pop();
    arrive(lane);
  }
}

// The result --------------------------------------------------------------------------------------

std::vector<schedule::StepClass> EventEngine::classes() const {
  std::vector<schedule::StepClass> all;
  for (const PhaseState& phase : phases_) {
    schedule::StepClass c;
    c.phase = phase.solved->name;
    c.iterations = phase.solved->repeat;
    const LaneState* slowest = nullptr;
    double start = kNever;
    double end = 0;
    for (std::uint32_t lane = phase.first_lane; lane < phase.first_lane + phase.lanes; ++lane) {
      const LaneState& state = lanes_[lane];
      start = std::min(start, state.first_start);
      end = std::max(end, state.last_arrival);
      if (slowest == nullptr || state.busy > slowest->busy) slowest = &state;
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
