// Turns a TOPOLOGY argument into a graph: "live" for this machine, a file of any known format (a
// capture of another machine too), plain or .gz, "-" for a paste on standard input, or the name of
// a server in the catalogue, or a network of bare hosts, "fat-tree:k=16" (plain_network.hpp). A
// file of the same name wins.
//
// Errors: TOPOLOGY_UNKNOWN (neither a file nor a server), FILE_MISSING (a path that leads nowhere),
// FILE_UNREADABLE, FILE_TOO_LARGE, GZIP_DAMAGED, OPTION_UNFIT, and those of io and catalog.
#pragma once

#include "weft/base/error.hpp"
#include "weft/topology/graph.hpp"

#include <string>
#include <vector>

namespace weft::app {

struct TopologyArgument {
  std::string name;                    // "live", path, "-", or a server of the catalogue
  std::string gpu = {};                // --gpu: what the GPUs are, where the file does not say it
  std::vector<std::string> with = {};  // --with: further files about the same machine
  std::vector<std::string> catalogs = {};  // --catalog: a person's own entries (catalog_files.hpp)
};

struct Opened {
  topology::Topology topology;
  std::vector<Warning> warnings;
};

Expected<Opened> open(const TopologyArgument& argument);

// The content of a file or of standard input, unpacked. At most `most` bytes of content; `wanted`
// is what it should be, for the hint where there is none: "a topology file".
Expected<std::string> read_input(const std::string& name, std::size_t most,
                                 const std::string& wanted);

}  // namespace weft::app
