#include "weft/simulate/shared_rates.hpp"

namespace weft::simulate {

SharedRates::SharedRates(const FlowSet& flows)
    : flows_(&flows),
      solver_(flows),
      active_on_(flows.resource_count()),
      is_changed_(flows.resource_count(), false),
      reached_(flows.resource_count(), false),
      gathered_(flows.size(), false) {
  allocation_.rates.assign(flows.size(), 0.0);
  allocation_.bottleneck.assign(flows.size(), Allocation::kNone);
  std::uint32_t uses = 0;
  for (std::size_t f = 0; f < flows.size(); ++f) {
    first_use_.push_back(uses);
    uses += static_cast<std::uint32_t>(flows.uses(f).size());
  }
  place_.assign(uses, 0);
}

void SharedRates::change(std::uint32_t resource) {
  if (is_changed_[resource]) return;
  is_changed_[resource] = true;
  changed_.push_back(resource);
}

void SharedRates::start(std::uint32_t flow) {
  const auto uses = flows_->uses(flow);
  for (std::uint32_t k = 0; k < uses.size(); ++k) {
    auto& members = active_on_[uses[k].resource];
    place_[first_use_[flow] + k] = static_cast<std::uint32_t>(members.size());
    members.push_back({flow, k});
    change(uses[k].resource);
  }
}

void SharedRates::stop(std::uint32_t flow) {
  const auto uses = flows_->uses(flow);
  for (std::uint32_t k = 0; k < uses.size(); ++k) {
    auto& members = active_on_[uses[k].resource];
    const std::uint32_t place = place_[first_use_[flow] + k];
    members[place] = members.back();
    place_[first_use_[members[place].flow] + members[place].use] = place;
    members.pop_back();
    change(uses[k].resource);
  }
}

std::span<const std::uint32_t> SharedRates::update() {
  solved_.clear();
  for (const std::uint32_t resource : changed_) {
    is_changed_[resource] = false;
    if (reached_[resource]) continue;
    component_.clear();
    gather(resource);
    solver_.solve(component_, allocation_);
    solved_.insert(solved_.end(), component_.begin(), component_.end());
  }
  changed_.clear();
  for (const std::uint32_t resource : reached_list_) reached_[resource] = false;
  reached_list_.clear();
  for (const std::uint32_t flow : solved_) gathered_[flow] = false;
  return solved_;
}

// All active flows that are joined to a resource.
void SharedRates::gather(std::uint32_t resource) {
  std::size_t next = reached_list_.size();
  reached_[resource] = true;
  reached_list_.push_back(resource);
  for (; next < reached_list_.size(); ++next)
    for (const Member& member : active_on_[reached_list_[next]]) {
      if (gathered_[member.flow]) continue;
      gathered_[member.flow] = true;
      component_.push_back(member.flow);
      for (const FlowUse& use : flows_->uses(member.flow)) {
        if (reached_[use.resource]) continue;
        reached_[use.resource] = true;
        reached_list_.push_back(use.resource);
      }
    }
}

}  // namespace weft::simulate
