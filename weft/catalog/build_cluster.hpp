// A described cluster as a topology: servers as instances, networks planned and cabled, faults set.
//
// Main flow: the server as a template → for each network its plan → instances, switches where the
// things below them stand, cables as long as it is from one to the other → faults.
// Errors name the file and line of the table that is wrong: CLUSTER_*, NETWORK_*, FAULT_*.
#pragma once

#include "weft/catalog/catalog.hpp"
#include "weft/facts/clusters.hpp"
#include "weft/topology/graph.hpp"

#include <string>

namespace weft::catalog {

// Attribute of a cluster: scale-up links of each GPU that lead nowhere, since they do not divide
// among the cables of its network.
inline constexpr const char* kUnusedLinks = "unused_links";

// `file` is named in errors; empty for a cluster of the catalogue.
Expected<topology::Topology> build_cluster(const facts::ClusterSpec& spec,
                                           topology::Topology server, const Catalog& catalog,
                                           const std::string& file);

}  // namespace weft::catalog
