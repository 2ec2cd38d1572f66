// Which ranks are close to each other: groups at every distance, one inside the other.
//
// Ranks are in one group of a distance where a chain of ranks no further apart joins them: servers
// on a network, sockets or PCIe switches or NVLink islands in a server. Found from the wiring and
// not from rank numbers.
#pragma once

#include "weft/route/router.hpp"
#include "weft/schedule/schedule.hpp"

#include <vector>

namespace weft::collective {

struct LocalityLevel {
  route::Distance distance{};        // within a group
  std::vector<std::uint32_t> group;  // [rank]
  std::size_t groups = 0;
  schedule::Rank size = 0;  // of each group; 0 where they differ
};

struct Locality {
  // From the inside out; only levels that have several groups of several ranks.
  std::vector<LocalityLevel> levels;
  // All ranks, those of a group beside each other at every level.
  std::vector<schedule::Rank> order;
};

// ranks[r] is the component of rank r.
Locality find_locality(const route::Router& router, const std::vector<ComponentId>& ranks);

}  // namespace weft::collective
