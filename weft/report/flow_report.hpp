// `weft flows`: when each flow of a traffic matrix ends, and what limits it.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weft::report {

struct FlowRow {
  std::string flow;
  std::string src;
  std::string dst;
  Bytes bytes{0};
  Seconds time{0};    // from its start to its end; infinite where it never ends
  std::string limit;  // what limited it at its end; "" where nothing did
  double alike = 1;   // flows of the same kind that end alike
};

// 5, 50 and 95 % of a figure over hash seeds, and its mean.
struct Spread {
  double least5 = 0;
  double median = 0;
  double most5 = 0;
  double mean = 0;
};

struct FlowSpread {
  std::size_t seeds = 0;
  Spread end;          // seconds
  Spread median_time;  // of a run's flows
  Spread time95;
  Spread most_time;
  Spread most_flows;  // on one link between switches
};

struct FlowReport {
  std::string traffic;   // name of the matrix
  std::string topology;  // empty where the matrix names its links
  std::string routing;   // empty where no network routes
  double flows = 0;
  Bytes bytes{0};  // of all
  Seconds least{0};
  Seconds median{0};
  Seconds most5{0};
  Seconds most{0};
  Seconds end{0};                                      // of the last flow
  std::vector<std::pair<double, std::string>> limits;  // flows by limit, most first
  std::size_t further_limits = 0;                      // that are not among them
  std::size_t rows = 0;
  std::function<FlowRow(std::size_t)> row;
  std::optional<FlowSpread> spread;
  std::vector<Warning> warnings;
};

Spread spread_of(std::vector<double> values);

std::string to_text(const FlowReport& report);
// {traffic, topology, routing, flow_count, flows: [{flow, src, dst, bytes, fct_s, limit, alike}],
// flows_left_out, times, end_s, spread, warnings}
std::string to_json(const FlowReport& report);
// flow,fct_s,limit
std::string to_csv(const FlowReport& report);

}  // namespace weft::report
