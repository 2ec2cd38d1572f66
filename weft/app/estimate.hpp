// Estimates the constants of libraries from rows, as their entries name them: the values with which
// the rows' predictions come nearest, found one constant after the other.
//
// Each constant is moved between `least` and `most` until the mean of |ln(predicted / measured)|
// over its own rows is least; a few rounds, since constants share rows. For a constant none of
// whose rows is given stands what its entry names: another class's constant, or a value from
// before.
#pragma once

#include "weft/app/row_evaluation.hpp"

#include <string>
#include <vector>

namespace weft::app {

struct Observation {
  std::string id;
  std::string system;
  const LibraryCase* what = nullptr;
  double measured = 0;
};

facts::LibraryValues estimate(const std::vector<Observation>& observations);

}  // namespace weft::app
