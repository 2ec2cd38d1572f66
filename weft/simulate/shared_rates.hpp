// Max-min fair rates of a FlowSet that follow flows as they start and stop (level_solver.hpp).
#pragma once

#include "weft/simulate/level_solver.hpp"
#include "weft/simulate/max_min.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace weft::simulate {

class SharedRates {
 public:
  // None of the flows is active yet.
  explicit SharedRates(const FlowSet& flows);

  void start(std::uint32_t flow) { solver_->start(flow); }
  void stop(std::uint32_t flow) { solver_->stop(flow); }

  // Makes the rates fair again; the active flows that started or whose rate changed.
  const std::vector<std::uint32_t>& update() { return solver_->update(); }

  // Of active flows, after update().
  double rate(std::uint32_t flow) const { return solver_->rate(flow); }
  std::uint32_t bottleneck(std::uint32_t flow) const { return solver_->limit(flow); }

 private:
  static_assert(Allocation::kNone == LevelSolver::kNone);

  std::unique_ptr<const FlowPaths> paths_;  // where the solver finds them when this moves
  std::unique_ptr<LevelSolver> solver_;
};

}  // namespace weft::simulate
