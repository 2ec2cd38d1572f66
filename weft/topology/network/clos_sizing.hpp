// How many switches a tree needs: from endpoints, radix and oversubscription to a ClosShape.
//
// Fewest tiers that fit (k²/2, k³/4, k⁴/8 endpoints at radix k without oversubscription), then
// fewest switches a tier; blocks of a tier are as equal as can be, and rails keep to blocks of
// their own where they fill them. What is stated (leaves, spines, cores, ports) goes before what is
// computed. Errors: NETWORK_TOO_SMALL with what would fit, NETWORK_INVALID.
#pragma once

#include "weft/base/error.hpp"
#include "weft/topology/network/clos.hpp"

#include <vector>

namespace weft::topology {

struct ClosRequest {
  std::uint32_t endpoints = 0;
  std::uint32_t radix = 0;
  unsigned tiers = 0;                      // 0: as few as fit
  bool may_add_tiers = true;               // a hint may say so
  std::vector<double> oversubscription{};  // down : up capacity by tier; 1 where not stated
  EndpointOrder order{};
  double up_rate = 1;      // of a cable between switches, in units of an endpoint's
  std::uint32_t down = 0;  // ports of a leaf; 0: from radix and oversubscription
  std::uint32_t up = 0;
  std::uint32_t leaves = 0;  // in all; 0: as few as fit
  std::uint32_t spines = 0;
  std::uint32_t cores = 0;
};

Expected<ClosShape> size_clos(const ClosRequest& request);

// A classic tree: access switches below pairs of aggregation switches below a pair of cores, or
// more cores where two have too few ports.
Expected<ClosShape> size_three_tier(const ClosRequest& request);

}  // namespace weft::topology
