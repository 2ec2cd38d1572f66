// One step in which each rank sends at most one block and receives at most one: the phases of all
// algorithms whose partner changes with the step.
//
// A step is a pure function from a rank to its Exchange; exchange() makes a phase of it:
//   exchange("distance 4", Op::recv, [n](Rank r) { return Exchange{…}; })
#pragma once

#include "weft/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weft::collective {

struct Half {
  schedule::Rank partner = 0;
  schedule::Block block;
};

struct Exchange {
  std::optional<Half> out;
  std::optional<Half> in;
};

// A move of the block's form; its first chunk is the phase's business.
schedule::Move move_of(schedule::Op op, schedule::Rank peer, const schedule::Block& block,
                       std::uint32_t buffer = 0);

template <class Step>
class ExchangePhase final : public schedule::Phase {
 public:
  ExchangePhase(std::string name, schedule::Op receive, Step step, std::uint32_t buffer)
      : name_(std::move(name)), receive_(receive), step_(std::move(step)), buffer_(buffer) {}

  std::string name() const override { return name_; }
  std::uint64_t repeat() const override { return 1; }
  schedule::Ordering ordering() const override { return schedule::Ordering::after_receive; }

  void moves(schedule::Rank rank, std::vector<schedule::Move>& out) const override {
    const Exchange e = step_(rank);
    if (e.out) out.push_back(move_of(schedule::Op::send, e.out->partner, e.out->block, buffer_));
    if (e.in) out.push_back(move_of(receive_, e.in->partner, e.in->block, buffer_));
  }

  std::uint64_t chunk(schedule::Rank rank, std::uint32_t move, std::uint64_t) const override {
    const Exchange e = step_(rank);
    return (e.out && move == 0 ? e.out : e.in)->block.first;
  }

 private:
  std::string name_;
  schedule::Op receive_;
  Step step_;
  std::uint32_t buffer_;
};

template <class Step>
schedule::PhasePtr exchange(std::string name, schedule::Op receive, Step step,
                            std::uint32_t buffer = 0) {
  return std::make_shared<ExchangePhase<Step>>(std::move(name), receive, std::move(step), buffer);
}

}  // namespace weft::collective
