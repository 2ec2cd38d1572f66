// Finds what the commands of a paste have printed, wherever it stands in the text.
//
// Main flow: line by line, a line is a title, a command, column heads, a row of the last table, a
// legend entry or a line of `nvidia-smi nvlink`; all else is skipped. Then each table is read.
// Errors: MATRIX_*. Start reading at read_paste.
#pragma once

#include "weft/io/matrix/records.hpp"
#include "weft/io/topology_file.hpp"

#include <string_view>

namespace weft::io::matrix {

// Whether a text holds any of this, were it only a legend.
bool holds_blocks(std::string_view text);

Expected<Paste> read_paste(const TopologyText& input, Remarks& remarks);

}  // namespace weft::io::matrix
