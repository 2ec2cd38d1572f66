// Who sends how much to whom, as any file of traffic says it: CSV, htsim, GOAL.
//
// Ends are names or numbers, as the file has them. A step that moves nothing (a computation, a
// receive) is a row of 0 bytes with `is_flow` false, and lasts `delay`. Units: bytes, seconds.
// Start reading at traffic_file.hpp.
#pragma once

#include "weft/base/error.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace weft::io {

struct TrafficRow {
  std::string flow = {};  // its number where the file names none
  std::string src = {};
  std::string dst = {};
  double bytes = 0;
  double start = 0;                       // seconds
  std::vector<std::uint32_t> links = {};  // in order, each once
  int line = 0;
  double delay = 0;  // from when it could start
  bool is_flow = true;
};

struct TrafficMatrix {
  std::vector<TrafficRow> rows;
  bool has_links = false;
  // First the row that is waited for.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> waits = {};
  std::uint32_t ends = 0;  // as many as the file says there are; 0: it does not say
};

}  // namespace weft::io
