#include "weft/report/fault_list.hpp"

#include "weft/topology/faults.hpp"

#include <fmt/format.h>

namespace weft::report {

std::string faults_text(const topology::Topology& topology) {
  std::string out;
  for (const topology::Fault& fault : topology::faults_of(topology))
    out += fmt::format("  {}: {} ({} link{})\n", fault.link, fault.state, fault.links,
                       fault.links == 1 ? "" : "s");
  return out.empty() ? out : "\nfaults; all counts and rates above are without them:\n" + out;
}

Json faults_json(const topology::Topology& topology) {
  Json list = Json::array();
  for (const topology::Fault& fault : topology::faults_of(topology))
    list.push_back({{"link", fault.link}, {"state", fault.state}, {"links", fault.links}});
  return list;
}

}  // namespace weft::report
