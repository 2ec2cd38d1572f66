// Recorded files beside this checkout: $WEFT_SHARED, else ../shared. Where there are none, tests of
// them skip.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace weft::test {

inline std::filesystem::path shared_folder() {
  const char* named = std::getenv("WEFT_SHARED");
  return named != nullptr ? std::filesystem::path(named)
                          : std::filesystem::path(WEFT_SOURCE_DIR) / "../shared";
}

}  // namespace weft::test
