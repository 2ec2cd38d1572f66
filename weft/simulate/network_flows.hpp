// Flows between the bare hosts of a network, routed by arithmetic: paths on its cables.
//
// Resources are the links of the topology, renumbered in the order of first use. A cable takes
// what its model says of payload, against it too where it is answered (link/model.hpp).
// Errors: NO_PATH where every shortest way is blocked. Not for several threads at once.
#pragma once

#include "weft/route/policy/path_policy.hpp"
#include "weft/simulate/flow_paths.hpp"
#include "weft/simulate/fluid.hpp"

#include <cstdint>
#include <vector>

namespace weft::simulate {

class NetworkFlows {
 public:
  NetworkFlows(const topology::Topology& topology, const topology::Network& network,
               route::FlowRouting routing);

  // Adds the path of a flow to `paths`; empty between a host and itself.
  Expected<void> add(std::uint32_t from, std::uint32_t to, route::FlowIdentity flow,
                     FlowPaths& paths);
  // Where routes and network look alike from each of the first `hosts`: the path with classes of
  // links that carry alike for the links, each as if it were one.
  Expected<void> add_class_path(std::uint32_t to, FlowPaths& paths);
  // Of the way that was added last, one way.
  Seconds latency() const;
  // The places that a flow's path takes, for paths that are chosen later.
  void add_places(std::uint32_t from, std::uint32_t to, FlowPaths& paths);
  // Writes a way into places; `loads` as the policy wants them.
  void choose(std::uint32_t from, std::uint32_t to, route::FlowIdentity flow,
              const route::CableLoads& loads, std::span<FlowUse> places);

  // [resource]
  const std::vector<double>& capacity() const { return capacity_; }
  LinkId link(std::uint32_t resource) const { return links_[resource]; }
  bool joins_switches(std::uint32_t resource) const;

  // The directed cable behind a resource, and whether it leads down.
  std::pair<topology::Cable, bool> cable(std::uint32_t resource) const;
  std::uint32_t resource_of(topology::Cable cable, bool down);

 private:
  void use(topology::Cable cable, bool down, double share, std::vector<FlowUse>& path);
  Expected<void> way(std::uint32_t from, std::uint32_t to, route::FlowIdentity flow);

  const topology::Topology* topology_;
  const topology::Network* network_;
  route::FlowRouting routing_;
  route::OpenSteps steps_;
  std::vector<std::uint32_t> dense_;  // [directed cable]
  std::vector<LinkId> links_;         // [resource]
  std::vector<double> capacity_;
  std::vector<link::Load> load_;
  std::vector<route::CableUse> uses_;
  std::vector<FlowUse> path_;
};

}  // namespace weft::simulate
