// NetBox's cables as CSV: the columns of its import (side_a_device …) or of its table (Device A …).
//
// What ends in no interface (power, console) is left out; patch panels are passed through by the
// number of their ports. A name that says leaf, spine, switch … is a switch's, and so is a device
// that joins several others; the rest are hosts. Cables state no rate unless a column does.
// Errors: CSV_*, FABRIC_NO_LINKS. Threads: none. Source: netbox dcim/forms/bulk_import.py, 4.x.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <string_view>

namespace weft::io {

bool is_netbox_cables(std::string_view text);
Expected<TopologyRead> read_netbox_cables(const TopologyText& input);

}  // namespace weft::io
