#include "weft/collective/bounds.hpp"

#include <algorithm>

namespace weft::collective {

using schedule::Collective;
using schedule::Rank;

std::uint64_t least_steps(Collective collective, Rank ranks) {
  return collective == Collective::send_recv ? 1 : ceil_log2(ranks);
}

Bytes least_bytes(Collective collective, Rank ranks, Bytes size) {
  const double n = ranks;
  switch (collective) {
    case Collective::all_reduce:
      return size * (2 * (n - 1) / n);
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all:
    case Collective::gather:
    case Collective::scatter:
      return size * ((n - 1) / n);
    case Collective::broadcast:
    case Collective::reduce:
    case Collective::send_recv:
      return size;
    case Collective::barrier:
      return Bytes(0);
  }
  return Bytes(0);
}

double internode_fraction(const Cluster& c) {
  const double n = static_cast<double>(c.nodes) * c.per_node;
  return (n - c.per_node) / (n - 1);
}

Bytes flat_ring_nic_bytes(const Cluster& c, Bytes size) {
  const double n = static_cast<double>(c.nodes) * c.per_node;
  return size * (2 * (n - 1) / n / c.per_node);
}

Bytes hierarchical_nic_bytes(const Cluster& c, Bytes size) {
  const double nodes = c.nodes;
  return size * (2 * (nodes - 1) / nodes / c.per_node);
}

Seconds rail_all_to_all_time(const Cluster& c, Bytes each, Bandwidth nic, Bandwidth inside) {
  const Bytes over_nic = each * (static_cast<double>(c.nodes - 1) * c.per_node);
  const Bytes over_fabric = each * (static_cast<double>(c.per_node - 1) * c.nodes);
  return std::max(over_nic / nic, over_fabric / inside);
}

std::size_t crossings(std::span<const Rank> order, std::span<const std::uint32_t> group_of_rank) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (group_of_rank[order[i]] != group_of_rank[order[(i + 1) % order.size()]]) ++count;
  return count;
}

}  // namespace weft::collective
