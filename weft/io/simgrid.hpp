// SimGrid's platform XML (version 4): hosts, routers, links and routes; flat clusters.
//
// A platform states routes as lists of links. Each link becomes one cable, the places where links
// meet become switches; a cluster is a star on a switch, with its backbone as a capacity that all
// share. Rates and latencies as stated. Errors: XML_*, SIMGRID_*, FABRIC_NO_LINKS. Threads: none.
// Source: simgrid.org/doc/latest/Platform_reference.html, simgrid.dtd.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <string>
#include <string_view>

namespace weft::io {

bool is_simgrid(std::string_view text);
Expected<TopologyRead> read_simgrid(const TopologyText& input);

// Hosts, switches as routers, cables as links; routes follow from shortest paths (Floyd). The ends
// are hosts, or GPUs where there are none.
std::string write_simgrid(const topology::Topology& topology);

}  // namespace weft::io
