// `weft flows`: when each flow of a traffic matrix ends, and what limits it.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"

#include <string>
#include <vector>

namespace weft::report {

struct FlowRow {
  std::string flow;
  std::string src;
  std::string dst;
  Bytes bytes{0};
  Seconds time{0};    // from its start to its end; infinite where it never ends
  std::string limit;  // what limited it at its end; "" where nothing did
};

struct FlowReport {
  std::string traffic;   // name of the matrix
  std::string topology;  // empty where the matrix names its links
  std::vector<FlowRow> rows;
  Seconds end{0};  // of the last flow
  std::vector<Warning> warnings;
};

std::string to_text(const FlowReport& report);
// {traffic, topology, flows: [{flow, src, dst, bytes, fct_s, limit}], end_s, warnings}
std::string to_json(const FlowReport& report);
// flow,fct_s,limit
std::string to_csv(const FlowReport& report);

}  // namespace weft::report
