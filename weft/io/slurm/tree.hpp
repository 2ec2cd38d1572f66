// What topology.conf and topology.yaml both state, as records, and the fabric made of them.
#pragma once

#include "weft/io/fabric/fabric.hpp"
#include "weft/io/topology_file.hpp"

#include <string>
#include <vector>

namespace weft::io::slurm {

struct Switch {
  std::string name;
  std::string nodes;  // host lists as they stand
  std::string switches;
  std::string link_speed;
  bool is_block = false;
  int line = 0;
};

Expected<TopologyRead> build(const std::vector<Switch>& switches, const std::string& name,
                             std::string_view format, Remarks& remarks);

}  // namespace weft::io::slurm
