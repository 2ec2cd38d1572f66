// A link of a stated rate: an ideal switch, a fabric inside a package, a speed that a file gives.
#pragma once

#include "weft/link/model.hpp"

#include <string>

namespace weft::link {

struct FixedOptions {
  std::string name{};  // "ideal switch"
  std::string kind{};  // resource class, e.g. "nvlink"
  Bandwidth rate{0};   // above 0, kUnlimited allowed
  Seconds latency{0};
  std::string source{};  // where the rate is from
  Sharing sharing{};
};

LinkModelPtr fixed_link(FixedOptions options);

}  // namespace weft::link
