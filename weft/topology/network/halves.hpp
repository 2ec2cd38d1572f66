// What a network carries between two halves of its endpoints, and how far they are apart, measured
// on the graph as it is built: for networks that no closed form fits, as trees that are partly
// filled, odd numbers of groups, groups whose inner cables are the narrow ones.
//
// The endpoints are taken in orders that the plan names, cut in the middle, from several starts on;
// the greatest flow between the two halves is the narrowest cut between them (Ford, Fulkerson
// 1956). The least of these flows is a cut of the network, so that the bisection, the least over
// all halves (NP-hard), is never more. Networks above kMostMeasured cables are not measured.
#pragma once

#include "weft/topology/network/plan.hpp"

#include <optional>
#include <vector>

namespace weft::topology {

inline constexpr std::uint32_t kMostMeasured = 4'000'000;

// `first` holds the endpoints of one half; the others are the other one.
Bandwidth flow_between_halves(const NetworkPlan& plan, const CableRates& rates,
                              const std::vector<Node>& first);
// The least over the halves of these orders; kUnlimited where there is nothing to measure.
Bandwidth narrowest_halves(const NetworkPlan& plan, const CableRates& rates,
                           const std::vector<std::vector<Node>>& orders);

// Links on the longest of the shortest ways between endpoints that each hang on one switch; none
// where that would take long.
std::optional<unsigned> measured_diameter(const NetworkPlan& plan);

}  // namespace weft::topology
