// `weft algorithms`: the collectives, the algorithms that do them, what each costs, and for one
// algorithm on few ranks who sends which chunk to whom.
// Errors: ALGORITHM_UNKNOWN, ALGORITHM_UNFIT, COLLECTIVE_UNKNOWN, ROOT_INVALID, RANKS_TOO_FEW,
// RANKS_TOO_MANY, OPTION_CONFLICT.
#pragma once

#include "weft/app/report.hpp"
#include "weft/collective/algorithm.hpp"

#include <optional>
#include <string>

namespace weft::app {

struct AlgorithmsRequest {
  std::string name;        // empty: all of them, without a drawing
  std::string collective;  // to draw; empty: the first that the algorithm does
  // Empty: 8 for a list, 4 for a drawing.
  std::optional<unsigned> ranks;
  unsigned root = 0;
  unsigned pieces = 1;
  std::optional<unsigned> per_node;  // of a hierarchy; empty: 2 where that fits
};

Expected<Report> algorithms(const AlgorithmsRequest& request = {});

}  // namespace weft::app
