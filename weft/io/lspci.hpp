// What lspci prints: `lspci -vv` (with -nn or without) and the tree of `lspci -tv`.
//
// The tree follows from the buses that bridges lead to, link rates from LnkSta and LnkCap of both
// ends, NUMA nodes where lspci names them. Processors, ports and NVLink are not in it.
// Errors: LSPCI_*. Threads: none. Source: pciutils 3.x, lspci.c and ls-caps.c.
// Start reading at read_lspci: parse → tree of functions → Machine (topology/machine.hpp).
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"
#include "weft/topology/machine.hpp"

#include <string_view>

namespace weft::io {

bool is_lspci(std::string_view text);
Expected<TopologyRead> read_lspci(const TopologyText& input);

// The functions that a text lists, by bus id in its order and without the tree: what a guest sees.
Expected<std::vector<topology::PciFunction>> list_lspci(const TopologyText& input);

}  // namespace weft::io
