// `weft flows`: any traffic, on a topology or on links that a matrix names itself.
//
// Main flow: read or generate the flows (flow_traffic.hpp) → a path for each (flow_routes.hpp) →
// play them to their ends (simulate/fluid.hpp) → what the fluid model does not see
// (flow_notes.hpp). With `seeds`, that many times with other hashes: a distribution. Errors: those
// of reading, opening and routing, OPTION_CONFLICT.
#pragma once

#include "weft/app/open.hpp"
#include "weft/app/report.hpp"
#include "weft/route/router.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace weft::app {

struct FlowsRequest {
  TopologyArgument topology;          // no name: the matrix names its links
  std::string traffic;                // a file of any format of traffic, or "-"
  std::optional<Bandwidth> capacity;  // of every link that the matrix names
  route::Policy policy = {};
  bool csv = false;  // the text is a CSV of flow,fct_s,limit

  std::string generate = {};                       // a pattern, before `traffic`
  Bytes least{1024.0 * 1024.0};                    // of generated flows
  Bytes most{1024.0 * 1024.0};                     // as much: all are equal
  std::uint32_t hosts = 0;                         // the first so many; 0: all
  std::string csv_out = {};                        // where the matrix is written to
  std::optional<route::FlowRouting> routing = {};  // before the network's own
  std::uint64_t seed = 1;                          // of patterns and of hashes
  std::uint32_t seeds = 1;
  std::uint32_t queue_pairs = 1;
  bool symmetry = true;  // what looks alike is played once, what others imply is left out
};

Expected<Report> flows(const FlowsRequest& request);

}  // namespace weft::app
