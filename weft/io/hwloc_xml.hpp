// hwloc's XML of one machine, versions 2 and 3: what `lstopo FILE.xml` writes.
//
// pci_link_speed is GB/s of the whole link, in hwloc's terms after the line code; how it splits
// into generation and lanes follows from the product where that is known. osdev_type is a number in
// version 2 and a set of bits in version 3, so the kind of a device is told by its PCI class.
// Errors: XML_*, HWLOC_VERSION, HWLOC_EMPTY. Threads: none. Source: hwloc2.dtd, topology-xml.c.
// Start reading at read_hwloc_xml: objects → Machine (topology/machine.hpp) → NVLink matrix.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <string_view>

namespace weft::io {

bool is_hwloc_xml(std::string_view text);
Expected<TopologyRead> read_hwloc_xml(const TopologyText& input);

}  // namespace weft::io
