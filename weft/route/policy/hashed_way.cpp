// ECMP: every switch hashes the same header with a number of its own, so that choices of a flow at
// switches one behind the other are independent.
#include "weft/route/policy/path_policy.hpp"

namespace weft::route {

void add_hashed_way(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses) {
  const std::uint64_t entropy = entropy_of(request);
  add_one_way(steps, request.from, request.to, 1.0, uses, [&](Node at, std::uint32_t count) {
    return static_cast<std::uint32_t>(mixed(entropy ^ at) % count);
  });
}

}  // namespace weft::route
