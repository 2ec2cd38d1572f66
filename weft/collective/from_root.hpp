// Ranks counted from the root, which makes a rooted algorithm one for root 0.
#pragma once

#include "weft/schedule/schedule.hpp"

namespace weft::collective {

struct FromRoot {
  schedule::Rank ranks = 0;
  schedule::Rank root = 0;

  schedule::Rank of(schedule::Rank real) const {
    return real >= root ? real - root : real + ranks - root;
  }
  schedule::Rank real(schedule::Rank counted) const {
    return counted < ranks - root ? counted + root : counted - (ranks - root);
  }
};

}  // namespace weft::collective
