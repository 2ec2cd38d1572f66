#include "weft/io/csv_text.hpp"

namespace weft::io {

Expected<CsvRow> read_csv_row(std::string_view& text, int& line, const Remarks& remarks,
                              char separator) {
  CsvRow row{line, {""}};
  bool quoted = false;
  int opened = line;
  std::size_t at = 0;
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
  text.remove_prefix(at);
  return row;
}

Expected<std::vector<CsvRow>> parse_csv(std::string_view text, const Remarks& remarks,
                                        char separator) {
  std::vector<CsvRow> rows;
  int line = 1;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    auto row = read_csv_row(text, line, remarks, separator);
    if (!row) return tl::make_unexpected(std::move(row.error()));
    if (row->fields.size() > 1 || !row->fields.front().empty()) rows.push_back(std::move(*row));
  }
  return rows;
}

}  // namespace weft::io
