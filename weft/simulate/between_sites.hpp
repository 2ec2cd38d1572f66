// Resources between servers: which of them may limit, and which are spare. Internal to
// site_classes.cpp.
//
// A lane is no faster than what it takes within the servers at its ends lets it be alone. What the
// lanes of a traffic take of a resource at these rates is compared with what it has, as in
// spare_resources.hpp.
#pragma once

#include "weft/simulate/placed_schedule.hpp"
#include "weft/simulate/site_classes.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace weft::simulate {

class BetweenSites {
 public:
  BetweenSites(const PlacedSchedule& placed, const QuotientRules& rules);

  struct Resource {
    ResourceId id;
    std::uint64_t colour = 0;
  };
  const std::vector<Resource>& limiting() const { return limiting_; }
  std::optional<std::uint32_t> limiting(ResourceId id) const {
    const std::uint32_t at = index_[id.index() - first_];
    return at == kSpare ? std::nullopt : std::optional(at);
  }

  // By what the classes of lanes take of them; lane_of(traffic, lane) names the class.
  std::vector<ResourceClass> spare(
      const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& lane_of) const;

 private:
  static constexpr std::uint32_t kSpare = ~std::uint32_t{0};

  double fastest(std::uint32_t traffic, std::uint32_t lane);

  const PlacedSchedule& placed_;
  std::size_t first_ = 0;             // lowest id that is used
  std::vector<std::uint32_t> index_;  // [id - first_]: into limiting_, or kSpare
  std::vector<Resource> limiting_;
  std::vector<double> fastest_;  // [form], bytes per second; 0: not known yet
};

}  // namespace weft::simulate
