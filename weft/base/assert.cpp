#include "weft/base/assert.hpp"

#include <string>

namespace weft {

void assertion_failed(const char* condition, const char* why, const char* file, int line) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + why +
                      " (broken: " + condition + ")");
}

}  // namespace weft
