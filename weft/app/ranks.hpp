// Which components of a topology take part in a collective: its GPUs, or the hosts of a network.
// Errors: NO_GPUS, RANKS_TOO_FEW, RANKS_TOO_MANY, ROOT_INVALID.
#pragma once

#include "weft/base/error.hpp"
#include "weft/topology/graph.hpp"

#include <optional>
#include <vector>

namespace weft::app {

// ranks[r] is the component of rank r; the first `wanted`, or all.
Expected<std::vector<ComponentId>> ranks_of(const topology::Topology& topology,
                                            std::optional<unsigned> wanted, unsigned root);

// RANKS_TOO_FEW for what was asked for.
tl::unexpected<Error> too_few_ranks(unsigned wanted);

}  // namespace weft::app
