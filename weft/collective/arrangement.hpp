// Where an algorithm's ranks stand on a machine: the orders of its channels, found in the wiring.
//
//  - along a ring: the rings that find_rings() finds, turned so that the root is in its place
//  - where all ranks meet in switches: any order is as good; as many channels as rings there
//  - with levels: ranks of a node beside each other, nodes and pods as locality.hpp finds them
//  - else: one channel, in the order whose messages are least in each other's way
//  (order_search.hpp)
// Channels with the same order do the same at the same time, so that one stands for all of them.
// Errors: ALGORITHM_UNFIT where the wiring or the groups of ranks do not fit; those of routing.
#pragma once

#include "weft/collective/algorithm.hpp"
#include "weft/collective/locality.hpp"
#include "weft/collective/ring_search.hpp"

#include <optional>
#include <string>
#include <vector>

namespace weft::collective {

// What is found once, for every algorithm. The router must outlive it.
struct Wiring {
  const route::Router* router = nullptr;
  // Numbered by how they are connected (canonical.hpp); rank 0 is the root, where there is one.
  std::vector<ComponentId> ranks;
  RingPlan rings;
  Locality locality;
};
// `root`: an index into `ranks`; nothing where the collective has none.
Expected<Wiring> find_wiring(const route::Router& router, const std::vector<ComponentId>& ranks,
                             std::optional<Rank> root);

struct Arrangement {
  Shape shape;                            // channels: those of the schedule
  std::vector<std::vector<Rank>> orders;  // [channel of the schedule]
  std::uint32_t channels = 1;             // of the library
  std::string how;                        // "18 rings over switched wiring"
};
Expected<Arrangement> arrange(const Wiring& wiring, const Algorithm& algorithm,
                              Collective collective);

}  // namespace weft::collective
