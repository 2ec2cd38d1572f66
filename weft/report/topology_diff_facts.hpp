// What topology_diff.cpp compares: facts of a topology by a name that is the same in alike ones.
#pragma once

#include "weft/topology/graph.hpp"

#include <string>
#include <utility>
#include <vector>

namespace weft::report {

using DiffFacts = std::vector<std::pair<std::string, std::string>>;

// Switches and the cables between named ends.
void add_fabric_facts(const topology::Topology& topology, DiffFacts& facts);
// Servers and networks in numbers; a server's own facts are those of its template.
void add_cluster_facts(const topology::Topology& topology, DiffFacts& facts);

}  // namespace weft::report
