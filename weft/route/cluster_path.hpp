// Ways between servers of a cluster: to a NIC, over the network, from a NIC. Internal to the layer.
//
// A GPU uses the NIC nearest to it; GPUs that are equally near to several share them out, and where
// a GPU has several, it uses them alike. Where
// the receiver's NIC is on another rail than the sender's, data first goes over NVLink to the GPU
// of the server that is on it (NCCL calls this PXN), so that it stays on one rail. In the network,
// routing is the network's own (topology/network.hpp); ways that links out of order block are left
// out, and where no shortest way is left, any other is taken. Where the NICs that would be used are
// cut off, those of GPUs that NVLink joins are, then any of the server (lanes.hpp).
#pragma once

#include "weft/route/islands.hpp"
#include "weft/route/router.hpp"
#include "weft/topology/network/plan.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace weft::route {

// What is the same in all servers of a template, found out once.
class ClusterRails {
 public:
  ClusterRails(const Topology& topology, const Policy& policy);

  // The outlets of the compute network that a component of the template uses, alike; none where it
  // reaches none.
  const std::vector<std::uint32_t>& outlets_of(const topology::Instance& instance,
                                               ComponentId of_template) const;
  // A GPU of the template on this outlet that NVLink joins to `from`.
  std::optional<ComponentId> gpu_on(const topology::Instance& instance, ComponentId from,
                                    std::uint32_t outlet) const;
  // GPUs of the template that NVLink joins to `from` and that have outlets.
  std::vector<ComponentId> relays_of(const topology::Instance& instance, ComponentId from) const;
  const topology::Network* compute() const { return compute_; }
  bool has_faults(const topology::Network& network) const;
  // Whether links that are up join two endpoints of the network.
  bool are_joined(const topology::Network& network, std::uint32_t from, std::uint32_t to) const;

 private:
  struct Server {
    std::vector<std::vector<std::uint32_t>> outlets;  // [component of the template]
    std::vector<std::vector<ComponentId>> gpus;       // [outlet]
    std::vector<std::vector<bool>> joined;            // by NVLink; [component][component] of GPUs
  };

  const topology::Network* compute_ = nullptr;
  std::vector<Server> servers_;  // [group]; groups of one template share nothing but are few
  const Topology* topology_;
  std::vector<bool> faults_;  // [network]
  std::vector<Islands> islands_;
};

ComponentId in_template(const topology::Instance& instance, ComponentId id);
// The NIC that a port belongs to; the component itself where it is none.
ComponentId nic_above(const Topology& topology, ComponentId id);

// Whether the two are in different servers of a cluster.
bool are_remote(const Topology& topology, ComponentId from, ComponentId to);
// The modes that such a pair may have, best first.
std::vector<Mode> remote_modes(const Topology& topology, ComponentId from, ComponentId to);
// Whether both are endpoints of one network, as GPUs of a torus are, also in one server.
bool share_network(const Topology& topology, ComponentId from, ComponentId to);
// `why_not` is set where the policy would not take the mode.
Expected<Path> remote_path(const Router& router, const ClusterRails& rails, ComponentId from,
                           ComponentId to, link::Engine engine, Mode mode, std::string& why_not,
                           FlowIdentity flow = {});

// The way of a network between two of its endpoints: hops, uses and latency are added to `path`.
// Error NO_PATH.
Expected<void> add_network_way(const Topology& topology, const topology::Network& network,
                               std::uint32_t from, std::uint32_t to, bool has_faults,
                               const link::Transfer& transfer, Path& path, const Policy& policy,
                               FlowIdentity flow);

// Whether a cable leads to another site: a protocol's constants hold what those within one take.
bool is_long_haul(const Topology& topology, const topology::Link& link);

// Whether the network sends all of a flow one way.
bool takes_one_way(const topology::Network& network, const Policy& policy);
// That way between two endpoints, of a network without faults; false where there is none.
bool walk_network(const Topology& topology, const topology::Network& network, const Policy& policy,
                  topology::Node from, topology::Node to, std::vector<CableUse>& way);

}  // namespace weft::route
