// `weft path`: which way bytes take between two components, and what limits them.
//
// Errors: those of opening, COMPONENT_UNKNOWN, SAME_COMPONENT, MODE_UNKNOWN, MODE_IMPOSSIBLE,
// NO_PATH.
#pragma once

#include "weft/app/open.hpp"
#include "weft/app/report.hpp"
#include "weft/route/router.hpp"

#include <string>

namespace weft::app {

struct PathRequest {
  TopologyArgument topology;
  std::string from;  // gpu[0], a bus id, mlx5_0
  std::string to;
  std::string mode = {};  // empty: the usual one
  link::Engine engine = link::Engine::copy_engine;
  route::Policy policy = {};
  bool waterfalls = false;
};

Expected<Report> path(const PathRequest& request);

}  // namespace weft::app
