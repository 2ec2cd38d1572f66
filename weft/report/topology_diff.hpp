// What differs between topologies that should be alike: of machines links, products and settings,
// of fabrics switches and cables by their names, of clusters servers and networks in numbers.
//
// Each topology becomes facts ("gpu[3], link" → "PCIe 4.0 x8"); where values differ, those that
// most have are the rule and the others stand out.
#pragma once

#include "weft/topology/graph.hpp"

#include <string>
#include <vector>

namespace weft::report {

struct Difference {
  std::string fact;                 // "gpu[3], link above"
  std::string usual;                // of most; empty where no value is in more than half
  std::vector<std::string> values;  // per topology; "none" where it is not there
};

std::vector<Difference> differences(const std::vector<const topology::Topology*>& topologies);

// A line for each; topologies by their names.
std::string differences_text(const std::vector<std::string>& names,
                             const std::vector<Difference>& differences);

}  // namespace weft::report
