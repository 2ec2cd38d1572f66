// A traffic matrix as CSV: who sends how much to whom, from when on, and over which links.
//
// The first line names the columns, in any order: src, dst, bytes; start_s (seconds) and links
// (dense numbers, ';' between) where they are known; flow, which is carried through. Others are
// ignored. Blank lines and those that begin with # are skipped. Quotes are those of csv_text.hpp.
// Errors: CSV_MALFORMED, TRAFFIC_EMPTY, TRAFFIC_COLUMN (missing or twice), TRAFFIC_VALUE, with file
// and line.
#pragma once

#include "weft/io/traffic_matrix.hpp"

#include <string>
#include <string_view>

namespace weft::io {

Expected<TrafficMatrix> read_traffic_csv(const std::string& name, std::string_view text);

}  // namespace weft::io
