// A traffic matrix as CSV: who sends how much to whom, from when on, and over which links.
//
// The first line names the columns, in any order: src, dst, bytes; start_s (seconds) and links
// (dense numbers, ';' between) where they are known; flow, which is carried through. Others are
// ignored. Blank lines and those that begin with # are skipped. Quotes are those of csv_text.hpp.
// Errors: CSV_MALFORMED, TRAFFIC_EMPTY, TRAFFIC_COLUMN (missing or twice), TRAFFIC_VALUE, with file
// and line.
#pragma once

#include "weft/base/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::io {

struct TrafficRow {
  std::string flow;  // its number where the file names none
  std::string src;
  std::string dst;
  double bytes = 0;
  double start = 0;                  // seconds
  std::vector<std::uint32_t> links;  // in order, each once
  int line = 0;
};

struct TrafficMatrix {
  std::vector<TrafficRow> rows;
  bool has_links = false;
};

Expected<TrafficMatrix> read_traffic_csv(const std::string& name, std::string_view text);

}  // namespace weft::io
