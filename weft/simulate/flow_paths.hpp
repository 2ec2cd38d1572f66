// The resources that each flow takes, as one array: what solvers walk through.
//
// A flow at rate x takes x·weight of each of its resources, named at most once.
#pragma once

#include "weft/simulate/flow_set.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace weft::simulate {

struct FlowPaths {
  std::vector<std::uint32_t> offset = {0};  // [flow], one more at the end
  std::vector<FlowUse> uses;

  std::size_t size() const { return offset.size() - 1; }
  std::span<const FlowUse> of(std::size_t flow) const {
    return std::span(uses).subspan(offset[flow], offset[flow + 1] - offset[flow]);
  }
  void add(std::span<const FlowUse> path) {
    uses.insert(uses.end(), path.begin(), path.end());
    offset.push_back(static_cast<std::uint32_t>(uses.size()));
  }
  // For paths that are known when their flows start: as many places as the flow can take.
  void add_places(std::size_t count) {
    uses.resize(uses.size() + count);
    offset.push_back(static_cast<std::uint32_t>(uses.size()));
  }
};

}  // namespace weft::simulate
