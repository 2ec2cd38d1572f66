// What a verb gives back: the same result as text for people and as JSON for scripts.
#pragma once

#include "weft/base/error.hpp"

#include <functional>
#include <string>
#include <utility>

namespace weft::app {

// Text that is made when it is asked for: of a large fabric it is hundreds of megabytes.
class Rendered {
 public:
  Rendered() = default;
  Rendered(std::string text) : text_(std::move(text)) {}
  // What `make` refers to must live as long as this.
  explicit Rendered(std::function<std::string()> make) : make_(std::move(make)) {}

  std::string str() const { return make_ ? make_() : text_; }

 private:
  std::string text_;
  std::function<std::string()> make_;
};

struct Report {
  std::string text;
  Rendered json;
  // The content of a file that was asked for on standard output. The text then goes to standard
  // error, so that the file stays whole.
  std::string document = {};
  bool found_fault = false;  // a check found one: the program ends with 1
};

}  // namespace weft::app
