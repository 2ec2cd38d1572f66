// Max-min fair rates that follow changes: flows that come and go, capacities that rise and fall.
//
// Each resource has a *level*: the rate that it allows to the flows that it limits, infinite where
// it is not full. A flow's rate is the least level on its path, or its own cap. The rates are
// max-min fair exactly when each finite level L solves
//     Σ weight · min(limit elsewhere, L) = capacity    over the flows of the resource
// and each resource at infinity is within its capacity: then a flow is as fast as any other on the
// full resource that limits it (Bertsekas and Gallager, Data Networks, §6.5.2). That is the
// algorithm too: solve the equation anew where something changed, lowest level first, and go on to
// a neighbour only where a rate really changed. After too many rounds all is filled from nothing.
// Rates are in bytes per second. Errors: none; a path may be empty, then only the cap limits.
#pragma once

#include "weft/simulate/flow_paths.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace weft::simulate {

class LevelSolver {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr double kUnlimited = std::numeric_limits<double>::infinity();

  // No flow is active. `paths` must outlive it.
  LevelSolver(const FlowPaths& paths, std::vector<double> capacity);

  void start(std::uint32_t flow, double cap = kUnlimited);
  void stop(std::uint32_t flow);
  void set_capacity(std::uint32_t resource, double capacity);

  // Makes the rates fair again; gives the flows that started or whose rate changed, each once.
  const std::vector<std::uint32_t>& update();

  double rate(std::uint32_t flow) const { return rate_[flow]; }  // 0 where it is not active
  std::uint32_t limit(std::uint32_t flow) const { return limit_[flow]; }  // kNone: its cap

  // Empty where the rates are max-min fair within `tolerance` (relative), else what is wrong.
  std::string certificate(double tolerance) const;

 private:
  struct Member {  // of a resource: an active flow, by its use
    std::uint32_t flow = 0;
    std::uint32_t use = 0;
  };
  struct Part {
    double limit = 0;  // elsewhere
    double weight = 0;
  };

  void mark(std::uint32_t resource);
  bool take_lowest(std::uint32_t& resource);
  void evaluate(std::uint32_t resource);
  double solve(double capacity);
  double limit_elsewhere(std::uint32_t flow, std::uint32_t resource) const;
  void assign(std::uint32_t flow);
  void note(std::uint32_t flow);
  void fill_from_nothing();

  const FlowPaths* paths_;
  std::vector<double> capacity_;                         // [resource]
  std::vector<double> level_;                            // [resource]
  std::vector<std::vector<Member>> members_;             // [resource]
  std::vector<std::uint32_t> place_;                     // [use]: in members_ of its resource
  std::vector<double> cap_;                              // [flow]
  std::vector<double> rate_;                             // [flow]
  std::vector<std::uint32_t> limit_;                     // [flow]
  std::vector<char> active_;                             // [flow]
  std::vector<std::pair<double, std::uint32_t>> dirty_;  // a heap, lowest level first
  std::vector<char> is_dirty_;                           // [resource]
  std::vector<std::uint32_t> told_;                      // flows that the last update gave
  std::vector<std::uint32_t> changed_;                   // flows
  std::vector<char> is_changed_;                         // [flow]
  std::vector<Part> parts_;                              // of the resource that is evaluated
  std::uint64_t evaluations_ = 0;
};

}  // namespace weft::simulate
