#include "weft/report/table.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/printable.hpp"

#include <algorithm>
#include <utility>

namespace weft::report {

std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // not a continuation byte
  }));
}

namespace {

// Nothing to escape or to cut, as nearly all cells are.
bool is_plain(const std::string& cell) {
  return cell.size() <= 80 &&
         std::all_of(cell.begin(), cell.end(), [](char c) { return c >= ' ' && c < '\x7f'; });
}

}  // namespace

Table& Table::column(std::string title, Align align) {
  columns_.push_back({told(title), align});
  return *this;
}

void Table::row(std::vector<std::string> cells) {
  WEFT_ASSERT(cells.size() == columns_.size(), "a cell for each column");
  for (std::string& cell : cells)
    if (!is_plain(cell)) cell = told(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::text(int indent) const {
  std::vector<std::size_t> width;
  for (const Column& column : columns_) width.push_back(display_width(column.title));
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      width[i] = std::max(width[i], display_width(row[i]));
  std::string out;
  const auto add = [&](auto cell) {
    std::string line(static_cast<std::size_t>(indent), ' ');
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& text = cell(i);
      const std::string padding(width[i] - display_width(text), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].align == Align::right ? padding + text : text + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  const bool has_titles = std::any_of(columns_.begin(), columns_.end(),
                                      [](const Column& column) { return !column.title.empty(); });
  if (has_titles) add([&](std::size_t i) -> const std::string& { return columns_[i].title; });
  for (const auto& row : rows_) add([&](std::size_t i) -> const std::string& { return row[i]; });
  return out;
}

}  // namespace weft::report
