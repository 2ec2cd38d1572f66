// Spraying: over all shortest ways alike, or over so many hashed ones.
#include "weft/route/policy/path_policy.hpp"

#include <algorithm>
#include <utility>

namespace weft::route {
namespace {

// Ways that meet share a cable: the same cable of the same hop is named once.
void join_alike(std::vector<CableUse>& uses, std::size_t first) {
  const auto begin = uses.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(begin, uses.end(), [](const CableUse& a, const CableUse& b) {
    return std::tuple(a.hop, a.cable, a.down) < std::tuple(b.hop, b.cable, b.down);
  });
  std::size_t last = first;
  for (std::size_t i = first + 1; i < uses.size(); ++i) {
    CableUse& into = uses[last];
    if (into.hop == uses[i].hop && into.cable == uses[i].cable && into.down == uses[i].down)
      into.share += uses[i].share;
    else
      uses[++last] = uses[i];
  }
  if (uses.size() > first) uses.resize(last + 1);
}

void add_some_ways(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses) {
  const std::size_t first = uses.size();
  const std::uint64_t entropy = entropy_of(request);
  for (std::uint32_t way = 0; way < request.routing.ways; ++way) {
    const std::uint64_t own = mixed(entropy ^ mixed(~std::uint64_t{way} << 1U));
    add_one_way(steps, request.from, request.to, 1.0 / request.routing.ways, uses,
                [&](Node at, std::uint32_t count) {
                  return static_cast<std::uint32_t>(mixed(own ^ at) % count);
                });
  }
  join_alike(uses, first);
}

}  // namespace

// Hop by hop: what part of the flow has come to which nodes.
void add_all_ways(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses) {
  if (request.routing.ways > 0) return add_some_ways(steps, request, uses);
  std::vector<std::pair<Node, double>> here = {{request.from, 1.0}};
  std::vector<std::pair<Node, double>> there;
  for (std::uint16_t hop = 0; here.front().first != request.to; ++hop) {
    there.clear();
    for (const auto& [node, share] : here) {
      const std::uint32_t count = steps.count(node, request.to);
      for (std::uint32_t i = 0; i < count; ++i) {
        const topology::Step step = steps.step(node, request.to, i);
        uses.push_back({step.cable, step.down, hop, share / count});
        there.emplace_back(step.to, share / count);
      }
    }
    if (there.empty()) return;
    std::stable_sort(there.begin(), there.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    here.clear();
    for (const auto& [node, share] : there) {
      if (here.empty() || here.back().first != node) here.emplace_back(node, 0.0);
      here.back().second += share;
    }
  }
}

}  // namespace weft::route
