// The order in which people number things: "node9" before "node10".
#pragma once

#include <string_view>

namespace weft {

// Runs of digits by their value, all else by its bytes; a strict weak order.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace weft
