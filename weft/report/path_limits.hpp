// The tightest resources of a path, as a sentence names them.
#pragma once

#include "weft/route/path.hpp"

#include <string>
#include <vector>

namespace weft::report {

struct PathLimit {
  std::string text;  // "gpu[0] -> nvswitch[0] (NVLink 4 x5) and 3 alike"
  std::string kind;  // "nvlink"
  Bandwidth bandwidth;
};

// Tightest first; resources of one kind that allow the same are one limit.
std::vector<PathLimit> path_limits(const topology::Topology& topology, const route::Path& path);

}  // namespace weft::report
