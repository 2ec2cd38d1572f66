// `weft show`: what a topology holds and what joins it.
//
// Errors: those of opening (open.hpp).
#pragma once

#include "weft/app/open.hpp"
#include "weft/app/report.hpp"

namespace weft::app {

struct ShowRequest {
  TopologyArgument topology;
  // Parts of the text; none chosen: counts, tree and, for up to 40 devices, the matrix.
  bool tree = false;
  bool matrix = false;
  bool links = false;
};

Expected<Report> show(const ShowRequest& request);

}  // namespace weft::app
