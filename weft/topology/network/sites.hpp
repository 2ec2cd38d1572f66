// Equal sites, each with a network of its own and a gateway, and long cables between the gateways
// of the first site and every other.
//
// A site's plan has some more endpoints than servers fill: the gateway's ports, at the end. Traffic
// to another site leaves at the port that the destination's number gives, so that rails stay rails.
#pragma once

#include "weft/topology/network/plan.hpp"

namespace weft::topology {

struct SitesShape {
  PlanPtr site;
  std::uint32_t endpoints = 0;  // of servers, in each site
  std::uint32_t sites = 2;
  std::uint32_t links = 1;  // long cables to each further site; the plan has at least as many ports
};

PlanPtr sites(const SitesShape& shape);

}  // namespace weft::topology
