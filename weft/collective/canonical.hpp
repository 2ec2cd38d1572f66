// Numbers ranks by how they are connected, so that what is found from there on does not depend on
// how a file happens to number its GPUs.
//
// Ranks are told apart by the distances and bandwidths to all others, ever finer; where that leaves
// several alike, each is tried as the first of them and the numbering whose matrix is least wins.
// Ranks that can be swapped without a change are tried once. Source: McKay 1981, "Practical graph
// isomorphism", without its search for automorphisms: up to 16 ranks the numbering is canonical,
// beyond it is only as fine as the distances are.
// Errors: those of routing.
#pragma once

#include "weft/base/error.hpp"
#include "weft/route/router.hpp"
#include "weft/schedule/schedule.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace weft::collective {

// What distinguishes pairs: kinds[a][b], equal where a and b are joined alike.
using PairKinds = std::vector<std::vector<std::uint32_t>>;

// order[number] is a rank. `first` is told apart from all others, as a root is, and comes first.
std::vector<schedule::Rank> canonical_order(const PairKinds& kinds,
                                            std::optional<schedule::Rank> first);

// By distance and bandwidth between ranks.
Expected<PairKinds> pair_kinds(const route::Router& router, const std::vector<ComponentId>& ranks);

}  // namespace weft::collective
