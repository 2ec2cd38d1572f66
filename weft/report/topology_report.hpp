// A topology as people look at it: counts, the host's tree, what lies beside it, a matrix of
// distances, all links, JSON. Each view is a file of its own, topology_<view>.cpp.
//
// Rates are payload of one direction, as `weft link` calls usable (component_label.hpp).
#pragma once

#include "weft/route/router.hpp"

#include <string>
#include <vector>

namespace weft::report {

// "2 sockets, 2 NUMA nodes, …, 8 GPUs (NVIDIA H100 SXM5)".
std::string counts_text(const topology::Topology& topology);

// Sockets → NUMA nodes → memory, PCIe switches, GPUs, NICs → ports, with the link to each.
std::string tree_text(const topology::Topology& topology);

// Links that are not part of the tree, alike ones together: between sockets, NVLink, xGMI.
std::string fabric_text(const topology::Topology& topology);

// Every link, one line for both directions where they are alike.
std::string links_text(const topology::Topology& topology);

// A network's switches: links and rates down and up, oversubscription, rails. Empty without one.
std::string network_text(const topology::Topology& topology);

// What is between each two GPUs and NICs, in nvidia-smi's words. Empty above kMostCompared devices,
// as in the network of a cluster.
inline constexpr std::size_t kMostCompared = 512;
struct DistanceMatrix {
  std::vector<ComponentId> devices;             // GPUs, then NICs
  std::vector<std::vector<std::string>> words;  // words[from][to]
};
DistanceMatrix distances(const route::Router& router);
std::string matrix_text(const topology::Topology& topology, const DistanceMatrix& matrix);

// {components, links, topology, counts, shared_capacities, distances, warnings}
std::string topology_json(const topology::Topology& topology, const DistanceMatrix& matrix,
                          const std::vector<Warning>& warnings);

}  // namespace weft::report
