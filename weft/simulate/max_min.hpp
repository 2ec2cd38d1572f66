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

// Empty where the allocation is max-min fair within `tolerance` (relative), else what is wrong.
std::string certificate(const FlowSet& flows, const Allocation& allocation,
                        const std::vector<bool>& active, double tolerance);

}  // namespace weft::simulate
