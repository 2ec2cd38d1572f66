// Adaptive: every switch sends a flow where the least is on its way; among equals the hash decides.
#include "weft/route/policy/path_policy.hpp"

namespace weft::route {

void add_least_loaded_way(OpenSteps& steps, const WayRequest& request,
                          std::vector<CableUse>& uses) {
  const std::uint64_t entropy = entropy_of(request);
  add_one_way(steps, request.from, request.to, 1.0, uses, [&](Node at, std::uint32_t count) {
    const auto first = static_cast<std::uint32_t>(mixed(entropy ^ at) % count);
    if (request.loads == nullptr) return first;
    std::uint32_t best = first;
    double least = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t number = (first + i) % count;
      const topology::Step step = steps.step(at, request.to, number);
      const double load = request.loads->on(step.cable, step.down);
      if (i == 0 || load < least) {
        least = load;
        best = number;
      }
    }
    return best;
  });
}

}  // namespace weft::route
