// Turns a TOPOLOGY argument into a graph: a file of any known format, plain or .gz, or "-" for a
// paste on standard input.
//
// Errors: FILE_MISSING, FILE_UNREADABLE, FILE_TOO_LARGE, GZIP_DAMAGED, and those of io and catalog.
#pragma once

#include "weft/base/error.hpp"
#include "weft/topology/graph.hpp"

#include <string>
#include <vector>

namespace weft::app {

struct TopologyArgument {
  std::string name;                    // path or "-"
  std::string gpu;                     // --gpu: what the GPUs are, where the file does not say it
  std::vector<std::string> with = {};  // --with: further files about the same machine
};

struct Opened {
  topology::Topology topology;
  std::vector<Warning> warnings;
};

Expected<Opened> open(const TopologyArgument& argument);

// The content of a file or of standard input, unpacked. At most `most` bytes of content.
Expected<std::string> read_input(const std::string& name, std::size_t most);

}  // namespace weft::app
