// What a library's collectives meet on a topology: collective/library_time.hpp's machine, found in
// the graph. One server of it stands for all of a cluster.
//
// Errors: those of ranks_of and of finding rings.
#pragma once

#include "weft/base/error.hpp"
#include "weft/collective/library_time.hpp"
#include "weft/route/router.hpp"
#include "weft/topology/graph.hpp"

namespace weft::app {

// `per_node` ranks on each of `nodes` servers like this one, or like the first of a cluster.
Expected<collective::LibraryMachine> library_machine(const topology::Topology& topology, int nodes,
                                                     int per_node, const route::Policy& policy);

}  // namespace weft::app
