// What further commands say about a machine that is already a graph: which GPUs may reach each
// other's memory, which NVLinks are up, and where a matrix disagrees with the graph.
//
// Sets on GPUs `peer_access` ("yes", "no", "partial") and, where partial, `no_peer_access`, the
// names of the GPUs that cannot be reached. Takes links that are down out of their bundles. All
// conflicts are listed with both sources; the worse figure is taken.
#pragma once

#include "weft/io/matrix/records.hpp"
#include "weft/topology/graph.hpp"

#include <map>
#include <string>

namespace weft::io::matrix {

// GPUs by the number that nvidia-smi gives them.
using GpuIndex = std::map<int, ComponentId>;
GpuIndex gpus_by_number(const topology::Topology& topology);

// `first` is the matrix that the graph was built from, and is not compared with it; may be null.
Expected<topology::Topology> merge(topology::Topology topology, const Paste& paste,
                                   const Matrix* first, Remarks& remarks);

// The parts of it, each in a file of its own.
topology::Topology merge_peers(topology::Topology topology, const Paste& paste, Remarks& remarks);
Expected<topology::Topology> merge_links(topology::Topology topology, const Paste& paste,
                                         Remarks& remarks);
void compare(const topology::Topology& topology, const Matrix& matrix, Remarks& remarks);

}  // namespace weft::io::matrix
