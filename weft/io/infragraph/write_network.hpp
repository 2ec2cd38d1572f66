// Clusters and fabrics as an infrastructure: a device for each server's template or kind of host,
// with what is inside; an instance for each, and for each kind of switch; an edge per cable.
#pragma once

#include "weft/topology/graph.hpp"

#include <map>
#include <string>

namespace weft::io::infragraph {

// Whether the topology is one: has servers that are instances, or hosts.
bool is_network(const topology::Topology& topology);
std::string write_network(const topology::Topology& topology);

// Kinds of links by name, with what payload gets.
class LinkNames {
 public:
  const std::string& name(const link::LinkModel& model);
  std::string text(const char* indent) const;

 private:
  std::map<std::string, double> gbps_;
};

}  // namespace weft::io::infragraph
