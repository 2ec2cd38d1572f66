// `weft diff`: what differs between two topologies, or which of many is the odd one out.
//
// A difference is a fault that was found: the program then ends with 1.
// Errors: those of opening; DIFF_TOO_FEW.
#pragma once

#include "weft/app/report.hpp"

#include <string>
#include <vector>

namespace weft::app {

struct DiffRequest {
  std::vector<std::string> topologies;     // two or more
  std::vector<std::string> catalogs = {};  // --catalog
};

Expected<Report> diff(const DiffRequest& request);

}  // namespace weft::app
