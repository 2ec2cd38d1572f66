// What an execution of a schedule was like; predicted and measured alike.
//
// Times are from the start of the call, which includes the launch. A class of steps is all steps
// of one phase: a repeated phase is one entry however often it ran. Resources are those of the
// topology that the schedule was placed on; only used ones are listed, in order of id, and of those
// that are used alike one.
#pragma once

#include "weft/base/id.hpp"
#include "weft/base/units.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::schedule {

struct StepClass {
  std::string phase;
  std::uint64_t iterations = 0;
  Seconds start{0};  // first step's start
  Seconds end{0};    // last step's arrival
  Bytes per_message{0};
  Seconds transfer_time{0};  // of all iterations, on the slowest connection: bytes on the wire
  Seconds waiting_time{0};   // the rest: message latency and waiting for others
  ResourceId limit;          // what the slowest connection waited for while it moved bytes
  bool has_limit = false;    // false where nothing limited it
};

struct ResourceUse {
  ResourceId resource;
  double alike = 1;        // that carry as much, with this one
  Bytes wire_bytes{0};     // of each
  double utilisation = 0;  // of its capacity, over the whole execution
};

struct Timeline {
  Seconds launch{0};
  Seconds end{0};
  std::vector<StepClass> classes;
  std::vector<ResourceUse> resources;
  bool finished = true;  // false: broken off at `end`; classes and resources are not complete then
};

}  // namespace weft::schedule
