// A schedule's traffic by classes: one lane for all that move at the same times.
//
// Lanes, cells, connections and resources are the vertices of a graph whose colours are all that
// an engine reads of them, and whose edges are who uses, sends and receives what, where in its
// program. In an equitable partition of it (partition.hpp) all lanes of a class start and end at
// the same instants under max-min fairness: docs/decisions/0005-one-lane-for-a-class.md proves it.
// So an engine plays one lane of each class; it takes of a resource what all lanes of its class
// take of one.
//
// Cables of a network that hardly anything can fill are *spare*: left out of the rates, so that
// they do not tell lanes apart, and watched instead. Rates that keep within what was left out are
// those that there would be with it; where they do not, its resources are no longer left out.
#pragma once

#include "weft/simulate/phase_traffic.hpp"

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <vector>

namespace weft::simulate {

// Resources that the same lanes take as much of.
struct ResourceClass {
  struct Member {
    std::uint32_t traffic = 0;
    std::uint32_t lane = 0;  // of the quotient
    double weight = 0;       // wire bytes for each payload byte of one lane of the class
  };

  ResourceId first;  // of those that are used
  double capacity = 0;
  double count = 0;
  bool is_spare = false;
  std::vector<ResourceId> all{};  // only where it is spare
  std::vector<Member> members{};
};

struct Quotient {
  std::vector<std::shared_ptr<const PhaseTraffic>> traffic;
  std::uint32_t cells = 0;
  std::vector<ResourceClass> resources;  // all that are used
};

struct QuotientRules {
  bool hardware_latency = false;  // MessageCost::hardware_latency
  std::set<ResourceId> needed{};  // not to be left out
};

Quotient quotient(std::span<const PhaseTraffic* const> traffic, std::uint32_t cells,
                  const QuotientRules& rules);

}  // namespace weft::simulate
