// Folded Clos networks of any number of tiers: leaf and spine, k-ary fat trees, trees of access,
// aggregation and core, and all that is cut down from them or has thicker or thinner upper tiers.
//
// A block of tier 1 is a leaf with `down` endpoints. A block of tier t holds `children` blocks of
// tier t-1 and `switches` switches. The uplinks of a block are counted switch by switch; uplink q
// of child g goes to switch (g·uplinks + q) mod `switches` of the block above, so that every switch
// has as many cables to each child as to any other, give or take one. For the k-ary fat tree this
// is the usual wiring. Down from a switch, the same congruence gives the cables to a child.
//
// Static routing is D-mod-k: the up-port at tier t is (h / (ports of the tiers below)) mod ports
// for the destination's number h, counted along the leaves; on the way down, of parallel cables
// that one which the destination's own traffic would take up. Sources: M. Al-Fares et al., SIGCOMM
// 2008; E. Zahavi, "D-Mod-K routing providing non-blocking traffic for shift permutations on real
// life fat trees", 2010.
#pragma once

#include "weft/topology/network/plan.hpp"

namespace weft::topology {

struct ClosTier {
  ComponentKind kind = ComponentKind::leaf;
  std::uint32_t children = 0;  // tier 1: endpoints of a leaf
  std::uint32_t switches = 1;  // of a block
  std::uint32_t up = 0;        // up-ports of a switch; 0 at the top
};

// In which order endpoints fill the leaves: all leaves of a rail lie beside each other.
struct EndpointOrder {
  // Endpoint e is NIC e % rails of server e / rails; 1: in the order of their numbers.
  std::uint32_t rails = 1;
  // Every NIC has so many ports, endpoint by endpoint, each at a leaf of its own beside the others.
  std::uint32_t ports = 1;
};

struct ClosShape {
  std::uint32_t endpoints = 0;
  std::vector<ClosTier> tiers;
  EndpointOrder order{};
  std::uint32_t leaves = 0;  // more than endpoints fill, where so many are stated
};

PlanPtr clos(const ClosShape& shape);
std::uint32_t leaves_of(const ClosShape& shape);

// The k-ary fat tree of n tiers: 2(k/2)^n endpoints, (2n-1)(k/2)^(n-1) switches, n cables each.
std::uint64_t fat_tree_hosts(std::uint64_t k, unsigned tiers);
std::uint64_t fat_tree_switches(std::uint64_t k, unsigned tiers);
std::uint64_t fat_tree_links(std::uint64_t k, unsigned tiers);      // with those of endpoints
std::uint64_t fat_tree_bisection(std::uint64_t k, unsigned tiers);  // links
std::uint64_t fat_tree_paths(std::uint64_t k, unsigned tiers_up);   // (k/2)^tiers_up
// Down to up capacity of a switch, and of tiers one above the other.
double oversubscription(double down, double down_rate, double up, double up_rate);
double oversubscription(const std::vector<double>& tiers);
// Clos 1953: middle switches for n inputs of a first-stage switch.
std::uint64_t clos_strictly_nonblocking(std::uint64_t n);
std::uint64_t clos_rearrangeable(std::uint64_t n);

}  // namespace weft::topology
