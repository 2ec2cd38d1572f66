// Adaptive routing of flows while they are played: each goes, when it starts, where the fewest
// flows are on their way; where that is wanted, it looks again when its rate changes.
//
// A switch sees its own ports only. A flow that looks again leaves for a way that promises a tenth
// more, at most so many times that all come to rest. Loads count flows.
#pragma once

#include "weft/simulate/network_flows.hpp"

#include <vector>

namespace weft::simulate {

class AdaptivePaths final : public PathChooser, private route::CableLoads {
 public:
  struct Ends {
    std::uint32_t from;
    std::uint32_t to;
    route::FlowIdentity flow;
  };

  AdaptivePaths(NetworkFlows& network, std::uint32_t cables, bool looks_again);

  FlowPaths& paths() { return paths_; }
  void add(const Ends& ends);

  void starts(std::uint32_t flow) override;
  void ends(std::uint32_t flow) override;
  bool leaves(std::uint32_t flow, double rate, std::uint32_t limit) override;

 private:
  double on(topology::Cable cable, bool down) const override {
    return flows_on_[2 * std::size_t{cable} + (down ? 0 : 1)];
  }
  void count(std::uint32_t flow, int sign);
  std::span<FlowUse> places(std::uint32_t flow);

  NetworkFlows* network_;
  bool looks_again_;
  FlowPaths paths_;
  std::vector<Ends> flows_;
  std::vector<std::uint8_t> looks_;  // [flow]: how often it has left
  std::vector<double> flows_on_;     // [directed cable]
  std::vector<FlowUse> other_;
};

}  // namespace weft::simulate
