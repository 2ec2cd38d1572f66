// NCCL and RCCL topology XML: what NCCL_TOPO_DUMP_FILE writes and NCCL_TOPO_FILE reads.
//
// One server (or the servers of one NVLink domain, told apart by host_hash). All attributes are
// kept, so that reading and writing gives the same elements back. Speeds: PCIe in GT/s as text,
// network in Mb/s, NVLink and xGMI as a count of links, c2c in MB/s of each of `count` links.
// Errors: XML_*, NCCL_XML_*, BUSID_*, NUMA_*, GPU_*, LINK_*, NVLINK_*, C2C_INVALID. Threads: none.
// Source: NVIDIA/nccl src/graph/{xml,topo}.cc; RCCL is version 2 of the same with `xgmi` elements.
// Start reading at read_nccl_xml in nccl_xml.cpp: parse → check → build.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <string>
#include <string_view>

namespace weft::io {

enum class NcclDialect { nccl, rccl };  // version="1" with nvlink, version="2" with xgmi

bool is_nccl_xml(std::string_view text);
Expected<TopologyRead> read_nccl_xml(const TopologyText& input);

// The dialect in which a topology can be written: that of the file it came from, else the one that
// knows the links between its GPUs.
NcclDialect nccl_dialect_of(const topology::Topology& topology);

// What no file has said (classes, bus ids, speeds) follows from the kinds and links.
Expected<std::string> write_nccl_xml(const topology::Topology& topology, NcclDialect dialect);

}  // namespace weft::io
