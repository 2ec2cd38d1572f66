#include "weft/simulate/flow_set.hpp"

namespace weft::simulate {

void FlowSet::reserve(std::size_t flows, std::size_t uses) {
  offset_.reserve(flows + 1);
  uses_.reserve(uses);
}

void FlowSet::use(ResourceId resource, double weight, Bandwidth capacity) {
  const auto [dense, is_new] =
      dense_.try_emplace(resource, static_cast<std::uint32_t>(resource_.size()));
  if (is_new) {
    resource_.push_back(resource);
    capacity_.push_back(capacity);
  }
  uses_.push_back({dense->second, weight});
}

std::size_t FlowSet::add(std::span<const route::Use> uses) {
  for (const route::Use& u : uses) use(u.resource, u.weight, topology_->capacity(u.resource));
  offset_.push_back(static_cast<std::uint32_t>(uses_.size()));
  return size() - 1;
}

std::size_t FlowSet::add(const FlowSet& other, std::size_t flow) {
  for (const FlowUse& u : other.uses(flow))
    use(other.resource(u.resource), u.weight, other.capacity(u.resource));
  offset_.push_back(static_cast<std::uint32_t>(uses_.size()));
  return size() - 1;
}

void FlowSet::scale(std::string_view kind, double factor) {
  for (std::size_t r = 0; r < resource_.size(); ++r)
    if (topology_->kind_of(resource_[r]) == kind) capacity_[r] = capacity_[r] * factor;
}

}  // namespace weft::simulate
