#include "weft/io/csv_text.hpp"

namespace weft::io {

Expected<std::vector<CsvRow>> parse_csv(std::string_view text, const Remarks& remarks,
                                        char separator) {
  std::vector<CsvRow> rows;
  int line = 1;
  std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  while (at < text.size()) {
    CsvRow row{line, {""}};
    bool quoted = false;
    int opened = line;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '\n') ++line;
      if (quoted) {
        if (c != '"') {
          row.fields.back() += c;
        } else if (at + 1 < text.size() && text[at + 1] == '"') {
          row.fields.back() += '"';
          ++at;
        } else {
          quoted = false;
        }
      } else if (c == '"' && row.fields.back().empty()) {
        quoted = true;
        opened = line;
      } else if (c == separator) {
        row.fields.emplace_back();
      } else if (c == '\n') {
        ++at;
        break;
      } else if (c != '\r') {
        row.fields.back() += c;
      }
    }
    if (quoted)
      return remarks.error("CSV_MALFORMED", "a quote is opened and not closed",
                           "Check that the file is whole.", opened);
    if (row.fields.size() > 1 || !row.fields.front().empty()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace weft::io
