// A phase that is written out: explicit moves with explicit chunks for each rank, done once.
// What an imported plan becomes, and how tests break a schedule by hand.
#pragma once

#include "weft/schedule/schedule.hpp"

#include <string>
#include <utility>
#include <vector>

namespace weft::schedule {

struct ListedMove {
  Move move;
  std::uint64_t chunk = 0;
  std::uint64_t source_chunk = 0;
};

class ListedPhase final : public Phase {
 public:
  // program[rank] in program order; ranks beyond its end do nothing.
  ListedPhase(std::string name, std::vector<std::vector<ListedMove>> program)
      : name_(std::move(name)), program_(std::move(program)) {}

  std::string name() const override { return name_; }
  std::uint64_t repeat() const override { return 1; }
  Ordering ordering() const override { return Ordering::after_receive; }
  void moves(Rank rank, std::vector<Move>& out) const override {
    if (rank >= program_.size()) return;
    for (const ListedMove& listed : program_[rank]) out.push_back(listed.move);
  }
  std::uint64_t chunk(Rank rank, std::uint32_t move, std::uint64_t) const override {
    return program_[rank][move].chunk;
  }
  std::uint64_t source_chunk(Rank rank, std::uint32_t move, std::uint64_t) const override {
    return program_[rank][move].source_chunk;
  }

 private:
  std::string name_;
  std::vector<std::vector<ListedMove>> program_;
};

// Writes a schedule out in full: one listed phase with every step of every rank.
// Steps grow with ranks², so ask this of small schedules only.
Schedule written_out(const Schedule& schedule);

}  // namespace weft::schedule
