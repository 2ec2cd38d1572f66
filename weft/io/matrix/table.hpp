// A table of devices against devices, as it stands in the text: column heads, rows of words.
//
// What the words mean is none of its business: `nvidia-smi topo -m`, its peer-to-peer tables and
// the sections of rocm-smi look alike. Columns and rows are told apart by their labels, so their
// order and number are free.
#pragma once

#include "weft/io/matrix/dialect.hpp"
#include "weft/io/matrix/text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace weft::io::matrix {

// What stands right of the devices: "CPU Affinity", "NUMA Affinity", "GPU NUMA ID".
struct Heading {
  enum class Kind { cpus, numa, gpu_numa, other } kind = Kind::other;
  std::string text;
  int column = 0;
  int field = 0;
};

struct Row {
  Label label;
  int line = 0;
  std::vector<Word> words;  // behind the label
  bool has_tabs = false;
};

struct Table {
  int line = 0;  // of the column heads
  std::vector<Label> columns;
  std::vector<Heading> headings;
  std::vector<Row> rows;
  bool has_tabs = false;
  int last_field = 0;  // of the last column

  std::optional<std::size_t> column_of(const Label& label) const;
  bool has_row(const Label& label) const;
};

// The column heads of a table; nullopt where the line is none. `next` are the lines below it: they
// decide about a line that could be something else.
std::optional<Table> read_heads(const Line& line, const std::vector<Line>& lines, std::size_t next);

// The row that a line holds; nullopt where it holds none. Words in front of the label (a log's
// prefix) are skipped.
std::optional<Row> read_row(const Line& line);

// The values of the headings of a row whose first `cells` words are cells: as many as there are
// headings, empty where the row says nothing.
std::vector<std::string> heading_values(const Table& table, const Row& row, std::size_t cells);

}  // namespace weft::io::matrix
