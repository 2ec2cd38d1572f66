// Hierarchical all-reduce: reduce-scatter inside each node, all-reduce of what is left between
// ranks with the same place in their nodes (one rail each), all-gather inside; with three levels
// the same again between the nodes of a pod.
//
//   n = g·N: 2(g-1) steps of S/g inside, 2(N-1) steps of S/(gN) between; a NIC carries
//   2(N-1)/N · S/g. A flat ring carries as much per NIC, but in 2(gN-1) steps that all may cross
//   the network. Levels are not overlapped.
// Ranks are (pod, node, local), local counting first; the sizes are Shape::per_node and per_pod.
// Source: Cho et al., "BlueConnect", 2019; Jia et al., "Highly scalable deep learning training
// system with mixed-precision", 2018.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kHierarchical;  // rings at every level

// Of any algorithms that work in place: `inside` does reduce_scatter and all_gather on all levels
// but the last, `between` does all_reduce on the last. Both must fit the sizes of their levels.
void fill_hierarchical(Schedule& schedule, const Shape& shape, const Algorithm& inside,
                       const Algorithm& between);

}  // namespace weft::collective
