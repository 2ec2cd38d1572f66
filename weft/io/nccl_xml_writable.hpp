// Whether a topology can be written as topology XML: the inside of one server, with links between
// GPUs that the dialect knows.
// Errors: NCCL_XML_ONE_SERVER, NCCL_XML_EMPTY, NCCL_XML_DIALECT.
#pragma once

#include "weft/io/nccl_xml.hpp"

namespace weft::io::nccl {

Expected<void> check_writable(const topology::Topology& topology, NcclDialect dialect);

}  // namespace weft::io::nccl
