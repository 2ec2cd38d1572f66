// One builder per transfer mode: components in, path or the reason why not out.
// Internal to the layer; router.cpp chooses among them.
#pragma once

#include "weft/route/router.hpp"
#include "weft/route/static_routes.hpp"
#include "weft/route/walk.hpp"

#include <vector>

namespace weft::route {

// The NUMA node that a component hangs below, or the nearest; nullopt where there is none.
std::optional<ComponentId> numa_of(const Topology& topology, ComponentId id);
std::optional<ComponentId> memory_of(const Topology& topology, ComponentId id);

// Distance along a way through the host's tree.
Distance distance_of(const Topology& topology, const std::vector<LinkId>& way);

Expected<Path> fabric_path(const Topology& topology, ComponentId from, ComponentId to,
                           link::Engine engine);
Expected<Path> peer_path(const Topology& topology, ComponentId from, ComponentId to,
                         link::Engine engine, Mode mode, bool acs);
Expected<Path> staged_path(const Topology& topology, ComponentId from, ComponentId to,
                           link::Engine engine);
Expected<Path> dma_path(const Topology& topology, ComponentId from, ComponentId to,
                        link::Engine engine, Mode mode);
Expected<Path> network_path(const Topology& topology, const StaticRoutes& routes, ComponentId from,
                            ComponentId to);

}  // namespace weft::route
