// What a verb gives back: the same result as text for people and as JSON for scripts.
#pragma once

#include <string>

#include "weft/base/error.hpp"

namespace weft::app {

struct Report {
  std::string text;
  std::string json;
};

}  // namespace weft::app
