// What no algorithm can beat in the α-β model, and what a wiring alone decides on clusters.
//
// The bounds hold where endpoints have one full-duplex port and do the adding; reduction in
// switches (NVLS, SHARP) is below them. S as collective_kind.hpp counts it.
// Sources: Chan et al., "Collective communication: theory, practice, and experience", 2007;
//   Patarasu and Yuan 2009 for all_reduce.
#pragma once

#include "weft/collective/cost_model.hpp"
#include "weft/schedule/schedule.hpp"

#include <span>

namespace weft::collective {

// Messages in a row, for ranks that send and receive one at a time: who knows doubles each step.
std::uint64_t least_steps(schedule::Collective collective, schedule::Rank ranks);
// Bytes that the busiest port must take in or give out.
Bytes least_bytes(schedule::Collective collective, schedule::Rank ranks, Bytes size);

// `nodes` servers of `per_node` ranks, each rank with a NIC of its own.
struct Cluster {
  schedule::Rank nodes = 1;
  schedule::Rank per_node = 1;
};

// Part of a rank's peers that are on other nodes.
double internode_fraction(const Cluster& cluster);
// Bytes through a NIC: of an all-reduce as one ring per NIC, and by way of reduce-scatter inside.
Bytes flat_ring_nic_bytes(const Cluster& cluster, Bytes size);
Bytes hierarchical_nic_bytes(const Cluster& cluster, Bytes size);
// All-to-all of `each` bytes a pair, gathered by destination rail inside the node (NCCL's PXN):
// the slower of NICs and NVLink, which work at the same time.
Seconds rail_all_to_all_time(const Cluster& cluster, Bytes each, Bandwidth nic, Bandwidth inside);

// How often a ring in this order goes from one group (server, pod) to another.
std::size_t crossings(std::span<const schedule::Rank> order,
                      std::span<const std::uint32_t> group_of_rank);

}  // namespace weft::collective
