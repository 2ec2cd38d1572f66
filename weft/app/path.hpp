// `weft path`: which way bytes take between two components, and what limits them.
//
// Errors: those of opening, COMPONENT_UNKNOWN, SAME_COMPONENT, MODE_UNKNOWN, MODE_IMPOSSIBLE,
// NO_PATH, OPTION_CONFLICT (an engine that does not move such bytes).
#pragma once

#include "weft/app/open.hpp"
#include "weft/app/report.hpp"
#include "weft/route/router.hpp"

#include <optional>
#include <string>

namespace weft::app {

struct PathRequest {
  TopologyArgument topology;
  std::string from;  // gpu[0], a bus id, mlx5_0
  std::string to;
  std::string mode = {};  // empty: the usual one
  std::optional<link::Engine> engine =
      {};  // the NIC where the mode is its own, else the copy engine
  route::Policy policy = {};
  bool waterfalls = false;
};

Expected<Report> path(const PathRequest& request);

}  // namespace weft::app
