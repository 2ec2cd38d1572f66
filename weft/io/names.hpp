// Names for the formats that tell devices apart by name: unique, and of plain characters only.
#pragma once

#include "weft/topology/graph.hpp"

#include <optional>
#include <string>
#include <vector>

namespace weft::io {

class Names {
 public:
  // The attribute "name" with anything but letters, digits, '.', '_' and '-' replaced; kind and
  // number where there is none or it is taken: "leaf1", "gpu3".
  explicit Names(const topology::Topology& topology);
  const std::string& of(ComponentId id) const { return names_[id.index()]; }

 private:
  std::vector<std::string> names_;
};

// The host of a network's end: itself, or that of a NIC or port; else nullopt.
std::optional<ComponentId> host_of(const topology::Topology& topology, ComponentId id);

}  // namespace weft::io
