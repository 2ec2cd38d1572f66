// What can be told of an XML text without parsing it, and lines from offsets.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace weft::io {

// The name of the outermost element: "system" for "<!-- … --><system version=…". Empty where the
// text does not begin as XML does, or ends before an element.
std::string_view root_element(std::string_view text);

// Lines count from 1. `text` is only looked at while constructing.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  int line_of(std::ptrdiff_t offset) const;  // 0 for a negative offset: not known

 private:
  std::vector<std::ptrdiff_t> line_ends_;
};

}  // namespace weft::io
