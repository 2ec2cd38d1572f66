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

Expected<std::vector<CsvRow>> parse_csv(std::string_view text, const Remarks& remarks,
                                        char separator = ',');

}  // namespace weft::io
