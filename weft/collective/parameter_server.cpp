#include "weft/collective/parameter_server.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using schedule::Move;
using schedule::Op;
using schedule::Ordering;

// Server j adds chunk j of q.
class ServePhase final : public schedule::Phase {
 public:
  ServePhase(Rank ranks, Rank servers, bool push) : ranks_(ranks), servers_(servers), push_(push) {}

  std::string name() const override { return push_ ? "push" : "pull"; }
  std::uint64_t repeat() const override { return 1; }
  Ordering ordering() const override { return Ordering::after_receive; }

  void moves(Rank rank, std::vector<Move>& out) const override {
    const auto with_servers = [&](Op op) {
      for (Rank j = 0; j < servers_; ++j)
        if (server(j) != rank) out.push_back({.op = op, .peer = server(j)});
    };
    const auto with_all = [&](Op op) {
      if (!serves(rank)) return;
      for (Rank i = 1; i < ranks_; ++i) out.push_back({.op = op, .peer = (rank + i) % ranks_});
    };
    if (push_) {
      with_servers(Op::send);
      with_all(Op::recv_reduce);
    } else {
      with_all(Op::send);
      with_servers(Op::recv);
    }
  }

  std::uint64_t chunk(Rank rank, std::uint32_t move, std::uint64_t) const override {
    const std::uint32_t own = serves(rank) ? index(rank) : servers_;  // which of them it is
    const std::uint32_t of_servers = serves(rank) ? servers_ - 1 : servers_;
    const std::uint32_t of_all = serves(rank) ? ranks_ - 1 : 0;
    const std::uint32_t first = push_ ? of_servers : of_all;
    if ((move < first) != push_) return own;  // its own part, with all others
    const std::uint32_t j = push_ ? move : move - first;
    return j < own ? j : j + 1;  // it is left out
  }

 private:
  Rank server(Rank j) const { return static_cast<Rank>(std::uint64_t{j} * ranks_ / servers_); }
  Rank index(Rank rank) const {
    return static_cast<Rank>((std::uint64_t{rank} * servers_ + ranks_ - 1) / ranks_);
  }
  bool serves(Rank rank) const { return index(rank) < servers_ && server(index(rank)) == rank; }

  Rank ranks_;
  Rank servers_;
  bool push_;
};

std::string unfit(Collective, const Shape& shape) {
  if (shape.servers >= 1 && shape.servers <= shape.ranks) return {};
  return fmt::format("needs between 1 and {} servers among its ranks, here are {}", shape.ranks,
                     shape.servers);
}

void fill(Schedule& s, const Shape& shape) {
  s.buffers = {{"data", shape.servers, 1.0}};
  s.phases = {std::make_shared<ServePhase>(shape.ranks, shape.servers, true),
              std::make_shared<ServePhase>(shape.ranks, shape.servers, false)};
}

std::uint64_t steps(Collective, const Shape&) { return 2; }

Bytes most_sent(Collective, const Shape& shape, Bytes size) {
  // A server pushes to the other servers and answers all; everyone else pushes all it has.
  const double q = shape.servers;
  return std::max(size, size * ((q - 1 + shape.ranks - 1) / q));
}

Seconds time(Collective, const Shape& shape, Bytes size, const Levels& levels) {
  return outermost(levels).message(size * ((shape.ranks - 1.0) / shape.servers)) * 2;
}

std::vector<Shape> variants(const Shape& shape) {
  std::vector<Shape> all;
  for (const Rank servers : std::set<Rank>{2, 3, shape.ranks / 2, shape.ranks - 1, shape.ranks}) {
    if (servers < 1 || servers > shape.ranks) continue;
    all.push_back(shape);
    all.back().servers = servers;
  }
  return all;
}

constexpr std::array kCollectives = {Collective::all_reduce};

}  // namespace

constinit const Algorithm kParameterServer = {
    .name = "parameter_server",
    .about = "some ranks add for all: q servers (one unless told otherwise)",
    .formula = "all_reduce 2(a + (n-1)/q S/B)",
    .collectives = kCollectives,
    .variants = variants,
    .unfit = unfit,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
