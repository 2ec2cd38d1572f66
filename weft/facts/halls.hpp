// How halls are laid out: racks, rows and the cables between them.
// Data: weft/facts/data/halls.toml. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"

namespace weft::facts {

struct Halls {
  Figure rack_kW;
  Figure rack_units;
  Figure racks_per_row;
  Figure rows_per_hall;
  Figure within_rack_m;
  Figure spare_m;
  Figure rack_m;
  Figure row_m;
};

const Halls& halls();

}  // namespace weft::facts
