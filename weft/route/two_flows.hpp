// Two transfers at the same time, e.g. a copy each way: max-min fair over all that both take.
//
// Neither gains without the other, slower or equal, losing. Rates are of payload. `memory` is what
// devices reach of memory, in units of what the topology has for the accesses of cores.
#pragma once

#include "weft/route/path.hpp"

namespace weft::route {

struct TwoRates {
  Bandwidth first{0};
  Bandwidth second{0};
  ResourceId limit;  // the first resource to be full
};

TwoRates share(const Topology& topology, const Path& first, const Path& second, double memory = 1);

}  // namespace weft::route
