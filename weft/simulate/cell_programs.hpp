// What each cell does in a phase, line by line, and how far it has come.
//
// A cell is a rank on a channel. A line is a move that takes time: it brings a message in, sends
// one out, both, or computes. Lines are in program order; positions are those of the moves.
#pragma once

#include "weft/simulate/phase_traffic.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace weft::simulate {

struct ProgramLine {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint32_t position = 0;
  std::uint32_t in = kNone;   // lane
  std::uint32_t out = kNone;  // lane, also of a computation
  bool computes = false;

  bool waits() const { return in != kNone || computes; }
};

class CellPrograms {
 public:
  CellPrograms(const PhaseTraffic& traffic, std::size_t cells);

  std::span<const ProgramLine> of(std::size_t cell) const {
    return std::span(lines_).subspan(offset_[cell], offset_[cell + 1] - offset_[cell]);
  }
  std::size_t busy_cells() const { return busy_cells_; }  // that have lines

 private:
  std::vector<std::uint32_t> offset_;  // [cell], one more at the end
  std::vector<ProgramLine> lines_;
  std::size_t busy_cells_ = 0;
};

// The first line of the first iteration that is not done yet; all before it are.
struct Progress {
  std::uint64_t iteration = 0;
  std::uint32_t line = 0;
};

}  // namespace weft::simulate
