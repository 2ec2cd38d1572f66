#include "weft/report/warnings.hpp"

#include <fmt/format.h>

namespace weft::report {

std::string to_text(const std::vector<Warning>& warnings) {
  std::string out;
  for (const Warning& warning : warnings) {
    const std::string where = to_string(warning.where);
    out += fmt::format("warning: {}{}{} ({})\n", where, where.empty() ? "" : ": ", warning.message,
                       warning.code);
    if (!warning.hint.empty()) out += fmt::format("  {}\n", warning.hint);
  }
  return out.empty() ? out : out + "\n";
}

}  // namespace weft::report
