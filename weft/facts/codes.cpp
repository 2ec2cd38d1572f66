#include "weft/facts/codes.hpp"

#include "weft/facts/reader.hpp"

#include <algorithm>
#include <iterator>

namespace weft::facts {
namespace {

CodeKind read_kind(const Record& r) {
  const std::string name = r.text("kind");
  for (const CodeKind kind :
       {CodeKind::error, CodeKind::failure, CodeKind::warning, CodeKind::finding, CodeKind::note})
    if (name == to_string(kind)) return kind;
  r.malformed("the kind '" + name + "' is not one of error failure warning finding note");
}

CodeText read_code(const Record& r) {
  return {.code = r.text("code"),
          .kind = read_kind(r),
          .title = r.text("title"),
          .text = r.text("text"),
          .what_to_do = r.text("what_to_do")};
}

}  // namespace

const char* to_string(CodeKind kind) {
  constexpr const char* kNames[] = {"error", "failure", "warning", "finding", "note"};
  return kNames[static_cast<int>(kind)];
}

const std::vector<CodeText>& code_texts() {
  static const auto rows = [] {
    std::vector<CodeText> all;
    for (const std::string_view file : data_files("codes_"))
      std::ranges::move(Document(file).table<CodeText>("code", read_code), std::back_inserter(all));
    return all;
  }();
  return rows;
}

const CodeText* find_code(std::string_view code) {
  const auto found = std::ranges::find(code_texts(), code, &CodeText::code);
  return found == code_texts().end() ? nullptr : &*found;
}

}  // namespace weft::facts
