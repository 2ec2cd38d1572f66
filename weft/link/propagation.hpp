// How long a signal travels, beside all queues and switches.
#pragma once

#include "weft/base/units.hpp"

namespace weft::link {

// Of light in a medium of this refractive index: index / c.
double ns_per_metre(double refractive_index);

Seconds propagation(double metres, double ns_per_metre);

// What a path holds under way: rate × round trip.
Bytes bandwidth_delay(Bandwidth rate, Seconds round_trip);

}  // namespace weft::link
