// What of a problem matters, and which parts of it have nothing to do with each other.
//
// Left out are resources without limit, and those that another one implies: where all flows of A
// are also B's, and A has at least the room that B lets through, A never limits alone. Both hold
// for any of the flows being active, so that it is found out once. Resources whose capacity
// changes imply nothing and are kept. Flows that share a resource, or wait for each other, are in
// one part; within a part, flows and resources keep their order.
#pragma once

#include "weft/simulate/fluid.hpp"

#include <cstdint>
#include <vector>

namespace weft::simulate {

struct FlowPart {
  std::vector<std::uint32_t> flows;      // as numbered in the whole
  std::vector<std::uint32_t> resources;  // likewise
  FlowPaths paths;                       // in the part's own numbers
  std::vector<double> capacity;
};

// Resources that need not be looked at, [resource].
std::vector<bool> implied(const FlowPaths& paths, const std::vector<double>& capacity,
                          const std::vector<bool>& changes);

std::vector<FlowPart> split(const FlowPaths& paths, const std::vector<double>& capacity,
                            const std::vector<bool>& left_out, const FlowOrder& order);

}  // namespace weft::simulate
