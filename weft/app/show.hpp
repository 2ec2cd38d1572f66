// `weft show`: what a topology holds and what joins it.
//
// Of a cluster a summary by network, however large it is. Errors: those of opening (open.hpp),
// LINKS_TOO_MANY.
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
  bool count = false;  // numbers alone
};

Expected<Report> show(const ShowRequest& request);

}  // namespace weft::app
