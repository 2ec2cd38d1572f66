// A recorded machine as one file: JSON with every file, folder and link that was read.
//
// Names that tell whose machine it is are replaced, each by the same one everywhere: MAC addresses,
// GUIDs, the hexadecimal names of interfaces, serial numbers in config space. Host names, node
// descriptions and serial files are not read at all. What was not there is kept with its reason.
// Errors: CAPTURE_INVALID. Threads: none.
#pragma once

#include "weft/probe/probe.hpp"

#include <string>
#include <string_view>

namespace weft::probe {

bool is_capture(std::string_view text);
Expected<Recording> parse_capture(const std::string& text, const std::string& file);
std::string write_capture(const Recording& recording);  // anonymised

// The same with the names replaced.
Recording anonymised(const Recording& recording);

// The topology of a capture.
Expected<Probed> read_capture(const std::string& text, const std::string& file);

}  // namespace weft::probe
