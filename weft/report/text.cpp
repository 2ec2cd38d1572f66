#include "weft/report/text.hpp"

#include "weft/report/table.hpp"

#include <fmt/format.h>

namespace weft::report {

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = 0;
  while (true) {
    const auto first = text.find_first_not_of(" \n");
    if (first == std::string_view::npos) break;
    text.remove_prefix(first);
    const std::string word(text.substr(0, text.find_first_of(" \n")));
    text.remove_prefix(word.size());
    const std::size_t wide = display_width(word);
    if (column > indent && column + 1 + wide > width) {
      out += '\n';
      column = 0;
    }
    const std::size_t gap = column == 0 ? indent : 1;
    out += std::string(gap, ' ') + word;
    column += gap + wide;
  }
  return out.empty() ? out : out + "\n";
}

std::string plural(std::string_view noun) {
  if (noun.ends_with("y")) return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
  const bool hisses = noun.ends_with("ch") || noun.ends_with("x") || noun.ends_with("s");
  return fmt::format("{}{}", noun, hisses ? "es" : "s");
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}", count, count == 1 ? std::string(noun) : plural(noun));
}

}  // namespace weft::report
