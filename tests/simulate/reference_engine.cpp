#include "tests/simulate/reference_engine.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "tests/simulate/reference_max_min.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

using schedule::Move;
using schedule::Op;
using schedule::Ordering;
using schedule::Rank;

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kNone = ~std::size_t{0};

// A message or a computation.
struct Work {
  std::size_t from = 0;  // cells
  std::size_t to = 0;    // the same for a computation
  std::size_t phase = 0;
  std::uint64_t iteration = 0;
  std::size_t flow = 0;
  double left = 0;  // bytes
  double latency = 0;
  std::size_t received_at = kNone;  // line of the receiver's program
  bool started = false;
  bool sent = false;
  bool arrived = false;
  double arrives = kNever;
};

// One move of one iteration.
struct Line {
  std::size_t phase = 0;
  std::uint64_t iteration = 0;
  std::size_t in = kNone;   // the message that is received
  std::size_t out = kNone;  // the message that is sent, or the computation
};

class Reference {
 public:
  Reference(const schedule::Schedule& s, const topology::Topology& t,
            const schedule::Placement& placement, Bytes size, const MessageCost& cost)
      : s_(s), flows_(t), programs_(std::size_t{s.channels} * s.ranks) {
    const route::Router router(t);
    for (std::uint32_t channel = 0; channel < s.channels; ++channel)
      for (Rank rank = 0; rank < s.ranks; ++rank)
        add_program(channel, rank, router, placement, size, cost);
    match_receives();
  }

  Played play(double launch) {
    double now = launch;
    Played played;
    std::vector<PhaseSpan> spans(s_.phases.size(), {kNever, 0});
    while (true) {
      for (bool again = true; again;) {
        again = false;
        for (std::size_t cell = 0; cell < programs_.size(); ++cell)
          for (std::size_t at = 0; at < programs_[cell].size(); ++at) {
            const std::size_t out = programs_[cell][at].out;
            if (out == kNone || works_[out].started || !can_start(cell, at)) continue;
            start(works_[out], now);
            spans[works_[out].phase].start = std::min(spans[works_[out].phase].start, now);
            again = true;
          }
      }
      std::vector<bool> moving;
      for (const Work& w : works_) moving.push_back(w.started && !w.sent);
      const auto rates = reference_rates(flows_, moving);
      double next = kNever;
      for (std::size_t i = 0; i < works_.size(); ++i) {
        if (moving[i]) next = std::min(next, now + works_[i].left / rates[i]);
        if (works_[i].sent && !works_[i].arrived) next = std::min(next, works_[i].arrives);
      }
      if (next == kNever) break;
      const double instant = 1e-12 * next;
      for (std::size_t i = 0; i < works_.size(); ++i) {
        Work& w = works_[i];
        if (moving[i]) {
          const double rest = w.left / rates[i] - (next - now);
          w.left = std::max(0.0, rest * rates[i]);
          if (rest <= instant) leave(w, next);
        }
        if (w.sent && !w.arrived && w.arrives <= next + instant) {
          w.arrived = true;
          spans[w.phase].end = std::max(spans[w.phase].end, next);
        }
      }
      now = next;
    }
    for (const Work& w : works_) EXPECT_TRUE(w.arrived) << "the reference hangs";
    played.end = launch;
    for (PhaseSpan& span : spans) {
      if (span.start == kNever) span.start = 0;
      played.end = std::max(played.end, span.end);
    }
    played.phases = std::move(spans);
    return played;
  }

