// Remarks on an input that is still usable, as they stand above a result.
#pragma once

#include "weft/base/error.hpp"

#include <string>
#include <vector>

namespace weft::report {

std::string to_text(const std::vector<Warning>& warnings);  // empty where there are none

}  // namespace weft::report
