// Reading a topology from text of any known format, recognised by its content.
//
// Errors name file, line, what is wrong and what was expected; what leaves the file usable comes
// as warnings beside the topology. A format is one file in this folder and one row of the table
// in topology_file.cpp.
#pragma once

#include "weft/facts/gpus.hpp"
#include "weft/topology/graph.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::io {

struct TopologyText {
  std::string name;  // as errors shall call it: the file's path
  std::string text;
  const facts::Gpu* gpu = nullptr;  // what its GPUs are, for formats that do not say it
};

struct TopologyRead {
  topology::Topology topology;
  std::vector<Warning> warnings;
};

struct TopologyFormat {
  const char* name;         // "nccl-xml"
  const char* description;  // "NCCL or RCCL topology XML (NCCL_TOPO_DUMP_FILE)"
  bool (*recognises)(std::string_view text);
  Expected<TopologyRead> (*read)(const TopologyText& input);
};

std::span<const TopologyFormat> topology_formats();
Expected<TopologyRead> read_topology(const TopologyText& input);

}  // namespace weft::io
