// How a flow's way is chosen among the shortest ways of a network: one policy a file, one table.
//
// static: by the destination alone, on trees D-mod-k. ecmp: at each switch by a hash of what a
// packet's header has, (seed, source, destination, flow, queue pair), so that a flow keeps one
// way. spray: packet by packet over all ways alike, spray:N over N hashed ones. adaptive: at each
// switch where the least is on its way when the flow starts; adaptive:rebalanced: anew when rates
// change. Rails and PXN are decided before, in the server (cluster_path.hpp).
// Source: domain knowledge of load balance as in RFC 2992 (hashing) and InfiniBand AR.
// To add a policy: its file here and its row in path_policy.cpp. Errors: ROUTING_UNKNOWN.
#pragma once

#include "weft/route/policy/open_steps.hpp"
#include "weft/topology/network.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::route {

struct FlowRouting {
  topology::Routing routing = topology::Routing::fixed;
  std::uint32_t ways = 0;  // of spray; 0: all
  bool rebalanced = false;
  std::uint64_t seed = 0;

  // One way for each flow, and another one for another seed.
  bool is_by_chance() const { return routing == topology::Routing::ecmp || ways > 0; }
};

// What tells flows between the same two ends apart.
struct FlowIdentity {
  std::uint32_t flow = 0;
  std::uint32_t queue_pair = 0;
};

// So much of a flow goes over a cable; `hop` counts from the source.
struct CableUse {
  Cable cable;
  bool down;
  std::uint16_t hop;
  double share;
};

// What is on the way over a cable now, in whatever unit; for policies that look.
class CableLoads {
 public:
  virtual ~CableLoads() = default;
  virtual double on(Cable cable, bool down) const = 0;
};

struct WayRequest {
  Node from;
  Node to;
  const FlowRouting& routing;
  FlowIdentity flow{};
  const CableLoads* loads = nullptr;
};

struct PathPolicy {
  topology::Routing routing;
  const char* about;
  // Adds what the flow takes, hop by hop; nothing where every shortest way is blocked.
  void (*add)(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses);
};

const std::vector<PathPolicy>& path_policies();
void add_way(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses);

// "static" "ecmp" "spray" "spray:4" "adaptive" "adaptive:rebalanced"
Expected<FlowRouting> parse_routing(std::string_view text);
std::string print_routing(const FlowRouting& routing);

// The hash of a flow's header; splitmix64, so that every bit of the input changes half of it.
std::uint64_t mixed(std::uint64_t x);
std::uint64_t entropy_of(const WayRequest& request);

// For the policies' own files.
void add_static_way(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses);
void add_hashed_way(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses);
void add_all_ways(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses);
void add_least_loaded_way(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses);

// One way, at each node over the step that `choose(at, count)` numbers.
template <class Choose>
void add_one_way(OpenSteps& steps, Node from, Node to, double share, std::vector<CableUse>& uses,
                 Choose choose) {
  const std::size_t before = uses.size();
  std::uint16_t hop = 0;
  for (Node at = from; at != to;) {
    const std::uint32_t count = steps.count(at, to);
    if (count == 0) return uses.resize(before);
    const topology::Step step = steps.step(at, to, count == 1 ? 0 : choose(at, count));
    uses.push_back({step.cable, step.down, hop++, share});
    at = step.to;
  }
}

}  // namespace weft::route
