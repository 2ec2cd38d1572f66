// Max-min fair rates that follow flows as they start and stop.
//
// Flows that share no resource, not even through others, do not feel each other. So a change is
// solved again only for the flows that are joined to it by active flows and their resources.
#pragma once

#include "weft/simulate/max_min.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace weft::simulate {

class SharedRates {
 public:
  // None of the flows is active yet. The flows must outlive this.
  explicit SharedRates(const FlowSet& flows);

  void start(std::uint32_t flow);
  void stop(std::uint32_t flow);

  // Solves what has changed since the last call; the flows that were solved again.
  std::span<const std::uint32_t> update();

  // Of active flows, after update().
  double rate(std::uint32_t flow) const { return allocation_.rates[flow]; }
  std::uint32_t bottleneck(std::uint32_t flow) const { return allocation_.bottleneck[flow]; }

 private:
  struct Member {
    std::uint32_t flow = 0;
    std::uint32_t use = 0;  // which of the flow's uses this is
  };

  void change(std::uint32_t resource);
  void gather(std::uint32_t resource);

  const FlowSet* flows_;
  MaxMinSolver solver_;
  Allocation allocation_;
  std::vector<std::vector<Member>> active_on_;  // [resource]
  std::vector<std::uint32_t> first_use_;        // [flow], into place_
  std::vector<std::uint32_t> place_;            // where a use stands in active_on_
  std::vector<std::uint32_t> changed_;          // resources
  std::vector<bool> is_changed_;                // [resource]
  std::vector<bool> reached_;                   // [resource] in this update
  std::vector<std::uint32_t> reached_list_;
  std::vector<bool> gathered_;            // [flow] in this update
  std::vector<std::uint32_t> component_;  // flows
  std::vector<std::uint32_t> solved_;     // flows
};

}  // namespace weft::simulate
