// Any flows on any resources, played to their ends: what each takes, and what limited it.
//
// A flow moves its bytes at its max-min fair rate from its start on; rates change where flows
// start or end and where capacities change. Exact: made fair after every instant, ends of the same
// instant together. Flows that share nothing, nor wait for each other, are played apart; where
// resources have few flows, changes are followed (level_solver.hpp), where they have many, all is
// filled anew in the order of before (filling_rates.hpp). Units: bytes, seconds, bytes per second.
// Errors: none; a flow that gets no rate for ever, or waits for one, ends at infinity.
#pragma once

#include "weft/simulate/flow_paths.hpp"
#include "weft/simulate/level_solver.hpp"

#include <cstdint>
#include <vector>

namespace weft::simulate {

struct FluidFlow {
  double bytes = 0;
  double start = 0;                      // not before
  double cap = LevelSolver::kUnlimited;  // that nothing on the path can exceed
  double delay = 0;                      // from when it could start
};

// Which flows wait for the end of which others.
struct FlowOrder {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // first the one that is waited for
};

struct CapacityChange {
  double time = 0;
  std::uint32_t resource = 0;
  double capacity = 0;
};

struct FluidRun {
  std::vector<double> start;         // [flow]: when its bytes began to move
  std::vector<double> end;           // [flow]
  std::vector<std::uint32_t> limit;  // [flow]: resource that limited it last, LevelSolver::kNone
  std::uint64_t instants = 0;        // at which rates were made fair
};

enum class Solving : std::uint8_t { automatic, levels, filling };

// Paths that are chosen while time passes.
class PathChooser {
 public:
  virtual ~PathChooser() = default;
  // Writes the path of a flow that starts into its places of the FlowPaths; weight 0 is no use.
  virtual void starts(std::uint32_t flow) = 0;
  virtual void ends(std::uint32_t flow) = 0;
  // Whether a flow whose rate changed goes another way; then starts() follows.
  virtual bool leaves(std::uint32_t flow, double rate, std::uint32_t limit) = 0;
};

struct FluidOptions {
  Solving solving = Solving::automatic;
  bool reduces = true;  // resources that others imply are left out, and parts are played apart
  PathChooser* chooser = nullptr;
};

FluidRun play(const FlowPaths& paths, const std::vector<double>& capacity,
              const std::vector<FluidFlow>& flows, std::vector<CapacityChange> changes = {},
              const FlowOrder& order = {}, const FluidOptions& options = {});

}  // namespace weft::simulate
