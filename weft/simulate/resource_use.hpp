// What each resource carries: that follows from the schedule alone.
#pragma once

#include "weft/schedule/timeline.hpp"
#include "weft/simulate/message_cost.hpp"
#include "weft/simulate/placed_schedule.hpp"

namespace weft::simulate {

// Resource by resource.
void add_resource_use(const PlacedSchedule& placed, Bytes size, const MessageCost& cost,
                      schedule::Timeline& timeline);
// Class by class.
void add_resource_use(const PlacedSchedule& placed, const Quotient& classes, Bytes size,
                      const MessageCost& cost, schedule::Timeline& timeline);

}  // namespace weft::simulate