 private:
  void add_program(std::uint32_t channel, Rank rank, const route::Router& router,
                   const schedule::Placement& placement, Bytes size, const MessageCost& cost) {
    const std::size_t cell = std::size_t{channel} * s_.ranks + rank;
    std::vector<Move> moves;
    for (std::size_t p = 0; p < s_.phases.size(); ++p) {
      moves.clear();
      s_.phases[p]->moves(rank, moves);
      for (std::uint64_t i = 0; i < s_.phases[p]->repeat(); ++i)
        for (const Move& move : moves) {
          Line line{p, i, kNone, kNone};
          if (schedule::receives(move.op)) {
            const std::size_t peer = std::size_t{channel} * s_.ranks + move.peer;
            expected_.push_back({peer, cell, p, programs_[cell].size()});
          }
          if (schedule::sends(move.op) || move.op == Op::compute) {
            Work w{.from = cell, .to = cell, .phase = p, .iteration = i};
            std::vector<route::Use> uses;
            if (move.op == Op::compute) {
              w.latency = move.time.value();
            } else {
              w.to = std::size_t{channel} * s_.ranks + move.receiver();
              const auto traffic = router.traffic(placement.at(channel, rank),
                                                  placement.at(channel, move.receiver()),
                                                  link::Engine::kernel, uses);
              EXPECT_TRUE(traffic.has_value());
              w.latency = cost.latency(*traffic).value();
              w.left = bytes_of(s_, move, size).value() * cost.expansion;
            }
            w.flow = flows_.add(uses);
            line.out = works_.size();
            works_.push_back(w);
          }
          programs_[cell].push_back(line);
        }
    }
  }

  // The n-th receive of a connection gets its n-th message, phase by phase.
  void match_receives() {
    std::vector<bool> taken(works_.size(), false);
    for (const Expected& e : expected_)
      for (std::size_t i = 0; i < works_.size(); ++i) {
        Work& w = works_[i];
        if (taken[i] || w.from != e.from || w.to != e.to || w.phase != e.phase || w.from == w.to)
          continue;
        taken[i] = true;
        w.received_at = e.line;
        programs_[e.to][e.line].in = i;
        break;
      }
  }

  bool computes(std::size_t work) const { return works_[work].from == works_[work].to; }

  bool line_done(const Line& line) const {
    if (line.in != kNone && !works_[line.in].arrived) return false;
    if (line.out == kNone) return true;
    return computes(line.out) ? works_[line.out].arrived : works_[line.out].sent;
  }

  bool taken_out(const Work& w) const {
    if (!w.arrived) return false;
    for (std::size_t at = 0; at <= w.received_at; ++at)
      if (!line_done(programs_[w.to][at])) return false;
    return true;
  }

  bool can_start(std::size_t cell, std::size_t at) const {
    const Line& own = programs_[cell][at];
    const Work& w = works_[own.out];
    if (own.in != kNone && !works_[own.in].arrived) return false;
    for (std::size_t before = 0; before < at; ++before) {
      const Line& line = programs_[cell][before];
      if (line.phase < own.phase && !line_done(line)) return false;
      if (line.phase < own.phase) continue;
      const bool same = line.iteration == own.iteration;
      const bool waits = same || s_.phases[own.phase]->ordering() != Ordering::free;
      if (waits && line.in != kNone && !works_[line.in].arrived) return false;
      if (line.out == kNone) continue;
      const Work& earlier = works_[line.out];
      if (computes(line.out)) {
        if ((waits || computes(own.out)) && !earlier.arrived) return false;
      } else if (earlier.to == w.to && !earlier.sent) {
        return false;
      }
    }
    if (s_.phases[own.phase]->ordering() == Ordering::barrier)
      for (const Work& other : works_)
        if (other.phase == own.phase && other.iteration < own.iteration && !other.arrived)
          return false;
    if (computes(own.out)) return true;
    std::uint32_t held = 0;
    for (const Work& other : works_)
      if (other.from == w.from && other.to == w.to && other.started && !taken_out(other)) ++held;
    return held < s_.slots;
  }

  void start(Work& w, double now) {
    w.started = true;
    if (w.left == 0 || flows_.uses(w.flow).empty()) leave(w, now);
  }

  void leave(Work& w, double now) {
    w.sent = true;
    w.left = 0;
    w.arrives = now + w.latency;
  }

  struct Expected {
    std::size_t from = 0;
    std::size_t to = 0;
    std::size_t phase = 0;
    std::size_t line = 0;
  };

  const schedule::Schedule& s_;
  FlowSet flows_;
  std::vector<Work> works_;
  std::vector<std::vector<Line>> programs_;  // [cell]
  std::vector<Expected> expected_;
};

}  // namespace

Played play(const schedule::Schedule& schedule, const topology::Topology& topology,
            const schedule::Placement& placement, Bytes size, const MessageCost& cost) {
  return Reference(schedule, topology, placement, size, cost).play(cost.launch.value());
}

}  // namespace weft::simulate::test
