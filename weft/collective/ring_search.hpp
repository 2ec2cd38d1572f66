// Finds the orders in which rings visit the ranks: as many edge-disjoint rings as the wiring
// allows, found from the wiring and not from rank numbers.
//
// Three kinds of wiring are tried and the fastest wins:
//  - switched: all ranks meet in NVSwitches, one ring per link of a rank. Any order is as good
//  where
//    the switches are the same for all.
//  - direct: GPU-to-GPU links. Each ring takes one link per rank; rings are edge-disjoint
//    Hamiltonian cycles of the multigraph, each used in one direction.
//  - mixed: whatever paths routing gives, e.g. PCIe only or islands of NVLink. One ring, in the
//    order that leaves the fullest link, switch or memory least full.
// Source: NCCL and RCCL search channels likewise (src/graph/search.cc); Tillson 1980: the complete
// digraph on n nodes decomposes into n-1 Hamiltonian cycles except for n = 4, 6.
// Errors: those of routing between ranks; RANKS_TOO_FEW.
#pragma once

#include "weft/base/error.hpp"
#include "weft/route/router.hpp"
#include "weft/schedule/schedule.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::collective {

struct RingPlan {
  std::vector<std::vector<schedule::Rank>> orders;  // [channel]: a permutation of the ranks
  Bandwidth rate{0};   // payload of all rings together through each rank, one direction
  std::string wiring;  // "switched", "direct" or "mixed"
};

// ranks[r] is the component of rank r.
Expected<RingPlan> find_rings(const route::Router& router, const std::vector<ComponentId>& ranks);

// What rings of equal share reach together: the resource that fills first decides.
Expected<Bandwidth> ring_rate(const route::Router& router, const std::vector<ComponentId>& ranks,
                              const std::vector<std::vector<schedule::Rank>>& orders);

}  // namespace weft::collective
