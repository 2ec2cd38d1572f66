// What is broken in a cluster, as its file states it: counts and figures of networks are those of
// the cluster as it was built, so that they stand beside this list.
#pragma once

#include "weft/report/json.hpp"
#include "weft/topology/graph.hpp"

#include <string>

namespace weft::report {

// Empty without faults.
std::string faults_text(const topology::Topology& topology);
// [{link, state, links}]
Json faults_json(const topology::Topology& topology);

}  // namespace weft::report
