// The flows of `weft flows`, read from a file or generated: by number, with what names them.
//
// Errors: those of reading (io/traffic_file.hpp), TRAFFIC_PATTERN, TRAFFIC_HOSTS, TRAFFIC_LARGE,
// COMPONENT_UNKNOWN with the line of the flow.
#pragma once

#include "weft/app/flows.hpp"
#include "weft/io/traffic_matrix.hpp"
#include "weft/simulate/fluid.hpp"
#include "weft/simulate/traffic_pattern.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::app {

struct FlowTraffic {
  std::string name;
  std::vector<ComponentId> ends;             // of a topology, by their number here
  std::vector<simulate::PatternFlow> flows;  // between numbers of ends
  io::TrafficMatrix matrix;                  // no rows where flows were generated
  const simulate::TrafficPattern* pattern = nullptr;
  bool is_equal = false;  // generated, all sizes alike

  std::size_t size() const { return matrix.rows.empty() ? flows.size() : matrix.rows.size(); }
  int line(std::size_t flow) const { return matrix.rows.empty() ? 0 : matrix.rows[flow].line; }
  bool is_flow(std::size_t flow) const { return matrix.rows.empty() || matrix.rows[flow].is_flow; }
};

Expected<FlowTraffic> read_flows(const FlowsRequest& request);
// Looks the ends of a read matrix up.
Expected<void> find_ends(FlowTraffic& traffic, const topology::Topology& topology);
// Between the first hosts (GPUs, where there are any). `one_source`: only the flows of host 0,
// which stand for all where all look alike.
Expected<FlowTraffic> generated_flows(const FlowsRequest& request,
                                      const topology::Topology& topology, bool one_source);
// GPUs, or hosts where there are none.
topology::ComponentList ends_of(const topology::Topology& topology);
// As `weft flows` reads it again.
std::string to_csv(const FlowTraffic& traffic);

}  // namespace weft::app
