#include "weft/io/xml_text.hpp"

#include <algorithm>

namespace weft::io {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Moves behind `end`; false where the text ends first.
bool skip_past(std::string_view& text, std::string_view end) {
  const auto at = text.find(end);
  if (at == std::string_view::npos) return false;
  text.remove_prefix(at + end.size());
  return true;
}

}  // namespace

std::string_view root_element(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (true) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '<') return {};
    text.remove_prefix(first);
    bool closed = true;
    if (text.starts_with("<!--")) {
      closed = skip_past(text, "-->");
    } else if (text.starts_with("<?")) {
      closed = skip_past(text, "?>");
    } else if (text.starts_with("<!")) {
      // A document type may hold definitions in brackets, with '>' among them.
      const auto bracket = text.find_first_of("[>");
      if (bracket == std::string_view::npos) return {};
      const bool has_definitions = text[bracket] == '[';
      closed = (!has_definitions || skip_past(text, "]")) && skip_past(text, ">");
    } else {
      const std::string_view name = text.substr(1);
      return name.substr(0, name.find_first_of(" \t\r\n/>"));
    }
    if (!closed) return {};
  }
}

LineIndex::LineIndex(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') line_ends_.push_back(static_cast<std::ptrdiff_t>(i));
}

int LineIndex::line_of(std::ptrdiff_t offset) const {
  if (offset < 0) return 0;
  const auto next = std::lower_bound(line_ends_.begin(), line_ends_.end(), offset);
  return static_cast<int>(next - line_ends_.begin()) + 1;
}

}  // namespace weft::io
