// From a link's signalling rate to the bus bandwidth of a collective, factor by factor.
#pragma once

#include "weft/collective/protocol.hpp"
#include "weft/report/waterfall_report.hpp"
#include "weft/route/router.hpp"
#include "weft/schedule/placement.hpp"
#include "weft/schedule/schedule.hpp"
#include "weft/schedule/timeline.hpp"
#include "weft/simulate/simulator.hpp"

#include <functional>
#include <vector>

namespace weft::app {

// One execution of a placed schedule.
struct Execution {
  const schedule::Schedule& schedule;
  const schedule::Placement& placement;
  const route::Router& router;
  const simulate::Simulator& simulator;
  const schedule::Timeline& timeline;
  const collective::Protocol& protocol;
};

// Of the resource that limits it.
std::vector<report::FactorLine> collective_waterfall(const Execution& execution, ResourceId limit,
                                                     Bytes size, Bandwidth busbw);

// Whether any message goes between two components of which `wanted` holds.
bool find_message(const schedule::Schedule& schedule, const schedule::Placement& placement,
                  const std::function<bool(ComponentId from, ComponentId to)>& wanted);

}  // namespace weft::app
