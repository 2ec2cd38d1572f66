#include "weft/route/switch_graph.hpp"

#include "weft/base/natural_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

namespace weft::route {
namespace {

using topology::ComponentKind;
using topology::LinkState;

constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();

std::string name_of(const Topology& topology, ComponentId id) {
  const std::string_view own = topology.attributes(id).get("name");
  return own.empty() ? topology.name(id) : std::string(own);
}

// "node7 mlx5_0": an adapter goes by its host first.
std::string end_name(const Topology& topology, ComponentId id) {
  for (const LinkId link : topology.links_of(id)) {
    const ComponentId above = topology.link(link).to;
    const ComponentKind kind = topology.kind(above);
    if (kind == ComponentKind::host ||
        (kind == ComponentKind::nic && topology.kind(id) == ComponentKind::port))
      return end_name(topology, above) + " " + name_of(topology, id);
  }
  return name_of(topology, id);
}

// Switches that are joined, as the smallest number among them.
class Blocks {
 public:
  explicit Blocks(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  Switch of(Switch at) {
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return at;
  }
  void join(Switch a, Switch b) {
    a = of(a);
    b = of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<Switch> parent_;
};

}  // namespace

SwitchGraph::SwitchGraph(const Topology& topology)
    : number_(topology.component_count(), kNoSwitch) {
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k) {
    const auto kind = static_cast<ComponentKind>(k);
    if (!topology::is_network_switch(kind)) continue;
    for (const ComponentId id : topology.all(kind)) {
      number_[id.index()] = static_cast<Switch>(id_.size());
      id_.push_back(id);
    }
  }
  find_cables(topology);
  find_tiers();
  order_cables(topology);
  number_places();
  find_strides();
}

void SwitchGraph::find_cables(const Topology& topology) {
  cables_.resize(id_.size());
  ends_.resize(id_.size());
  place_.assign(topology.link_count() / 2, 0);
  for (Switch s = 0; s < id_.size(); ++s)
    for (const LinkId out : topology.links_of(id_[s])) {
      const topology::Link link = topology.link(out);
      if (link.state != LinkState::up ||
          topology.link(Topology::opposite(out)).state != LinkState::up)
        continue;
      const Switch to = number(link.to);
      if (to != kNoSwitch)
        cables_[s].push_back({out, to});
      else
        ends_[s].push_back({out, end_name(topology, link.to)});
    }
}

void SwitchGraph::find_tiers() {
  tier_.assign(size(), kUnreached);
  std::vector<Switch> open;
  for (Switch s = 0; s < size(); ++s)
    if (!ends_[s].empty()) {
      tier_[s] = 1;
      open.push_back(s);
    }
  for (std::size_t i = 0; i < open.size(); ++i) {
    top_ = tier_[open[i]];
    for (const SwitchCable& cable : cables_[open[i]])
      if (tier_[cable.to] == kUnreached) {
        tier_[cable.to] = top_ + 1;
        open.push_back(cable.to);
      }
  }
}

// From the top down: by the switches above, then by name.
void SwitchGraph::order_cables(const Topology& topology) {
  std::vector<std::string> name(size());
  for (Switch s = 0; s < size(); ++s) name[s] = name_of(topology, id_[s]);
  std::vector<std::vector<Switch>> on_tier(top_ + 1);
  for (Switch s = 0; s < size(); ++s)
    if (tier_[s] != kUnreached) on_tier[tier_[s]].push_back(s);
  std::vector<std::uint32_t> rank(size(), 0);
  std::uint32_t next = 0;
  for (std::uint32_t tier = top_; tier > 0; --tier) {
    std::unordered_map<Switch, std::vector<std::uint32_t>> above;
    for (const Switch s : on_tier[tier]) {
      for (const SwitchCable& cable : cables_[s])
        if (tier_[cable.to] == tier + 1) above[s].push_back(rank[cable.to]);
      std::ranges::sort(above[s]);
    }
    std::ranges::sort(on_tier[tier], [&](Switch a, Switch b) {
      if (above.at(a) != above.at(b)) return above.at(a) < above.at(b);
      if (name[a] != name[b]) return natural_less(name[a], name[b]);
      return a < b;
    });
    for (const Switch s : on_tier[tier]) rank[s] = next++;
  }
  up_.resize(size());
  for (Switch s = 0; s < size(); ++s) {
    std::ranges::sort(cables_[s], [&](const SwitchCable& a, const SwitchCable& b) {
      return std::pair{rank[a.to], a.out.value} < std::pair{rank[b.to], b.out.value};
    });
    for (const SwitchCable& cable : cables_[s])
      if (tier_[cable.to] > tier_[s] && tier_[cable.to] != kUnreached) up_[s].push_back(cable);
  }
}

void SwitchGraph::number_places() {
  const auto before = [](const End& a, const End& b) {
    if (a.name != b.name) return natural_less(a.name, b.name);
    return a.down.value < b.down.value;
  };
  std::vector<Switch> leaves;
  for (Switch s = 0; s < size(); ++s) {
    if (ends_[s].empty()) continue;
    std::ranges::sort(ends_[s], before);
    leaves.push_back(s);
  }
  std::ranges::sort(leaves,
                    [&](Switch a, Switch b) { return before(ends_[a].front(), ends_[b].front()); });
  std::vector<std::uint32_t> first(size(), kUnreached);  // place of a leaf in that order
  for (std::uint32_t i = 0; i < leaves.size(); ++i) first[leaves[i]] = i;
  // Tier by tier, what is joined by the tiers up to it comes to lie together.
  Blocks blocks(size());
  for (std::uint32_t tier = 1; tier < top_; ++tier) {
    for (Switch s = 0; s < size(); ++s)
      for (const SwitchCable& cable : cables_[s])
        if (std::max(tier_[s], tier_[cable.to]) == tier) blocks.join(s, cable.to);
    std::vector<std::uint32_t> least(size(), kUnreached);
    for (const Switch s : leaves) {
      std::uint32_t& block = least[blocks.of(s)];
      block = std::min(block, first[s]);
    }
    std::ranges::stable_sort(leaves, {}, [&](Switch s) {
      return std::pair{least[blocks.of(s)], first[s]};
    });
    for (std::uint32_t i = 0; i < leaves.size(); ++i) first[leaves[i]] = i;
  }
  std::uint32_t place = 0;
  for (const Switch s : leaves)
    for (const End& end : ends_[s]) place_[end.down.index() / 2] = place++;
  ends_.clear();
}

void SwitchGraph::find_strides() {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31U;  // more places than there are
  stride_.assign(size(), 1);
  std::vector<Switch> order(size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](Switch s) { return tier_[s]; });
  for (const Switch s : order)
    for (const SwitchCable& cable : up_[s])
      stride_[cable.to] = std::max(stride_[cable.to], std::min(kMost, stride_[s] * up_[s].size()));
}

}  // namespace weft::route
