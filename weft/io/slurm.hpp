// Slurm's networks: topology.conf (trees and blocks) and topology.yaml, which replaces it.
//
// A tree is switches with nodes or switches below them. Blocks are groups of nodes; each becomes a
// switch of its own, and one above joins them, as the base network that Slurm takes for granted.
// Slurm knows no rates, so that links limit nothing; LinkSpeed is kept as text, since its unit is
// the site's own. Errors: SLURM_*, HOSTLIST_*, FABRIC_NO_LINKS. Threads: none.
// Source: man 5 topology.conf, topology.yaml (25.05).
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <string_view>

namespace weft::io {

bool is_slurm_conf(std::string_view text);
Expected<TopologyRead> read_slurm_conf(const TopologyText& input);

bool is_slurm_yaml(std::string_view text);
Expected<TopologyRead> read_slurm_yaml(const TopologyText& input);

// Trees only: each switch below exactly one other, hosts below one. Error: SLURM_NO_TREE.
Expected<std::string> write_slurm_conf(const topology::Topology& topology);

}  // namespace weft::io
