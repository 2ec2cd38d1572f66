// Going through a text line by line without copying it.
#pragma once

#include <string_view>

namespace weft::io {

// One line after the other, without its end; false at the end of the text.
bool next_line(std::string_view& text, std::string_view& line);
// Without the blanks around it.
std::string_view trimmed(std::string_view text);

}  // namespace weft::io
