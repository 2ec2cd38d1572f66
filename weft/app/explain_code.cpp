#include "weft/app/explain_code.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/codes.hpp"
#include "weft/report/code_report.hpp"

#include <cctype>
#include <vector>

#include <fmt/format.h>

namespace weft::app {

Expected<Report> explain_code(const std::string& code) {
  const auto& all = facts::code_texts();
  if (code.empty()) return Report{report::to_text(all), report::to_json(all)};
  std::string upper = code;
  for (char& c : upper) {
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (c == '-' || c == ' ') c = '_';
  }
  if (const facts::CodeText* text = facts::find_code(upper))
    return Report{report::to_text(*text), report::to_json(*text)};
  std::vector<std::string> known;
  for (const facts::CodeText& text : all) known.push_back(text.code);
  const std::string near = did_you_mean(upper, known);
  return fail("CODE_UNKNOWN", fmt::format("'{}' is not a code that Weft says", code),
              near.empty() ? "`weft explain` lists all codes." : near);
}

bool is_run_time_failure(const Error& error) {
  const facts::CodeText* text = facts::find_code(error.code);
  return text != nullptr && text->kind == facts::CodeKind::failure;
}

}  // namespace weft::app
