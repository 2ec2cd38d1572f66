// Why a simulated execution takes as long as it does, and what would help.
//
// The limit is what most of the time was spent on: message latency, where all would end in less
// than half the time without it, or else the resource that the slowest messages waited for. The
// second limit is what would stop them next if the first were unlimited. A gain is how much faster
// the same execution is with one class of resource 10 % better, found by simulating again.
#pragma once

#include "weft/simulate/simulator.hpp"

#include <string>
#include <vector>

namespace weft::explain {

// The class of all that is not a resource: launching, message latency, waiting for others.
inline constexpr const char* kLatencyClass = "latency";

struct Cause {
  std::string kind;  // resource class, or kLatencyClass
  std::string text;  // "NVLink 4 x5, gpu[0] -> nvswitch[1] and 31 alike"
  bool is_resource = false;
  ResourceId resource;  // where is_resource
};

struct Gain {
  std::string kind;
  double percent = 0;  // less time would be positive: (old time / new time - 1) · 100
};

struct Explanation {
  Cause limit;
  Cause second;
  double latency_share = 0;  // of the time, that would be gone without launch and message latency
};

Explanation explain(const simulate::Simulator& simulator, const schedule::Timeline& timeline,
                    Bytes size, const simulate::MessageCost& cost);

// For each class that is used, and latency; largest first.
std::vector<Gain> gains(const simulate::Simulator& simulator, const schedule::Timeline& timeline,
                        Bytes size, const simulate::MessageCost& cost, double better = 1.1);

}  // namespace weft::explain
