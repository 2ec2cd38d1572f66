#include "weft/simulate/cell_programs.hpp"

#include <algorithm>

namespace weft::simulate {

CellPrograms::CellPrograms(const PhaseTraffic& traffic, std::size_t cells) {
  struct Entry {
    std::uint32_t cell;
    ProgramLine line;
  };
  std::vector<Entry> entries;
  entries.reserve(2 * traffic.lanes.size());
  for (std::uint32_t i = 0; i < traffic.lanes.size(); ++i) {
    const Lane& lane = traffic.lanes[i];
    entries.push_back(
        {lane.from_cell, {.position = lane.sent_at, .out = i, .computes = lane.computes}});
    if (!lane.computes) entries.push_back({lane.to_cell, {.position = lane.received_at, .in = i}});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.line.position < b.line.position;
  });
  offset_.assign(cells + 1, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    const bool passes_on = i > 0 && entries[i - 1].cell == entry.cell &&
                           entries[i - 1].line.position == entry.line.position;
    if (!passes_on) {
      lines_.push_back(entry.line);
      ++offset_[entry.cell + 1];
      continue;
    }
    ProgramLine& both = lines_.back();
    if (entry.line.in != ProgramLine::kNone) both.in = entry.line.in;
    if (entry.line.out != ProgramLine::kNone) both.out = entry.line.out;
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (offset_[cell + 1] > 0) ++busy_cells_;
    offset_[cell + 1] += offset_[cell];
  }
}

}  // namespace weft::simulate
