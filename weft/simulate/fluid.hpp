// Any flows on any resources, played to their ends: what each takes, and what limited it.
//
// A flow moves its bytes at its max-min fair rate from its start on; rates change where flows
// start or end and where capacities change. Exact: LevelSolver after every instant, ends of the
// same instant together. Units: bytes, seconds, bytes per second.
// Errors: none; a flow that gets no rate for ever ends at infinity.
#pragma once

#include "weft/simulate/flow_paths.hpp"
#include "weft/simulate/level_solver.hpp"

#include <cstdint>
#include <vector>

namespace weft::simulate {

struct FluidFlow {
  double bytes = 0;
  double start = 0;
  double cap = LevelSolver::kUnlimited;  // that nothing on the path can exceed
};

struct CapacityChange {
  double time = 0;
  std::uint32_t resource = 0;
  double capacity = 0;
};

struct FluidRun {
  std::vector<double> end;           // [flow]
  std::vector<std::uint32_t> limit;  // [flow]: resource that limited it last, LevelSolver::kNone
  std::uint64_t instants = 0;        // at which rates were made fair
};

FluidRun play(const FlowPaths& paths, const std::vector<double>& capacity,
              const std::vector<FluidFlow>& flows, std::vector<CapacityChange> changes = {});

}  // namespace weft::simulate
