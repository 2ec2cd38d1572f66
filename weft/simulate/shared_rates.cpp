#include "weft/simulate/shared_rates.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace weft::simulate {
namespace {

// Rounding of weights and capacities that say the same, relative.
constexpr double kSame = 1e-12;

struct Member {
  std::uint32_t flow = 0;
  double part = 0;  // of the capacity, for each byte a second
};
using Members = std::vector<Member>;

std::vector<Members> members_of(const FlowSet& flows) {
  std::vector<Members> members(flows.resource_count());
  for (std::uint32_t flow = 0; flow < flows.size(); ++flow)
    for (const FlowUse& use : flows.uses(flow))
      members[use.resource].push_back({flow, use.weight / flows.capacity(use.resource).value()});
  return members;
}

bool takes_no_more(const Members& a, const Members& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].part > b[i].part * (1 + kSame)) return false;
  return true;
}

// Links that stripe the same messages fill up together: one of those that have the same flows, and
// are no less full than the others, limits for all of them.
std::vector<bool> needed(const FlowSet& flows) {
  const std::vector<Members> members = members_of(flows);
  std::vector<bool> is_needed(members.size(), true);
  std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> with_flows;
  std::vector<std::uint32_t> who;
  for (std::size_t r = 0; r < members.size(); ++r) {
    who.clear();
    for (const Member& member : members[r]) who.push_back(member.flow);
    auto& rivals = with_flows[who];
    for (const std::size_t rival : rivals) {
      if (takes_no_more(members[r], members[rival])) is_needed[r] = false;
      if (!is_needed[r]) break;
      if (takes_no_more(members[rival], members[r])) is_needed[rival] = false;
    }
    std::erase_if(rivals, [&](std::size_t rival) { return !is_needed[rival]; });
    if (is_needed[r]) rivals.push_back(r);
  }
  return is_needed;
}

}  // namespace

SharedRates::SharedRates(const FlowSet& flows) {
  const std::vector<bool> is_needed = needed(flows);
  auto paths = std::make_unique<FlowPaths>();
  std::vector<FlowUse> path;
  for (std::size_t flow = 0; flow < flows.size(); ++flow) {
    path.clear();
    for (const FlowUse& use : flows.uses(flow))
      if (is_needed[use.resource]) path.push_back(use);
    paths->add(path);
  }
  std::vector<double> capacity;
  for (std::size_t r = 0; r < flows.resource_count(); ++r)
    capacity.push_back(flows.capacity(r).value());
  solver_ = std::make_unique<LevelSolver>(*paths, std::move(capacity));
  paths_ = std::move(paths);
}

}  // namespace weft::simulate
