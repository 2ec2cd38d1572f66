// A topology as Graphviz's DOT: a node per component, an edge per link with its rate; servers are
// clusters. Source: graphviz.org/doc/info/lang.html.
#pragma once

#include "weft/topology/graph.hpp"

#include <string>

namespace weft::io {

std::string write_dot(const topology::Topology& topology);

}  // namespace weft::io
