// A paste as lines of words, freed of what terminals, mails and web pages put around them.
//
// Gone are escape sequences, carriage returns, table borders (they become tabs), quote marks,
// backticks and the line prefixes of launchers. Columns count from 1 in the cleaned line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::io::matrix {

struct Word {
  std::string text;
  int column = 0;
  int field = 0;  // how many tabs stand before it
};

struct Line {
  int number = 0;
  std::string text;  // cleaned
  std::vector<Word> words;

  bool has_tabs() const { return text.find('\t') != std::string::npos; }
};

std::vector<Line> lines_of(std::string_view text);

// Upper and lower case alike.
bool same(std::string_view a, std::string_view b);
bool contains(std::string_view text, std::string_view part);
bool is_digit(char c);
// The number that a word is or ends with: "12", "NV12"; -1 where it ends with none or a too large
// one.
int number_at_end(std::string_view word);
// The word without its number: "NV" of "NV12".
std::string_view without_number(std::string_view word);
// Digits only, at most six of them; -1 for all else.
int plain_number(std::string_view word);

}  // namespace weft::io::matrix
