// SimAI's topology files, as ns-3's fabric reads them: a line of counts, a line of switches, a line
// per link with rate, delay and error rate.
//
//   90 8 2 72 544 A100        nodes, GPUs per server, NVSwitches, switches, links, GPU
//   16 17 18 …                ids that are switches; GPUs come first
//   0 16 2400Gbps 0.000025ms 0
//
// A GPU's link to a network switch is its NIC's. Errors: SIMAI_INVALID, FABRIC_NO_LINKS.
// Source: aliyun/SimAI astra-sim-alibabacloud/inputs/topo. Threads: none.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <string_view>

namespace weft::io {

bool is_simai(std::string_view text);
Expected<TopologyRead> read_simai(const TopologyText& input);

}  // namespace weft::io
