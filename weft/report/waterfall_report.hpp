// A waterfall as a table and as JSON: each factor, its value, the rate after it, its source.
#pragma once

#include "weft/link/waterfall.hpp"
#include "weft/report/json.hpp"

#include <string>
#include <vector>

namespace weft::report {

// One line of any waterfall, also of those that go on from a link to a whole collective.
struct FactorLine {
  std::string name;
  std::string value;  // as printed: "16 GT/s", "x 16", "x 0.9846"
  double factor = 1;
  Bandwidth after;
  std::string source;
};

std::vector<FactorLine> factor_lines(const link::Waterfall& waterfall);
std::string to_text(const std::vector<FactorLine>& lines, int indent);
Json to_json(const std::vector<FactorLine>& lines);  // [{name, value, GBps, source}]

}  // namespace weft::report
