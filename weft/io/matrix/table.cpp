#include "weft/io/matrix/table.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace weft::io::matrix {
namespace {

// How many lines below the heads the first row may be: a rule, a blank line, a log line.
constexpr std::size_t kNearby = 4;

bool is_cell_word(std::string_view word) {
  if (const auto all = dialects(); std::any_of(all.begin(), all.end(), [&](const Dialect& d) {
        return relation_of(d, word).has_value();
      }))
    return true;
  return relation_of(rocm_dialect(), word).has_value();
}

std::size_t leading_cells(const Row& row) {
  std::size_t cells = 0;
  while (cells < row.words.size() && is_cell_word(row.words[cells].text)) ++cells;
  return cells;
}

// "NIC11NIC12" and "NIC11CPU": a head that fills its column touches the next one.
std::vector<Word> unglued(const Word& word) {
  constexpr std::array<std::string_view, 4> kHeads = {"GPU", "NIC", "mlx5_", "CPU"};
  std::vector<Word> parts;
  std::size_t first = 0;
  const std::string& text = word.text;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool starts =
        is_digit(text[i - 1]) &&
        std::any_of(kHeads.begin(), kHeads.end(), [&](std::string_view head) {
          const std::string_view rest = std::string_view(text).substr(i);
          return rest.starts_with(head) &&
                 (head == "CPU" ? rest.size() == head.size()
                                : rest.size() > head.size() && is_digit(rest[head.size()]));
        });
    if (!starts) continue;
    parts.push_back(
        {text.substr(first, i - first), word.column + static_cast<int>(first), word.field});
    first = i;
  }
  parts.push_back({text.substr(first), word.column + static_cast<int>(first), word.field});
  return parts;
}

// Intel writes "GPU 0/1": one name of two words.
std::vector<Word> joined(const std::vector<Word>& words) {
  std::vector<Word> out;
  for (const Word& word : words) {
    const bool is_tile = !out.empty() && same(out.back().text, "GPU") &&
                         label_of("GPU" + word.text).has_value() &&
                         word.text.find('/') != std::string::npos;
    if (is_tile)
      out.back().text += word.text;
    else
      out.push_back(word);
  }
  return out;
}

bool starts_heading(std::string_view word) {
  constexpr std::array<std::string_view, 5> kFirst = {"CPU", "NUMA", "Node", "GPU", "Affinity"};
  return std::any_of(kFirst.begin(), kFirst.end(),
                     [&](std::string_view first) { return same(first, word); });
}

// Words that end a heading: the next one starts another.
std::vector<Heading> headings_of(const std::vector<Word>& words) {
  std::vector<Heading> headings;
  for (std::size_t i = 0; i < words.size();) {
    Heading heading{Heading::Kind::other, words[i].text, words[i].column, words[i].field};
    const auto next = [&](std::string_view text) {
      if (i >= words.size() || !same(words[i].text, text)) return false;
      heading.text += " " + words[i++].text;
      return true;
    };
    const std::string first = words[i++].text;
    if (same(first, "GPU") && next("NUMA")) {
      next("ID");
      heading.kind = Heading::Kind::gpu_numa;
    } else if (same(first, "CPU") || same(first, "CPUs") || same(first, "cores")) {
      next("Affinity");
      heading.kind = Heading::Kind::cpus;
    } else if (same(first, "NUMA") || same(first, "Node")) {
      if (!next("Affinity")) next("Node");
      heading.kind = Heading::Kind::numa;
    }
    headings.push_back(std::move(heading));
  }
  return headings;
}

// A list broken behind a comma is one value: "0-39, 80-119".
std::vector<Word> whole_lists(const std::vector<Word>& words, std::size_t first) {
  std::vector<Word> out;
  for (std::size_t i = first; i < words.size(); ++i) {
    if (!out.empty() && out.back().text.ends_with(','))
      out.back().text += words[i].text;
    else
      out.push_back(words[i]);
  }
  return out;
}

}  // namespace

std::optional<std::size_t> Table::column_of(const Label& label) const {
  const auto found = std::find(columns.begin(), columns.end(), label);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

bool Table::has_row(const Label& label) const {
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.label == label; });
}

std::optional<Table> read_heads(const Line& line, const std::vector<Line>& lines,
                                std::size_t next) {
  Table table;
  table.line = line.number;
  table.has_tabs = line.has_tabs();
  std::vector<Word> words;
  for (const Word& word : joined(line.words))
    for (Word& part : unglued(word)) words.push_back(std::move(part));
  std::size_t i = 0;
  // A log's prefix may stand in front.
  const auto is_head = [&](const Word& word) {
    return label_of(word.text).has_value() && !is_cell_word(word.text);
  };
  const auto is_first = [&](const Word& word) {
    const auto label = label_of(word.text);
    return label &&
           (label->is_accelerator || same(label->prefix, "NIC") || label->text.starts_with("mlx"));
  };
  while (i < words.size() && !is_first(words[i])) ++i;
  for (; i < words.size() && is_head(words[i]); ++i) {
    table.columns.push_back(*label_of(words[i].text));
    table.last_field = words[i].field;
  }
  if (std::none_of(table.columns.begin(), table.columns.end(),
                   [](const Label& label) { return label.is_accelerator; }))
    return std::nullopt;
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i));
  table.headings = headings_of(words);

  const bool is_plain = words.empty() || starts_heading(words.front().text);
  if (is_plain && table.columns.size() > 1) return table;
  for (std::size_t below = next; below < std::min(next + kNearby, lines.size()); ++below)
    if (const auto row = read_row(lines[below]);
        row && table.column_of(row->label) && leading_cells(*row) == table.columns.size())
      return table;
  return std::nullopt;
}

std::optional<Row> read_row(const Line& line) {
  const std::vector<Word> words = joined(line.words);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto label = label_of(words[i].text);
    if (!label || is_cell_word(words[i].text)) continue;
    const bool is_device = label->is_accelerator || same(label->prefix, "NIC");
    // Other names look like much else, so a cell must follow.
    if (!is_device && !is_cell_word(words[i + 1].text)) continue;
    Row row{*label, line.number, {}, line.has_tabs()};
    row.words.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
    return row;
  }
  return std::nullopt;
}

std::vector<std::string> heading_values(const Table& table, const Row& row, std::size_t cells) {
  std::vector<std::string> values(table.headings.size());
  const std::vector<Word> words = whole_lists(row.words, std::min(cells, row.words.size()));
  const bool by_field = table.has_tabs && row.has_tabs;
  const bool in_order = words.size() == values.size() && !by_field;
  // Heads that touch have lost a tab, which the row still has.
  const int shift = cells > 0 ? row.words[cells - 1].field - table.last_field : 0;
  std::size_t least = 0;  // headings before it have their value
  for (std::size_t i = 0; i < words.size() && least < values.size(); ++i) {
    std::size_t at = least;
    if (by_field) {
      // A second tab stands in front of the last heading's values: the last heading that does not
      // lie behind the value.
      while (at + 1 < values.size() && table.headings[at + 1].field + shift <= words[i].field) ++at;
    } else if (!in_order) {
      const auto distance = [&](std::size_t heading) {
        return std::abs(table.headings[heading].column - words[i].column);
      };
      while (at + 1 < values.size() && distance(at + 1) < distance(at)) ++at;
    }
    if (words[i].text != "N/A") values[at] = words[i].text;
    least = at + 1;
  }
  return values;
}

}  // namespace weft::io::matrix
