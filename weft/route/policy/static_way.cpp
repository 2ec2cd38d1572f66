// Static routing: the destination decides alone, on trees D-mod-k.
#include "weft/route/policy/path_policy.hpp"

namespace weft::route {

void add_static_way(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses) {
  add_one_way(steps, request.from, request.to, 1.0, uses,
              [&](Node at, std::uint32_t) { return steps.fixed(at, request.to); });
}

}  // namespace weft::route
