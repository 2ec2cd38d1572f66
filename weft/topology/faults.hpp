// Faults that a cluster was given, kept beside it as text, so that reports can list them.
#pragma once

#include "weft/topology/graph.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace weft::topology {

struct Fault {
  std::string link;   // as it was named: "leaf[0]"
  std::string state;  // "down" "x8" "50%"
  std::size_t links = 0;
};

// To the attributes of a topology, and from them in the order in which they were added.
void add_fault(Attributes& attributes, const Fault& fault);
std::vector<Fault> faults_of(const Topology& topology);

}  // namespace weft::topology
