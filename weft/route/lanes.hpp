// Which NICs a flow between servers leaves and arrives at. Internal to the layer.
//
// First choice: each end's nearest NICs side by side. Where these have no way (a NIC, its cable or
// its leaf is down, or it is in another plane), the exits of both servers are tried, cheapest
// first: the nearest NICs, those of a GPU that NVLink joins, any NIC of the server.
#pragma once

#include "weft/route/cluster_path.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weft::route {

using Outlet = std::uint32_t;

// NICs of one server that a component may use, and the GPU that data passes on its way there.
struct Exit {
  std::vector<Outlet> outlets;
  std::optional<ComponentId> relay;  // of the cluster
  unsigned cost = 0;                 // 0 nearest, 1 over NVLink, 2 any
};

// Of a component that uses `own`, cheapest first. Without `over_nvlink`, a GPU leaves its NICs only
// where something is broken, `is_broken`: a rail that leads elsewhere is no fault.
std::vector<Exit> exits_of(const Topology& topology, const ClusterRails& rails, ComponentId id,
                           const std::vector<Outlet>& own, bool over_nvlink, bool is_broken);
// Pairs of exits as indices, cheapest first, of equal ones those on the same rail.
std::vector<std::pair<std::size_t, std::size_t>> by_cost(const std::vector<Exit>& sources,
                                                         const std::vector<Exit>& targets);

// One lane per pair of NICs; data is spread over them. A GPU uses its nearest ones only, so between
// a GPU and memory the GPU's decide, and memory takes the NIC on the same rail where it can.
std::vector<std::pair<Outlet, Outlet>> lanes_between(const std::vector<Outlet>& sources,
                                                     bool source_is_host,
                                                     const std::vector<Outlet>& targets,
                                                     bool target_is_host);

}  // namespace weft::route
