// Networks beside each other that share no switch: rails, planes, the switches of a superpod.
//
// Either every endpoint is in one plane (rail-only: NIC r of each server in plane r; dual-plane:
// port p of each NIC in plane p), endpoint e being e / planes of plane e % planes, and there is no
// way between planes but through a server. Or every endpoint has a cable to each plane (superpod:
// each NVLink of a GPU goes to another switch).
#pragma once

#include "weft/topology/network/plan.hpp"

namespace weft::topology {

PlanPtr separate_planes(PlanPtr plane, std::uint32_t planes);
PlanPtr shared_planes(PlanPtr plane, std::uint32_t planes);

}  // namespace weft::topology
