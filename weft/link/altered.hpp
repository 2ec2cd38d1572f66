// A link as another one is, but longer or slower: a cable of some length, a link with a fault.
//
// Payload costs what it costs on the original; only latency and capacity differ.
#pragma once

#include "weft/link/model.hpp"

namespace weft::link {

// Its latency is that of `line` and the time that light takes in the cable (classes.toml).
LinkModelPtr cable(const LinkModelPtr& line, double metres);

// At a part of its rate, above 0 and at most 1. `why` is said in the waterfall.
LinkModelPtr degraded(const LinkModelPtr& link, double part, const std::string& why);

}  // namespace weft::link
