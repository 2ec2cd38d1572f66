// What a verb gives back: the same result as text for people and as JSON for scripts.
#pragma once

#include "weft/base/error.hpp"

#include <string>

namespace weft::app {

struct Report {
  std::string text;
  std::string json;
  // The content of a file that was asked for on standard output. The text then goes to standard
  // error, so that the file stays whole.
  std::string document = {};
};

}  // namespace weft::app
