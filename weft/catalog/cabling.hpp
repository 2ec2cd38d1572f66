// Lays a planned network into a topology: switches in racks, cables of the length between them.
//
// A switch stands in the rack that is in the middle of what hangs below it, so that a leaf is among
// its servers. A cable within a rack, or between racks, has the length of the way along the rows
// and some spare; figures in weft/facts/data/halls.toml. Cables of one length share one link model.
#pragma once

#include "weft/facts/servers.hpp"
#include "weft/link/model.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/network/plan.hpp"

#include <array>
#include <string>
#include <vector>

namespace weft::catalog {

// [class of cables]
using CableLines = std::array<link::LinkModelPtr, topology::kCableClasses>;

// `km[site]` to the first site.
void add_network(topology::Builder& builder, topology::Network network, const CableLines& lines,
                 const topology::Layout& layout, const std::vector<double>& km);

// Racks that hold what power and height allow of a server; usual ones where it is not known (null).
topology::Layout usual_layout(const facts::Server* server);

// Of a switch whose model is not known, by the kind of its lines.
Seconds usual_switch_latency(const std::string& kind);

}  // namespace weft::catalog
