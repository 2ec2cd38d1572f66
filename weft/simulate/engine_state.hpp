// The state of lanes, phases, cells and connections while the event engine plays. Internal to it.
#pragma once

#include "weft/simulate/cell_programs.hpp"
#include "weft/simulate/message_cost.hpp"
#include "weft/simulate/placed_schedule.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace weft::simulate {

struct LaneState {
  const Lane* lane = nullptr;
  std::uint32_t phase = 0;
  std::uint32_t connection = 0;
  double bytes = 0;    // of one message, on the wire
  double latency = 0;  // or the time of a computation
  std::uint64_t started = 0;
  std::uint64_t sent = 0;
  std::uint64_t arrived = 0;
  bool moving = false;
  double left = 0;  // bytes of the message that moves, at `since`
  double since = 0;
  double rate = 0;
  double moving_since = 0;
  double busy = 0;  // seconds that earlier messages moved
  double first_start = -1;
  double last_arrival = 0;
  std::uint32_t bottleneck = Allocation::kNone;  // last seen
  std::uint32_t version = 0;                     // of the rate; events of older ones are void
};

// What phases with the same traffic share.
struct PhaseStructure {
  PhaseStructure(const PhaseTraffic& traffic, std::size_t cells);

  CellPrograms programs;
  std::vector<std::vector<std::uint32_t>> dependents;  // [lane] that need it; empty without needs
};

struct PhaseState {
  const SolvedPhase* solved = nullptr;
  std::shared_ptr<const PhaseStructure> structure;
  std::uint32_t first_lane = 0;
  std::uint32_t lanes = 0;
  std::uint64_t completed = 0;  // iterations of which all has arrived
  std::size_t behind = 0;       // lanes that have not completed one more
  std::size_t cells = 0;        // that are in it
  std::size_t under_way = 0;    // messages and computations

  const PhaseTraffic& traffic() const { return solved->traffic(); }
  std::span<const ProgramLine> program(std::size_t cell) const {
    return structure->programs.of(cell);
  }
};

struct CellState {
  std::uint32_t phase = 0;
  Progress received;  // and computed: behind this mark messages may start
  Progress done;      // behind this one messages have been taken out
};

// All messages from one cell to another.
struct Connection {
  std::uint64_t started = 0;
  std::uint64_t taken_out = 0;
  std::vector<std::uint32_t> lanes;
};

// Events by time, the earliest on top.
class EventHeap {
 public:
  struct Event {
    double time = 0;
    std::uint32_t lane = 0;
    std::uint32_t version = 0;
    bool operator>(const Event& other) const { return time > other.time; }
  };

  bool empty() const { return events_.empty(); }
  const Event& top() const { return events_.front(); }
  void push(const Event& event);
  void pop();
  void shift(double time);  // all events happen that much later
  std::span<const Event> all() const { return events_; }

 private:
  std::vector<Event> events_;
};

}  // namespace weft::simulate
