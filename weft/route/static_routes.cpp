#include "weft/route/static_routes.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace weft::route {
namespace {

using topology::ComponentKind;
using topology::LinkState;

constexpr std::uint16_t kUnreached = std::numeric_limits<std::uint16_t>::max();

bool is_adapter(ComponentKind kind) {
  return kind == ComponentKind::nic || kind == ComponentKind::port;
}

bool is_up(const Topology& topology, LinkId id) {
  return topology.link(id).state == LinkState::up &&
         topology.link(Topology::opposite(id)).state == LinkState::up;
}

// From an endpoint through its own adapters to a switch, or to another endpoint without a switch.
struct Access {
  std::vector<LinkId> links;
  ComponentId end;
};

std::vector<Access> accesses(const Topology& topology, ComponentId from, ComponentId other) {
  std::vector<Access> open = {{{}, from}};
  std::vector<Access> found;
  std::vector<ComponentId> seen = {from};
  for (std::size_t i = 0; i < open.size(); ++i)
    for (const LinkId leaving : topology.links_of(open[i].end)) {
      const ComponentId to = topology.link(leaving).to;
      const bool is_end = to == other || topology::is_network_switch(topology.kind(to));
      if (!is_up(topology, leaving) || (!is_end && !is_adapter(topology.kind(to)))) continue;
      if (!is_end && std::ranges::find(seen, to) != seen.end()) continue;
      Access longer{open[i].links, to};
      longer.links.push_back(leaving);
      if (is_end) {
        found.push_back(std::move(longer));
      } else {
        seen.push_back(to);
        open.push_back(std::move(longer));
      }
    }
  return found;
}

}  // namespace

const SwitchGraph& StaticRoutes::graph() const {
  std::call_once(is_built_, [&] { graph_ = std::make_unique<const SwitchGraph>(topology_); });
  return *graph_;
}

std::shared_ptr<const StaticRoutes::Distances> StaticRoutes::distances_to(Switch to) const {
  constexpr std::size_t kMostKept = std::size_t{1} << 25U;  // numbers of two bytes
  const std::lock_guard lock(mutex_);
  if (const auto known = distances_.find(to); known != distances_.end()) return known->second;
  if ((distances_.size() + 1) * graph().size() > kMostKept) distances_.clear();
  auto left = std::make_shared<Distances>(graph().size(), kUnreached);
  std::vector<Switch> open = {to};
  (*left)[to] = 0;
  for (std::size_t i = 0; i < open.size(); ++i)
    for (const SwitchCable& cable : graph().cables(open[i])) {
      std::uint16_t& known = (*left)[cable.to];
      if (known != kUnreached) continue;
      known = static_cast<std::uint16_t>((*left)[open[i]] + 1);
      open.push_back(cable.to);
    }
  return distances_.emplace(to, std::move(left)).first->second;
}

// Which cable up a place has; null at the top.
const SwitchCable* StaticRoutes::up(Switch at, std::uint32_t place) const {
  const auto& cables = graph().up(at);
  return cables.empty() ? nullptr : &cables[place / graph().stride(at) % cables.size()];
}

// The cables that the traffic of a place takes to the top.
std::vector<LinkId> StaticRoutes::climb(Switch from, std::uint32_t place) const {
  std::vector<LinkId> way;
  while (const SwitchCable* cable = up(from, place)) {
    way.push_back(cable->out);
    from = cable->to;
  }
  return way;
}

LinkId StaticRoutes::next(Switch at, const Distances& left, std::uint32_t place,
                          const std::vector<LinkId>& own_way_up) const {
  std::vector<SwitchCable> nearer;
  for (const SwitchCable& cable : graph().cables(at))
    if (left[cable.to] + 1 == left[at]) nearer.push_back(cable);
  if (nearer.size() == 1) return nearer.front().out;
  const auto leads_up = [&](const SwitchCable& cable) {
    return graph().tier(cable.to) > graph().tier(at);
  };
  if (std::ranges::all_of(nearer, leads_up))
    return nearer[place / graph().stride(at) % nearer.size()].out;
  for (const SwitchCable& cable : nearer)
    if (std::ranges::find(own_way_up, Topology::opposite(cable.out)) != own_way_up.end())
      return cable.out;
  for (const SwitchCable& cable : nearer)
    if (const auto* back = up(cable.to, place); back && back->out == Topology::opposite(cable.out))
      return cable.out;
  return nearer[place % nearer.size()].out;
}

std::vector<LinkId> StaticRoutes::way(ComponentId from, ComponentId to) const {
  if (from == to || topology_.server_count() > 0) return {};
  const std::vector<Access> out = accesses(topology_, from, to);
  for (const Access& direct : out)
    if (direct.end == to) return direct.links;
  const std::vector<Access> in = accesses(topology_, to, from);
  std::vector<std::pair<const Access*, const Access*>> nearest;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const Access& last : in) {
    const auto left = distances_to(graph().number(last.end));
    for (const Access& first : out) {
      const std::uint16_t between = (*left)[graph().number(first.end)];
      if (between == kUnreached) continue;
      const std::size_t length = first.links.size() + between + last.links.size();
      if (length < least) nearest.clear();
      if (length <= least) nearest.emplace_back(&first, &last);
      least = std::min(least, length);
    }
  }
  if (nearest.empty()) return {};
  const std::size_t pair = std::size_t{topology_.ordinal(from)} + topology_.ordinal(to);
  const auto& [first, last] = nearest[pair % nearest.size()];

  std::vector<LinkId> way = first->links;
  const Switch target = graph().number(last->end);
  const auto left = distances_to(target);
  const std::uint32_t place = graph().place(last->links.back());
  const std::vector<LinkId> own_way_up = climb(target, place);
  for (Switch at = graph().number(first->end); at != target;) {
    way.push_back(next(at, *left, place, own_way_up));
    at = graph().number(topology_.link(way.back()).to);
  }
  for (auto link = last->links.rbegin(); link != last->links.rend(); ++link)
    way.push_back(Topology::opposite(*link));
  return way;
}

}  // namespace weft::route
