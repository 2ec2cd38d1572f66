// The range that eight of ten measurements of a class have been in, as a prediction's interval: a
// tenth took less, a tenth more. Classes: facts/accuracy.hpp.
#pragma once

#include "weft/base/units.hpp"
#include "weft/report/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace weft::report {

struct Interval {
  std::string kind;  // the class
  Seconds low{0};
  Seconds high{0};
};

std::optional<Interval> interval_of(std::string_view kind, Seconds predicted);

// The class of a collective: by nodes, and small, middle or large (to 64 KiB, from 64 MiB).
const char* collective_class(bool is_one_node, Bytes size);
// Of an operation by its word; empty where there is none.
std::string_view operation_class(std::string_view word);

Json to_json(const std::optional<Interval>& interval);  // [low, high] in us, or null

}  // namespace weft::report
