// The full text of every code that Weft can say, for `weft explain CODE`.
//
// Data: weft/facts/data/codes_*.toml, by topic; kind is error (of the input), failure (of the
// machine at run time: exit code 3), warning, finding or note. A new code is one entry there.
// Threads: immutable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

// An error is the input's, a failure the machine's at run time; a note is true and useful to say,
// but no fault.
enum class CodeKind { error, failure, warning, finding, note };

struct CodeText {
  std::string code;  // "ACS_REDIRECT"
  CodeKind kind = CodeKind::error;
  std::string title;       // half a line
  std::string text;        // what it means and why it matters
  std::string what_to_do;  // how to confirm and how to mend
};

const std::vector<CodeText>& code_texts();
const CodeText* find_code(std::string_view code);  // null where unknown
const char* to_string(CodeKind kind);              // "error" "failure" "warning" …

}  // namespace weft::facts
