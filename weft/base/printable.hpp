// Names that come from files, made fit for a terminal.
//
// What is not printable (control characters, bytes that are no UTF-8, marks that turn the direction
// of writing) is shown as \x1b, \n or \u202e, so that no file can move the cursor, break a table or
// look like another. JSON keeps names as they are, since it has escapes of its own.
#pragma once

#include <string>
#include <string_view>

namespace weft {

std::string printable(std::string_view text);        // one line: newlines and tabs are escaped too
std::string printable_lines(std::string_view text);  // newlines stay

// For sentences about an input: printable, no word longer than 80 characters and the whole not
// longer than 2000, with … for what is cut.
std::string told(std::string_view text);

}  // namespace weft
