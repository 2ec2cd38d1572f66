// `weft explain`: an error, warning or finding in full.
//
// Error: CODE_UNKNOWN.
#pragma once

#include "weft/app/report.hpp"

#include <string>

namespace weft::app {

// Upper and lower case alike; without a code, all of them.
Expected<Report> explain_code(const std::string& code);

// Whether the machine failed at run time, rather than the input being bad: exit code 3.
bool is_run_time_failure(const Error& error);

}  // namespace weft::app
