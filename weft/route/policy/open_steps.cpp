#include "weft/route/policy/open_steps.hpp"

#include <algorithm>

namespace weft::route {

using topology::Step;

const std::vector<Step>& OpenSteps::open(Node at, Node to) {
  if (to != to_) {
    to_ = to;
    at_ = ~Node{0};
    reaches_.clear();
  }
  if (at == at_) return open_;
  at_ = at;
  open_ = up_steps(at);
  std::erase_if(open_, [&](const Step& step) { return !reaches(step.to); });
  return open_;
}

std::vector<Step> OpenSteps::up_steps(Node at) const {
  std::vector<Step> steps;
  network_->plan->next(at, to_, steps);
  std::erase_if(steps, [&](const Step& step) {
    return topology_->link(network_->link(step.cable, step.down)).state != topology::LinkState::up;
  });
  return steps;
}

bool OpenSteps::reaches(Node at) {
  if (at == to_) return true;
  if (const auto known = reaches_.find(at); known != reaches_.end()) return known->second;
  const std::vector<Step> steps = up_steps(at);
  const bool found = std::ranges::any_of(steps, [&](const Step& s) { return reaches(s.to); });
  return reaches_[at] = found;
}

}  // namespace weft::route
