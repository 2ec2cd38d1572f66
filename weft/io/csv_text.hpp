// CSV as RFC 4180 has it: quotes around fields with commas, a quote doubled inside them.
// Error: CSV_MALFORMED (a quote that does not close).
#pragma once

#include "weft/io/remarks.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::io {

struct CsvRow {
  int line = 0;
  std::vector<std::string> fields;
};

// The row that `text` begins with, which may be several lines; takes it off and counts its lines.
Expected<CsvRow> read_csv_row(std::string_view& text, int& line, const Remarks& remarks,
                              char separator = ',');

// All rows but blank ones.
Expected<std::vector<CsvRow>> parse_csv(std::string_view text, const Remarks& remarks,
                                        char separator = ',');

}  // namespace weft::io
