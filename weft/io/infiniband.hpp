// InfiniBand fabrics as their tools print them: `ibnetdiscover` (also -p), `iblinkinfo` (also -l),
// and the net files of ibsim, which share ibnetdiscover's grammar.
//
// Devices are told apart by GUID, however it is padded; hosts by the node description, whose last
// word names the adapter ("node7 mlx5_3"). SHARP's aggregation nodes are kept as an attribute of
// their switch. Rates: width × speed, e.g. 4xNDR; iblinkinfo states Gb/s of one lane instead.
// Errors: FABRIC_NO_LINKS, FABRIC_UNREADABLE. Threads: none. Source: rdma-core infiniband-diags.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <string>
#include <string_view>

namespace weft::io {

bool is_infiniband_dump(std::string_view text);
Expected<TopologyRead> read_infiniband_dump(const TopologyText& input);

// A net file of ibsim: switches and adapters with their cables. Error: EXPORT_NO_NETWORK.
Expected<std::string> write_ibsim(const topology::Topology& topology);

}  // namespace weft::io
