// `weft flows`: any traffic matrix, on a topology or on links that it names itself.
//
// Main flow: read the matrix → a path for each flow → play them to their ends.
// Errors: those of reading and opening, TRAFFIC_LINKS, TRAFFIC_CAPACITY, COMPONENT_UNKNOWN and
// those of routing, with the line of the flow.
#pragma once

#include "weft/app/open.hpp"
#include "weft/app/report.hpp"
#include "weft/route/router.hpp"

#include <optional>
#include <string>

namespace weft::app {

struct FlowsRequest {
  TopologyArgument topology;          // no name: the matrix names its links
  std::string traffic;                // a CSV file, or "-"
  std::optional<Bandwidth> capacity;  // of every link that the matrix names
  route::Policy policy = {};
  bool csv = false;  // the text is a CSV of flow,fct_s,limit
};

Expected<Report> flows(const FlowsRequest& request);

}  // namespace weft::app
