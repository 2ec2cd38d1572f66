// Torus and mesh of any number of dimensions, and a torus whose far links pass circuit switches.
//
// Nodes are the endpoints themselves, or routers with `hosts` endpoints each. A dimension of 2 has
// one link and not two. With blocks (cubes of racks), links between blocks are optical, and each
// dimension has one circuit switch per position on a block's face, which takes the + and the -
// fibre of every block (TPU v4: 48 switches of 128 ports for 64 cubes). Routes go dimension by
// dimension. Source: W. Dally, B. Towles, "Principles and Practices of Interconnection Networks",
// 2004, chapters 5 and 8.
#pragma once

#include "weft/topology/network/plan.hpp"

namespace weft::topology {

struct TorusShape {
  std::vector<std::uint32_t> dims;
  bool wraps = true;                   // false: a mesh
  std::uint32_t hosts = 0;             // endpoints of each router; 0: nodes are endpoints
  std::vector<std::uint32_t> block{};  // of a torus with circuit switches; divides dims
};

PlanPtr torus(const TorusShape& shape);

// Links between nodes.
std::uint64_t torus_links(const std::vector<std::uint32_t>& dims);
std::uint64_t mesh_links(const std::vector<std::uint32_t>& dims);
unsigned torus_diameter(const std::vector<std::uint32_t>& dims);  // between nodes
unsigned mesh_diameter(const std::vector<std::uint32_t>& dims);
// Between halves, the smaller one node less where they are odd: a plane across the longest
// dimension, with steps where it is odd (grid_cut.hpp).
std::uint64_t torus_bisection(const std::vector<std::uint32_t>& dims);
std::uint64_t mesh_bisection(const std::vector<std::uint32_t>& dims);
// Mean distance of two different nodes.
double torus_mean_distance(const std::vector<std::uint32_t>& dims);
std::uint64_t circuit_switches(const std::vector<std::uint32_t>& block);

}  // namespace weft::topology
