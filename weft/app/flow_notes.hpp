// Where the fluid model is known to be off, and by how much: said beside the result.
//
// FLUID_INCAST: many flows at once into one end, where a switch must hold or stop what comes too
// fast. FLUID_SHORT: flows that are over before their rate has settled. FLUID_ONE_SEED: one draw
// of hashed paths. Sources: a queue of rate excess · time; balls into bins, as Poisson.
#pragma once

#include "weft/app/flow_routes.hpp"
#include "weft/simulate/fluid.hpp"

#include <vector>

namespace weft::app {

std::vector<Warning> fluid_notes(const FlowTraffic& traffic, const RoutedFlows& routed,
                                 const simulate::FluidRun& run, const route::FlowRouting& routing,
                                 const topology::Topology& topology, bool has_seeds);

// How many flows the fullest link between switches has, each queue pair counted.
double most_flows(const RoutedFlows& routed);

}  // namespace weft::app
