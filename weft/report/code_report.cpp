#include "weft/report/code_report.hpp"

#include "weft/report/json.hpp"
#include "weft/report/table.hpp"
#include "weft/report/text.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace weft::report {
namespace {

using facts::CodeKind;
using facts::CodeText;

constexpr std::array<std::pair<CodeKind, const char*>, 5> kGroups = {{
    {CodeKind::error, "Errors: the input cannot be used (exit code 2)"},
    {CodeKind::failure, "Failures: the machine did not do what was asked of it (exit code 3)"},
    {CodeKind::warning, "Warnings: the input is used, with an assumption"},
    {CodeKind::finding, "Findings: what is wrong with a machine or a measurement"},
    {CodeKind::note, "Notes: true and useful to know, but no fault"},
}};

Json json_of(const CodeText& code) {
  return {{"code", code.code},
          {"kind", facts::to_string(code.kind)},
          {"title", code.title},
          {"text", code.text},
          {"what_to_do", code.what_to_do}};
}

}  // namespace

std::string to_text(const CodeText& code) {
  return fmt::format("{} ({}): {}\n\n{}\nWhat to do\n{}", code.code, facts::to_string(code.kind),
                     code.title, wrapped(code.text), wrapped(code.what_to_do, 90, 2));
}

std::string to_json(const CodeText& code) { return dump(json_of(code)); }

std::string to_text(const std::vector<CodeText>& codes) {
  std::string out;
  for (const auto& [kind, title] : kGroups) {
    Table table;
    table.column("", Align::left).column("", Align::left);
    for (const CodeText& code : codes)
      if (code.kind == kind) table.row({code.code, code.title});
    if (!table.empty()) out += fmt::format("{}\n{}\n", title, table.text(2));
  }
  return out + "`weft explain CODE` says what to do.\n";
}

std::string to_json(const std::vector<CodeText>& codes) {
  Json json = {{"codes", Json::array()}};
  for (const CodeText& code : codes) json["codes"].push_back(json_of(code));
  return dump(json);
}

}  // namespace weft::report
