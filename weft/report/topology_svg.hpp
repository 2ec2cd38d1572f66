// A topology as a picture for people: a server by layers from sockets to ports, a network by tiers.
// Text is searchable; lines carry the link's name as a title. Error: EXPORT_TOO_LARGE.
#pragma once

#include "weft/topology/graph.hpp"

#include <string>

namespace weft::report {

Expected<std::string> topology_svg(const topology::Topology& topology);

}  // namespace weft::report
