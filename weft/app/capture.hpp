// `weft capture`: this machine as one file that gives the same topology elsewhere.
//
// Main flow: read the machine through a source that keeps what it passes on → anonymise → write.
// Errors: those of probe and of write_output.hpp.
#pragma once

#include "weft/app/report.hpp"

#include <string>

namespace weft::app {

struct CaptureRequest {
  std::string output;     // a file, or "-" for standard output
  std::string root = {};  // a folder with a copy of /sys and /proc, instead of this machine's
};

Expected<Report> capture(const CaptureRequest& request);

}  // namespace weft::app
