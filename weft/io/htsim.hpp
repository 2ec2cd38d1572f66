// htsim's fat trees (.topo): nodes, tiers, pod size, and per tier the rates, radixes and latencies.
//
// Wired as htsim does: every leaf to each aggregation switch of its pod with a bundle of cables,
// and aggregation switch a to the cores a, a + A, a + 2A … A switch's latency is put on the links
// at its sides, half each. Errors: HTSIM_*. Source: Broadcom/csg-htsim fat_tree_topology.cpp.
// Threads: none.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <string_view>

namespace weft::io {

bool is_htsim(std::string_view text);
Expected<TopologyRead> read_htsim(const TopologyText& input);

}  // namespace weft::io
