// Cluster files: TOML text in, graph out (format: weft/facts/clusters.hpp, docs/cluster-files.md).
//
// The server is a name of the catalogue or the path of a topology file, which whoever has files
// reads. Errors: CLUSTER_SYNTAX, CLUSTER_MISSING, CLUSTER_KEY, CLUSTER_INVALID, CLUSTER_NAME, and
// those of build_cluster.hpp, all with file and line.
#pragma once

#include "weft/catalog/catalog.hpp"
#include "weft/facts/clusters.hpp"
#include "weft/topology/graph.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace weft::catalog {

bool is_cluster_file(std::string_view text);

Expected<facts::ClusterSpec> read_cluster(const std::string& file, std::string_view text);

// Reads the server that a file names and that is no name of the catalogue; may be empty.
using ServerFile = std::function<Expected<topology::Topology>(const std::string& path)>;

Expected<topology::Topology> open_cluster(const facts::ClusterSpec& spec, const std::string& file,
                                          const Catalog& catalog, const ServerFile& server_file);

}  // namespace weft::catalog
