// A server by name, as a topology: from the entry's few lines to every link.
//
// Main flow: CPUs and memory (topology/host.hpp) → GPUs → NICs and their ports → the PCIe tree →
// NVLink-C2C and NICs on GPUs → the boards that wire the GPUs. Components and attributes are named
// as a file of NCCL would name them (io/nccl_xml.hpp), so that all else works alike on both.
// place.server is 0; the servers of a rack count from 0. GPUs and NICs are in the order of their
// numbers. Errors: SERVER_UNKNOWN with the nearest name.
#pragma once

#include "weft/catalog/catalog.hpp"
#include "weft/topology/graph.hpp"

#include <string_view>

namespace weft::catalog {

Expected<topology::Topology> build_server(std::string_view name);
Expected<topology::Topology> build_server(const Catalog& catalog, std::string_view name);

}  // namespace weft::catalog
