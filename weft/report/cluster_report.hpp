// A cluster in numbers: what it holds, and each of its networks.
#pragma once

#include "weft/base/error.hpp"
#include "weft/topology/graph.hpp"

#include <string>
#include <vector>

namespace weft::report {

// A page, however large the cluster is.
std::string cluster_text(const topology::Topology& topology);

// Of any topology: components, links, GPUs, switches …, and by kind. Text for `weft show --count`.
std::string count_text(const topology::Topology& topology);

// {components, links, gpus, nics, switches, servers, cables, bisection_GBps, diameter, by_kind,
// networks, faults, topology, warnings}. Of a cluster, links (which are its cables, those of
// endpoints included), switches, diameter and bisection are those of the compute network, without
// faults; null where there is none.
std::string count_json(const topology::Topology& topology, const std::vector<Warning>& warnings);

}  // namespace weft::report
