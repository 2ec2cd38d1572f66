// Networks of bare hosts in one line: `fat-tree:k=16`, `torus:dims=8x8x8,rate=50GB/s`.
//
// The kind of a cluster file's [network], and its numbers, lists as 4x4x4. Beside them:
// `endpoints` (else as many as the network is made for), `rails` (endpoints of a server, for kinds
// that ask), `rate` of every cable (12.5GB/s), `switch_rate` of those between switches, whose
// number it does not change, `latency` of a cable with the switch behind it (0) and `routing`.
// Rates are what payload gets: no framing.
// Errors: NETWORK_TEXT (what cannot be read), NETWORK_KIND, NETWORK_INVALID, NETWORK_TOO_SMALL.
#pragma once

#include "weft/base/error.hpp"
#include "weft/topology/graph.hpp"

#include <string>
#include <string_view>

namespace weft::catalog {

// Whether the text is meant so: a word and a colon, and no path.
bool is_plain_network(std::string_view text);

Expected<topology::Topology> build_plain_network(const std::string& text);

}  // namespace weft::catalog
