// What `weft explain` says of errors, warnings and findings.
#pragma once

#include "weft/facts/codes.hpp"

#include <string>
#include <vector>

namespace weft::report {

std::string to_text(const facts::CodeText& code);
std::string to_json(const facts::CodeText& code);  // {code, kind, title, text, what_to_do}

// All of them by kind, a line each.
std::string to_text(const std::vector<facts::CodeText>& codes);
std::string to_json(const std::vector<facts::CodeText>& codes);  // {codes: […]}

}  // namespace weft::report
