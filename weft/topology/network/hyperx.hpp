// HyperX: routers on a grid, each line of which is a full mesh; one dimension is a full mesh.
//
// Source: J. Ahn et al., "HyperX: topology, routing, and packaging of efficient large-scale
// networks", SC 2009.
#pragma once

#include "weft/topology/network/plan.hpp"

namespace weft::topology {

struct HyperXShape {
  std::vector<std::uint32_t> dims;  // S_1 … S_L
  std::uint32_t hosts = 0;          // T endpoints of each router; 0: nodes are endpoints
  std::uint32_t parallel = 1;       // K cables between two routers of a line
  std::uint32_t endpoints = 0;      // where the last router has fewer; 0: all
};

PlanPtr hyperx(const HyperXShape& shape);

std::uint64_t hyperx_routers(const HyperXShape& shape);
std::uint64_t hyperx_radix(const HyperXShape& shape);  // hosts and routers
std::uint64_t hyperx_links(const HyperXShape& shape);  // between routers
// Between halves of the routers, one less in the smaller where they are odd (grid_cut.hpp).
std::uint64_t hyperx_bisection(const HyperXShape& shape);
std::uint64_t full_mesh_links(std::uint64_t nodes);

}  // namespace weft::topology
