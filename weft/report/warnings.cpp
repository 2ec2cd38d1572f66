#include "weft/report/warnings.hpp"

#include <fmt/format.h>

namespace weft::report {

std::string to_text(const std::vector<Warning>& warnings) {
  std::string out;
  for (const Warning& warning : warnings) {
    out +=
        fmt::format("warning: {}\n",
                    to_string(Error{warning.code, warning.message, warning.where, warning.hint}));
  }
  return out.empty() ? out : out + "\n";
}

}  // namespace weft::report
