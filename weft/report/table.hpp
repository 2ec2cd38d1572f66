// A text table: columns as wide as their longest cell, numbers to the right, words to the left.
#pragma once

#include <string>
#include <vector>

namespace weft::report {

enum class Align { left, right };

class Table {
 public:
  Table& column(std::string title, Align align = Align::right);
  // One cell per column, made printable: names from files may hold anything (base/printable.hpp).
  void row(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  // Lines end with '\n'; each starts with `indent` spaces and has none at its end. There is no line
  // of titles where all are empty.
  std::string text(int indent = 0) const;

 private:
  struct Column {
    std::string title;
    Align align;
  };
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Columns on a terminal: UTF-8 sequences count as one.
std::size_t display_width(const std::string& text);

}  // namespace weft::report
