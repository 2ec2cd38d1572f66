// HammingMesh: boards of a × b accelerators on an x × y grid of boards.
//
// A board is a mesh. Every row of accelerators across the boards of a row ends in one row network,
// which has the west and the east port of each board (2x ports); columns likewise (2y). A row
// network is a switch, or a folded Clos network where it has too many ports for one.
// Accelerator (column, row) is endpoint row·(a·x) + column. Routes: along the row, then the column.
// Source: T. Hoefler et al., "HammingMesh: a network topology for large-scale deep learning", SC
// 2022.
#pragma once

#include "weft/topology/network/plan.hpp"

namespace weft::topology {

struct HammingMeshShape {
  std::uint32_t a = 2;  // width and height of a board
  std::uint32_t b = 2;
  std::uint32_t x = 2;  // boards in a row and in a column
  std::uint32_t y = 2;
  PlanPtr row;     // of 2x endpoints
  PlanPtr column;  // of 2y endpoints
};

PlanPtr hamming_mesh(const HammingMeshShape& shape);

struct HammingMeshCounts {
  std::uint64_t accelerators;
  std::uint64_t row_networks;
  std::uint64_t row_ports;  // of each
  std::uint64_t column_networks;
  std::uint64_t column_ports;
};
HammingMeshCounts hamming_mesh_counts(std::uint64_t a, std::uint64_t b, std::uint64_t x,
                                      std::uint64_t y);
// Links from one half of the boards to the other, and that over what half of the accelerators
// inject on four links each: 1/(2a) for square boards.
std::uint64_t hamming_mesh_bisection(std::uint64_t a, std::uint64_t b, std::uint64_t x,
                                     std::uint64_t y);
double hamming_mesh_share(std::uint64_t a, std::uint64_t b);

}  // namespace weft::topology
