// Statements of ends → cables, each once, with what is doubtful about them.
#pragma once

#include "weft/io/fabric/fabric.hpp"

#include <vector>

namespace weft::io::fabric {

std::vector<End> cables_of(const Fabric& fabric, Remarks& remarks);

}  // namespace weft::io::fabric
