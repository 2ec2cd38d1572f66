// Paths for the flows of `weft flows`: over links that a matrix names, over a network of bare
// hosts by arithmetic, over any other topology by its router.
//
// A flow of several queue pairs becomes as many flows of a part each, with paths of their own.
// Errors: TRAFFIC_LINKS, TRAFFIC_CAPACITY, OPTION_CONFLICT and those of routing, with the line of
// the flow.
#pragma once

#include "weft/app/flow_traffic.hpp"
#include "weft/simulate/adaptive_paths.hpp"

#include <memory>
#include <optional>

namespace weft::app {

struct RoutedFlows {
  simulate::FlowPaths paths;
  std::vector<double> capacity;
  std::vector<ResourceId>
      resources;                 // as the topology numbers them; empty: links have numbers only
  std::vector<Seconds> latency;  // [flow], where the router says it
  std::uint32_t parts = 1;       // of each flow
  double alike = 1;              // flows that each flow stands for
  std::unique_ptr<simulate::NetworkFlows> network;    // of bare hosts
  std::unique_ptr<simulate::AdaptivePaths> adaptive;  // paths that are chosen later
};

// The network whose hosts are all ends, where there is one.
const topology::Network* host_network(const topology::Topology& topology);
// How flows go: what was asked for, else as the network does.
route::FlowRouting routing_of(const FlowsRequest& request, const topology::Topology& topology);
// Whether the flows of one host stand for those of all.
bool is_alike(const FlowsRequest& request, const topology::Topology& topology);

Expected<RoutedFlows> over_named_links(const FlowTraffic& traffic, const FlowsRequest& request);
Expected<RoutedFlows> over_topology(const FlowTraffic& traffic, const FlowsRequest& request,
                                    const topology::Topology& topology,
                                    const route::FlowRouting& routing);

// Plays them; ends of parts are joined to those of flows, [flow].
simulate::FluidRun play(const FlowTraffic& traffic, RoutedFlows& routed, bool symmetry);

}  // namespace weft::app
