// Static routing in networks that were read from files: one shortest way to each destination, and
// equal ones shared out as a subnet manager does.
//
// Where several cables begin a shortest way up, a switch takes number (place / stride) mod n for
// the destination's place (switch_graph.hpp). Wherever it comes from, traffic for a destination
// then meets at one switch of each tier: D-mod-k on a fat tree, one flow a cable for every shift
// permutation where the tree has the cables. Down again it takes, of several cables, the one that
// the destination's own traffic would take up; where there is no up and down, place mod n.
// Between hosts with several NICs, the nearest pairs of them by the numbers of the hosts.
// Source: E. Zahavi, "D-Mod-K routing providing non-blocking traffic for shift permutations on real
// life fat trees", 2010. Threads: may be shared; the topology must outlive it.
#pragma once

#include "weft/route/switch_graph.hpp"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace weft::route {

class StaticRoutes {
 public:
  explicit StaticRoutes(const Topology& topology) : topology_(topology) {}

  // The links between two endpoints (hosts, NICs, ports), first to last; empty where there is no
  // way or both are one, and in clusters, whose networks have plans.
  std::vector<LinkId> way(ComponentId from, ComponentId to) const;

 private:
  using Distances = std::vector<std::uint16_t>;  // [switch], in cables

  const SwitchGraph& graph() const;
  std::shared_ptr<const Distances> distances_to(Switch to) const;
  const SwitchCable* up(Switch at, std::uint32_t place) const;
  std::vector<LinkId> climb(Switch from, std::uint32_t place) const;
  LinkId next(Switch at, const Distances& left, std::uint32_t place,
              const std::vector<LinkId>& own_way_up) const;

  const Topology& topology_;
  // Found when the first way is asked for, since most routers are for single servers.
  mutable std::once_flag is_built_;
  mutable std::unique_ptr<const SwitchGraph> graph_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<Switch, std::shared_ptr<const Distances>> distances_;
};

}  // namespace weft::route
