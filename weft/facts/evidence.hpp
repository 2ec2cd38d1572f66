// Where a figure comes from, and how far it can be trusted.
//
// Order of truth where figures disagree: a measurement on the machine at hand, then a published
// measurement, then a specification, then an estimate.
#pragma once

#include <string>

namespace weft::facts {

enum class Tag { measured, spec, derived, estimate };

struct Evidence {
  std::string source;  // document, log or discussion, with its section or address
  Tag tag = Tag::estimate;
  std::string date;  // "2024" or "2024-03", empty where the source has none
};

// A lone number with its evidence, e.g. a class constant.
struct Figure {
  double value = 0;
  Evidence evidence;
};

const char* to_string(Tag tag);  // "measured" "spec" "derived" "estimate"

// "NCCL topo.h (spec, 2024)", as it stands beside a number in a report.
std::string to_string(const Evidence& evidence);

}  // namespace weft::facts
