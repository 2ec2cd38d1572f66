// From a machine's records to the graph, with its remarks among those of the file.
#pragma once

#include "weft/io/remarks.hpp"
#include "weft/topology/machine.hpp"

namespace weft::io {

Expected<topology::PlacedMachine> place_machine(topology::Builder& builder,
                                                const topology::Machine& machine, Remarks& remarks,
                                                topology::Place place = {.server = 0});

}  // namespace weft::io
