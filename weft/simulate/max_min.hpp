// Max-min fair rates: nobody's rate can rise without lowering that of someone who has less.
//
// A flow at x payload bytes/s takes x·weight of each of its resources. The allocation is max-min
// fair exactly when each flow has a *bottleneck*: a resource that is full and on which no flow
// has a higher rate (Bertsekas and Gallager, Data Networks, §6.5.2). certificate() checks that.
// Progressive filling: raise all rates together; where a resource fills up, its flows stay.
// Shapes: rates[flow], bottleneck[flow]; inactive flows have rate 0.
#pragma once

#include "weft/simulate/flow_set.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weft::simulate {

struct Allocation {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::vector<double> rates;              // payload bytes per second; infinite where nothing limits
  std::vector<std::uint32_t> bottleneck;  // dense resource index, kNone where nothing limits
};

// `active` empty: all flows.
Allocation max_min(const FlowSet& flows, const std::vector<bool>& active = {});

// Solves for some of the flows at a time; keeps its memory from one call to the next.
class MaxMinSolver {
 public:
  explicit MaxMinSolver(const FlowSet& flows);

  // Sets the rates and bottlenecks of the flows in `which`, as if there were no others.
  void solve(std::span<const std::uint32_t> which, Allocation& allocation);

 private:
  struct Filling {
    double left = 0;          // capacity not given away
    double demand = 0;        // Σ weights of flows still rising
    float demand_summed = 0;  // `demand` when it was last added up
    std::uint32_t first = 0;  // into flow_
    std::uint32_t flows = 0;
    std::uint32_t rising = 0;
  };

  void list_flows(std::span<const std::uint32_t> which);
  double level(std::uint32_t resource, const Allocation& allocation);
  void freeze(std::uint32_t flow, double rate, Allocation& allocation);
  void add_up(std::uint32_t resource, const Allocation& allocation);

  const FlowSet* flows_;
  std::vector<Filling> filling_;     // [resource]
  std::vector<std::uint32_t> open_;  // resources with flows that still rise
  std::vector<std::uint32_t> flow_;  // flows by resource
  std::vector<bool> rising_;         // [flow]
};

// Empty where the allocation is max-min fair within `tolerance` (relative), else what is wrong.
std::string certificate(const FlowSet& flows, const Allocation& allocation,
                        const std::vector<bool>& active, double tolerance);

}  // namespace weft::simulate
