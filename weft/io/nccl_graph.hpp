// NCCL's graph XML (NCCL_GRAPH_DUMP_FILE): the rings and trees that it chose, as a record. It names
// devices by number and holds no links, so it is no topology.
// Errors: XML_*, NCCL_GRAPH_INVALID. Source: NVIDIA/nccl src/graph/search.cc. Threads: none.
#pragma once

#include "weft/io/remarks.hpp"
#include "weft/io/topology_file.hpp"

#include <string>
#include <vector>

namespace weft::io {

struct NcclGraphStop {
  bool is_net = false;  // else a GPU
  std::string dev;      // its number as the file has it
};

struct NcclGraph {
  int id = 0;       // 0 ring, 1 tree, 2 CollNet chain, 3 NVLS, 4 CollNet direct
  int pattern = 0;  // 4 ring, 1 to 3 trees, 5 NVLS, 6 CollNet direct
  int channel_count = 0;
  double speed_intra = 0;  // GB/s of one channel
  double speed_inter = 0;
  std::string type_intra;  // "NVL" "PIX" "SYS" …
  std::string type_inter;
  std::vector<std::vector<NcclGraphStop>> channels;
};

bool is_nccl_graph(std::string_view text);
Expected<std::vector<NcclGraph>> read_nccl_graph(const TopologyText& input);

// "ring of 2 channels at 12 GB/s (SYS); tree …": what a person sees of it.
std::string summary(const std::vector<NcclGraph>& graphs);

}  // namespace weft::io
