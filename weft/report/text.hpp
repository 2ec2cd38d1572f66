// Prose for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace weft::report {

// Breaks a text into lines of at most `width` columns, each starting with `indent` spaces and
// ending with '\n'. A word that is longer than a line stands on a line of its own.
std::string wrapped(std::string_view text, std::size_t width = 90, std::size_t indent = 0);

std::string plural(std::string_view noun);  // "NVSwitches", "memories"
// "1 GPU", "8 GPUs", "2 NVSwitches".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace weft::report
