// Writing a result into a file.
//
// Errors: FILE_UNWRITABLE, a failure at run time; OUTPUT_IS_INPUT.
#pragma once

#include "weft/base/error.hpp"

#include <string>

namespace weft::app {

// Refuses where both are the same file, by whatever names; "-" is never a file.
Expected<void> check_not_input(const std::string& output, const std::string& input);

// Replaces the file's content. A new file that cannot be written in full is removed again.
Expected<void> write_output(const std::string& name, const std::string& content);

}  // namespace weft::app
