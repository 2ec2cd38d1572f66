// A phase of a small schedule, run in every group of a larger one at once.
//
// Ranks are numbers of several digits, e.g. (pod, node, local), the last digit counting first. A
// group is all ranks that differ in one digit only: `size` ranks, `apart` ranks apart. Each rank of
// a group answers for one part of the data, which the group's schedule sees as the whole: chunk c
// of that schedule is `scale` chunks from part_of(rank) + c·scale on.
#pragma once

#include "weft/schedule/schedule.hpp"

#include <functional>
#include <utility>

namespace weft::collective {

struct Digit {
  schedule::Rank size = 1;
  schedule::Rank apart = 1;

  schedule::Rank of(schedule::Rank rank) const { return rank / apart % size; }
};

class GroupPhase final : public schedule::Phase {
 public:
  using PartOf = std::function<std::uint64_t(schedule::Rank)>;

  GroupPhase(std::string name, schedule::PhasePtr inner, Digit digit, std::uint32_t scale,
             PartOf part_of)
      : name_(std::move(name)),
        inner_(std::move(inner)),
        digit_(digit),
        scale_(scale),
        part_of_(std::move(part_of)) {}

  std::string name() const override { return name_; }
  std::uint64_t repeat() const override { return inner_->repeat(); }
  schedule::Ordering ordering() const override { return inner_->ordering(); }
  void moves(schedule::Rank rank, std::vector<schedule::Move>& out) const override;
  std::uint64_t chunk(schedule::Rank rank, std::uint32_t move,
                      std::uint64_t iteration) const override;

 private:
  std::string name_;
  schedule::PhasePtr inner_;
  Digit digit_;
  std::uint32_t scale_;
  PartOf part_of_;
};

}  // namespace weft::collective
