#include "weft/io/matrix/text.hpp"

#include "weft/base/parse.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace weft::io::matrix {
namespace {

constexpr char kEscape = '\x1b';
constexpr std::size_t kMostDigits = 6;  // no device, node or link is numbered higher

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_space(char c) { return c == ' ' || c == '\t'; }

// The length of a colour or style sequence at `at`, e.g. ESC [4m; 0 where there is none. Pastes
// often keep the sequence and lose the escape character.
std::size_t style_length(std::string_view text, std::size_t at) {
  std::size_t i = at;
  const bool escaped = text[i] == kEscape;
  if (escaped) ++i;
  if (i >= text.size() || text[i] != '[') return escaped ? 1 : 0;
  const std::size_t first = ++i;
  while (i < text.size() && (is_digit(text[i]) || text[i] == ';')) ++i;
  if (i == text.size()) return escaped ? i - at : 0;
  const bool is_style = text[i] == 'm' && (escaped || i > first);
  const bool is_control = escaped && text[i] >= '@' && text[i] <= '~';
  if (is_style || is_control) return i + 1 - at;
  return escaped ? 1 : 0;
}

struct Replacement {
  std::string_view from;
  std::string_view to;
};
// Borders, blanks that are none, and what Markdown and HTML write in place of a character.
constexpr Replacement kReplacements[] = {
    {"\xEF\xBB\xBF", ""},   {"\xC2\xA0", " "}, {"\xE2\x94\x82", "\t"},
    {"\xE2\x94\x83", "\t"}, {"&nbsp;", " "},   {"&lt;", "<"},
    {"&gt;", ">"},          {"\\_", "_"},      {"\\[", "["},
    {"\\]", "]"},           {"`", " "},        {"|", "\t"},
    {"<br>", " "},          {"**", ""},
};

// mpirun's "[1,3]<stdout>:" before each line.
std::size_t launcher_prefix(std::string_view text) {
  for (const std::string_view tag : {"<stdout>:", "<stderr>:"}) {
    const std::size_t at = text.find(tag);
    if (at != std::string_view::npos && text.starts_with('[') && text.find(']') + 1 == at)
      return at + tag.size();
  }
  return 0;
}

std::string cleaned(std::string_view raw) {
  raw.remove_prefix(launcher_prefix(raw));
  while (raw.starts_with('>')) raw.remove_prefix(raw.starts_with("> ") ? 2 : 1);
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size();) {
    if (const std::size_t style = style_length(raw, i); style > 0) {
      i += style;
      continue;
    }
    const auto* replaced =
        std::find_if(std::begin(kReplacements), std::end(kReplacements),
                     [&](const Replacement& r) { return raw.substr(i).starts_with(r.from); });
    if (replaced != std::end(kReplacements)) {
      out += replaced->to;
      i += replaced->from.size();
      continue;
    }
    const char c = raw[i++];
    const bool is_control = static_cast<unsigned char>(c) < ' ' && c != '\t';
    if (!is_control) out += c;
  }
  while (!out.empty() && is_space(out.back())) out.pop_back();
  return out;
}

std::vector<Word> words_of(const std::string& text) {
  std::vector<Word> words;
  int field = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (is_space(text[i])) {
      field += text[i] == '\t' ? 1 : 0;
      ++i;
      continue;
    }
    const std::size_t first = i;
    while (i < text.size() && !is_space(text[i])) ++i;
    words.push_back({text.substr(first, i - first), static_cast<int>(first) + 1, field});
  }
  return words;
}

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    Line line;
    line.number = ++number;
    line.text = cleaned(text.substr(0, end));
    line.words = words_of(line.text);
    lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool same(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool contains(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char x, char y) { return lower(x) == lower(y); }) != text.end();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_number(std::string_view word) {
  while (!word.empty() && is_digit(word.back())) word.remove_suffix(1);
  return word;
}

int number_at_end(std::string_view word) {
  return plain_number(word.substr(without_number(word).size()));
}

int plain_number(std::string_view word) {
  if (word.empty() || word.size() > kMostDigits) return -1;
  if (!std::all_of(word.begin(), word.end(), is_digit)) return -1;
  return static_cast<int>(parse_integer(word).value_or(-1));
}

}  // namespace weft::io::matrix
