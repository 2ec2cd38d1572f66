#include "weft/collective/direct.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace weft::collective {
namespace {

using schedule::Move;
using schedule::Op;
using schedule::Ordering;
using schedule::Phase;
using schedule::PhasePtr;

// Whose chunk goes over the way from one rank to another.
enum class Carries { everything, of_sender, of_receiver };

// Ranks send to all others, or only to the root, or only the root sends. Sends stand before
// receives, and start with the next rank so that not all turn to the same one.
class FanPhase final : public Phase {
 public:
  enum class Who { all, to_root, from_root };

  struct Form {
    Rank ranks = 0;
    Who who = Who::all;
    Rank root = 0;
    Carries carries = Carries::everything;
    Op receive = Op::recv;
    std::uint32_t from = 0;  // buffers
    std::uint32_t into = 0;
  };

  FanPhase(std::string name, const Form& form) : name_(std::move(name)), form_(form) {}

  std::string name() const override { return name_; }
  std::uint64_t repeat() const override { return 1; }
  Ordering ordering() const override { return Ordering::after_receive; }

  void moves(Rank rank, std::vector<Move>& out) const override {
    for (Rank i = 0; i < sends(rank); ++i)
      out.push_back({.op = Op::send, .peer = receiver(rank, i), .buffer = form_.from});
    for (Rank i = 0; i < receives(rank); ++i)
      out.push_back({.op = form_.receive, .peer = sender(rank, i), .buffer = form_.into});
  }

  std::uint64_t chunk(Rank rank, std::uint32_t move, std::uint64_t) const override {
    if (form_.carries == Carries::everything) return 0;
    const bool sends_it = move < sends(rank);
    const Rank other = sends_it ? receiver(rank, move) : sender(rank, move - sends(rank));
    // all_to_all files what came by who sent it.
    if (form_.from != form_.into) return other;
    return sends_it == (form_.carries == Carries::of_sender) ? rank : other;
  }

 private:
  Rank sends(Rank rank) const {
    if (form_.who == Who::all) return form_.ranks - 1;
    const bool is_root = rank == form_.root;
    if (form_.who == Who::to_root) return is_root ? 0 : 1;
    return is_root ? form_.ranks - 1 : 0;
  }
  Rank receives(Rank rank) const {
    if (form_.who == Who::all) return form_.ranks - 1;
    const bool is_root = rank == form_.root;
    if (form_.who == Who::from_root) return is_root ? 0 : 1;
    return is_root ? form_.ranks - 1 : 0;
  }
  Rank receiver(Rank rank, Rank i) const {
    return form_.who == Who::to_root ? form_.root : (rank + 1 + i) % form_.ranks;
  }
  Rank sender(Rank rank, Rank i) const {
    return form_.who == Who::from_root ? form_.root : (rank + form_.ranks - 1 - i) % form_.ranks;
  }

  std::string name_;
  Form form_;
};

// One copy within each rank.
class OwnPart final : public Phase {
 public:
  explicit OwnPart(std::uint32_t recv) : recv_(recv) {}

  std::string name() const override { return "own part"; }
  std::uint64_t repeat() const override { return 1; }
  Ordering ordering() const override { return Ordering::after_receive; }
  void moves(Rank, std::vector<Move>& out) const override {
    out.push_back({.op = Op::copy, .buffer = recv_, .source = 0});
  }
  std::uint64_t chunk(Rank rank, std::uint32_t, std::uint64_t) const override { return rank; }

 private:
  std::uint32_t recv_;
};

PhasePtr fan(std::string name, const FanPhase::Form& form) {
  return std::make_shared<FanPhase>(std::move(name), form);
}

void fill(Schedule& s, const Shape& shape) {
  const Rank n = shape.ranks;
  s.buffers = {{"data", n, 1.0}};
  switch (s.collective) {
    case Collective::all_reduce:
      s.buffers = {{"data", 1, 1.0}};
      s.phases = {fan("all to all", {.ranks = n, .receive = Op::recv_reduce})};
      break;
    case Collective::reduce_scatter:
      s.phases = {direct_reduce_scatter_phase(n)};
      break;
    case Collective::all_gather:
      s.phases = {direct_all_gather_phase(n)};
      break;
    case Collective::gather:
      s.phases = {fan("to the root", {.ranks = n,
                                      .who = FanPhase::Who::to_root,
                                      .root = shape.root,
                                      .carries = Carries::of_sender})};
      break;
    case Collective::scatter:
      s.phases = {fan("from the root", {.ranks = n,
                                        .who = FanPhase::Who::from_root,
                                        .root = shape.root,
                                        .carries = Carries::of_receiver})};
      break;
    default:
      s.buffers = {{"send", n, 1.0}, {"recv", n, 1.0}};
      s.phases = {
          own_part_phase(1),
          fan("all to all", {.ranks = n, .carries = Carries::of_receiver, .from = 0, .into = 1})};
  }
}

std::uint64_t steps(Collective, const Shape&) { return 1; }

Bytes most_sent(Collective collective, const Shape& shape, Bytes size) {
  const double n = shape.ranks;
  switch (collective) {
    case Collective::all_reduce:
      return size * (n - 1);
    case Collective::gather:
      return size / n;  // the root, which receives n-1 times as much, sends nothing
    default:
      return size * ((n - 1) / n);
  }
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  const double n = shape.ranks;
  const Bytes through_port =
      collective == Collective::all_reduce ? size * (n - 1) : size * ((n - 1) / n);
  return outermost(levels).message(through_port);
}

bool needs_full_mesh(Collective collective) {
  return collective == Collective::all_reduce || collective == Collective::all_gather ||
         collective == Collective::reduce_scatter;
}

constexpr std::array kCollectives = {Collective::all_to_all,     Collective::gather,
                                     Collective::scatter,        Collective::all_reduce,
                                     Collective::reduce_scatter, Collective::all_gather};

}  // namespace

PhasePtr direct_reduce_scatter_phase(Rank ranks) {
  return fan("reduce_scatter",
             {.ranks = ranks, .carries = Carries::of_receiver, .receive = Op::recv_reduce});
}

PhasePtr direct_all_gather_phase(Rank ranks) {
  return fan("all_gather", {.ranks = ranks, .carries = Carries::of_sender});
}

PhasePtr own_part_phase(std::uint32_t recv) { return std::make_shared<OwnPart>(recv); }

constinit const Algorithm kDirect = {
    .name = "direct",
    .about = "everyone talks to everyone at once (one-shot; NCCL's all-to-all)",
    .formula =
        "all_to_all, gather, scatter, all_gather, reduce_scatter a + (n-1)/n S/B; "
        "all_reduce a + (n-1)S/B",
    .collectives = kCollectives,
    .every_pair = true,
    .needs_full_mesh = needs_full_mesh,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
