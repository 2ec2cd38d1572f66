#include "weft/base/printable.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr std::size_t kLongestWord = 80;
constexpr std::size_t kLongestText = 2000;
constexpr std::string_view kCut = "…";

// A character at the front of a text: its code point and length, or a byte that begins none.
struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
  bool is_valid = false;
};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return static_cast<unsigned char>(text[i]);
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {lead, 1, false};
  std::uint32_t code = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {lead, 1, false};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const bool is_overlong = code < (length == 3 ? 0x800U : length == 4 ? 0x10000U : 0x80U);
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  if (is_overlong || is_surrogate || code > 0x10ffff) return {lead, 1, false};
  return {code, length, true};
}

// Controls, and marks that change how others are shown without being seen.
bool is_printable(std::uint32_t code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  const bool is_mark = (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
                       (code >= 0x2060 && code <= 0x2069) || code == 0xfeff || code == 0xad;
  return !is_mark;
}

std::string escaped(const Character& character) {
  if (character.is_valid && character.code == '\n') return "\\n";
  if (character.is_valid && character.code == '\t') return "\\t";
  if (character.is_valid && character.code == '\r') return "\\r";
  return character.code < 0x100 && (character.length == 1 || character.code < 0x80)
             ? fmt::format("\\x{:02x}", character.code)
             : fmt::format("\\u{:04x}", character.code);
}

std::string with_escapes(std::string_view text, bool keep_newlines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character next = first_of(text);
    const bool stays =
        next.is_valid && (is_printable(next.code) || (keep_newlines && next.code == '\n'));
    if (stays)
      out += text.substr(0, next.length);
    else
      out += escaped(next);
    text.remove_prefix(next.length);
  }
  return out;
}

bool is_inside(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U;
}

// The first `most` bytes or a few less, so that no character is halved.
std::string_view cut(std::string_view text, std::size_t most) {
  while (most > 0 && is_inside(text, most)) --most;
  return text.substr(0, most);
}

}  // namespace

std::string printable(std::string_view text) { return with_escapes(text, false); }

std::string printable_lines(std::string_view text) { return with_escapes(text, true); }

std::string told(std::string_view text) {
  const std::string whole = printable(text);
  std::string out;
  std::string_view rest = whole;
  while (!rest.empty() && out.size() < kLongestText) {
    const std::size_t space = rest.find(' ');
    const std::string_view word = rest.substr(0, space);
    const std::string_view kept = cut(word, kLongestWord);
    out += kept;
    if (kept.size() < word.size()) {
      out += kCut;
      // What closes the quotation still belongs to the sentence.
      if (word.ends_with('\'') && word.find('\'') < word.size() - 1) out += '\'';
    }
    rest.remove_prefix(word.size());
    if (!rest.empty()) {
      out += ' ';
      rest.remove_prefix(1);
    }
  }
  if (!rest.empty()) out += kCut;
  return out;
}

}  // namespace weft
