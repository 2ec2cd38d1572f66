// The same transfers on better hardware: every resource of one kind scaled by a factor.
#pragma once

#include "weft/simulate/simulator.hpp"

#include <string_view>

namespace weft::simulate {

// `factor` > 0; infinity removes the limit. The schedule and its placement stay as they are.
Simulator with_kind_scaled(const Simulator& simulator, std::string_view kind, double factor);

}  // namespace weft::simulate
