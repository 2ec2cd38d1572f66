// Reduction in the network in closed form: what switches that add change of an all-reduce.
//
//   SHARP        each rank sends S and hears S: 2 α_nic + 2 L α_sw + S/B over L levels of switches;
//                a ring needs 2(n-1)/n S/B, so that the gain tends to 2
//   NVLS, pull   each GPU gives out its S and one part of n of the sum: S (1 + 1/n)
//   NVLS, push   each sends S and receives S
//   SwitchML     slots of one packet each cover the bandwidth-delay product
// Sources: Graham et al., "Scalable Hierarchical Aggregation Protocol", COMHPC 2016; Sapio et al.,
// "Scaling distributed machine learning with in-network aggregation", NSDI 2021; NCCL's NVLS.
#pragma once

#include "weft/base/units.hpp"

#include <cstdint>

namespace weft::collective {

Seconds sharp_all_reduce_time(std::uint32_t levels, Seconds nic, Seconds through_switch, Bytes size,
                              Bandwidth rate);
// Levels of a tree of switches with so many ports over so many hosts, as a fat tree has them.
std::uint32_t switch_levels(std::uint64_t hosts, std::uint32_t radix);

// Of a ring to in-network reduction, large sizes.
double in_network_gain(std::uint64_t ranks);

Bytes nvls_pull_bytes(Bytes size, std::uint64_t ranks);
Bytes nvls_push_bytes(Bytes size);
// Bus bandwidth, as nccl-tests counts it, at this rate of each GPU's links.
Bandwidth nvls_pull_busbw(Bandwidth links, std::uint64_t ranks);
Bandwidth nvls_push_busbw(Bandwidth links, std::uint64_t ranks);

// Packets in flight that fill a line.
std::uint64_t switch_slots(Bandwidth line, Seconds round_trip, Bytes payload);

}  // namespace weft::collective
