#include "weft/facts/halls.hpp"

#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

Halls read_halls() {
  const Document document("halls.toml");
  const Record root = document.root();
  const Record rack = root.record("rack");
  const Record cable = root.record("cable");
  Halls made{.rack_kW = rack.figure("kW"),
             .rack_units = rack.figure("units"),
             .racks_per_row = rack.figure("racks_per_row"),
             .rows_per_hall = rack.figure("rows_per_hall"),
             .within_rack_m = cable.figure("within_rack_m"),
             .spare_m = cable.figure("spare_m"),
             .rack_m = cable.figure("rack_m"),
             .row_m = cable.figure("row_m")};
  rack.done();
  cable.done();
  root.done();
  return made;
}

}  // namespace

const Halls& halls() {
  static const Halls all = read_halls();
  return all;
}

}  // namespace weft::facts
