#include "weft/simulate/flow_set.hpp"

#include <algorithm>

namespace weft::simulate {

void FlowSet::reserve(std::size_t flows, std::size_t uses) {
  offset_.reserve(flows + 1);
  uses_.reserve(uses);
}

std::size_t FlowSet::add(std::span<const route::Use> uses) {
  for (const route::Use& use : uses) {
    std::uint32_t& dense = dense_[use.resource.index()];
    if (dense == kUnused) {
      dense = static_cast<std::uint32_t>(resource_.size());
      resource_.push_back(use.resource);
      capacity_.push_back(topology_->capacity(use.resource));
    }
    uses_.push_back({dense, use.weight});
  }
  offset_.push_back(static_cast<std::uint32_t>(uses_.size()));
  return size() - 1;
}

bool FlowSet::same_uses(const FlowSet& other) const {
  return offset_ == other.offset_ && resource_ == other.resource_ &&
         std::equal(uses_.begin(), uses_.end(), other.uses_.begin(), other.uses_.end(),
                    [](const FlowUse& a, const FlowUse& b) {
                      return a.resource == b.resource && a.weight == b.weight;
                    });
}

}  // namespace weft::simulate
