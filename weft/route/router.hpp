// Which way bytes take between two components, under what the machine and the library allow.
//
// Main flow: the modes that two components have in common, best first (modes_between), each
// turned into a path or into the reason why it cannot be or is not taken.
// How far apart devices may be for peer-to-peer and GPUDirect RDMA follows from the library of the
// GPUs' maker and from the CPU (library_rules.hpp); beyond that it is through host memory.
// Errors: NO_PATH, MODE_IMPOSSIBLE. Threads: const, may be shared; the topology must outlive it.
#pragma once

#include "weft/route/library_rules.hpp"
#include "weft/route/path.hpp"
#include "weft/route/policy/path_policy.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft::route {

struct Policy {
  bool peer_access = true;  // false: no GPU may reach another's memory (driver, IOMMU, container)
  bool acs = false;         // ACS request redirect: switches send peer traffic up to the CPU
  std::optional<Distance> farthest_p2p = {};  // unset: what the library takes on this host
  std::optional<Distance> farthest_gdr = {};
  // Between servers, over NVLink to the GPU on the receiver's rail first (NCCL_PXN_DISABLE=0).
  bool pxn = true;
  // Of flows over any network, before the network's own.
  std::optional<FlowRouting> routing = {};
};

class ClusterRails;  // cluster_path.hpp
class StaticRoutes;  // static_routes.hpp

struct Alternative {
  Mode mode;
  std::string word;          // what such a way is called here: "xgmi"
  std::optional<Path> path;  // absent where the mode cannot work here
  std::string why_not;       // empty for the one that is taken
};

// What a flow needs of a path.
struct Traffic {
  Mode mode = Mode::local;
  Distance distance = Distance::loc;
  Seconds latency{0};
  Seconds far{0};  // of it, long-haul cables
};

class Router {
 public:
  explicit Router(const Topology& topology, Policy policy = {});

  const Topology& topology() const { return *topology_; }
  const Policy& policy() const { return policy_; }
  const LibraryRules& rules() const { return rules_; }
  const ClusterRails* rails() const { return rails_.get(); }  // null for a single server
  const StaticRoutes& static_routes() const { return *static_routes_; }

  // The path that is taken, for bytes that `engine` moves.
  Expected<Path> path(ComponentId from, ComponentId to, link::Engine engine) const;
  // In one mode, even where the policy would not take it.
  Expected<Path> path(ComponentId from, ComponentId to, link::Engine engine, Mode mode) const;
  // Every mode that such components could use; exactly one is taken, unless none can be.
  std::vector<Alternative> alternatives(ComponentId from, ComponentId to,
                                        link::Engine engine) const;

  // Appends the uses of the path that is taken; quick for the many flows of a large network.
  Expected<Traffic> traffic(ComponentId from, ComponentId to, link::Engine engine,
                            std::vector<Use>& uses, FlowIdentity flow = {}) const;

  Distance distance(ComponentId from, ComponentId to) const;

 private:
  const Topology* topology_;
  Policy policy_;
  LibraryRules rules_;
  std::shared_ptr<const ClusterRails> rails_;          // of a cluster; null for a single server
  std::shared_ptr<const StaticRoutes> static_routes_;  // of a network that was read from a file
};

}  // namespace weft::route
