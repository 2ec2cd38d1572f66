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

#include "weft/simulate/site_classes.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace weft::simulate {

struct Quotient {
  std::vector<std::shared_ptr<const PhaseTraffic>> traffic;
  std::uint32_t cells = 0;
  std::vector<ResourceClass> resources;  // all that are used
};

Quotient quotient(const SiteClasses& sites, const QuotientRules& rules);

}  // namespace weft::simulate
