// `weft convert`: a topology from any known format into another.
//
// Main flow: open → the format that the name of the output asks for → write.
// Errors: those of opening, of writing the format (NCCL_XML_*, EXPORT_*, GUEST_*) and of
// write_output.hpp; FORMAT_UNWRITABLE, DIALECT_UNKNOWN.
#pragma once

#include "weft/app/open.hpp"
#include "weft/app/report.hpp"

#include <string>

namespace weft::app {

struct ConvertRequest {
  TopologyArgument topology;
  std::string output;        // "topo.xml" "topology.conf" …, or "-": XML on standard output
  std::string dialect = {};  // of XML: "nccl" "rccl"; empty: the one that knows the GPUs' links
  std::string format = {};   // of export_formats(); empty: as the name of the output ends
  std::string guest = {};    // --guest: lspci of a virtual machine on this host; XML for it
};

Expected<Report> convert(const ConvertRequest& request);

}  // namespace weft::app
