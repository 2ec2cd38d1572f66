// A path between two components: its hops, what limits it, and the ways that were not taken.
#pragma once

#include "weft/route/router.hpp"

#include <string>
#include <vector>

namespace weft::report {

struct PathReport {
  route::Path path;
  std::vector<route::Alternative> alternatives;
  std::vector<Warning> warnings;
  bool waterfalls = false;  // in the text, each factor of each link with its source
};

std::string to_text(const topology::Topology& topology, const PathReport& report);

// {from, to, mode, hops, bandwidth_GBps, latency_us, limit, second_limit, distance, alternatives,
// …}
std::string to_json(const topology::Topology& topology, const PathReport& report);

}  // namespace weft::report
