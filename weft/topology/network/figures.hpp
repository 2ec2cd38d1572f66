// What a network carries from one half to the other, by its plan's cuts and its cables' rates.
#pragma once

#include "weft/topology/network.hpp"

namespace weft::topology {

// One direction, as lines state their rates; the narrowest cut decides.
Bandwidth bisection(const Network& network);

}  // namespace weft::topology
