#include "weft/link/propagation.hpp"

namespace weft::link {

double ns_per_metre(double refractive_index) {
  constexpr double kLightInVacuum = 299792458;  // m/s, exact by definition of the metre
  return refractive_index / kLightInVacuum * 1e9;
}

Seconds propagation(double metres, double ns_each) { return nanoseconds(metres * ns_each); }

Bytes bandwidth_delay(Bandwidth rate, Seconds round_trip) { return rate * round_trip; }

}  // namespace weft::link
