// Small random schedules that run to their end, on small random networks.
#pragma once

#include "tests/simulate/support.hpp"

namespace weft::simulate::test {

struct Case {
  schedule::Schedule schedule;
  topology::Topology topology;
  schedule::Placement placement;
  MessageCost cost;
  Bytes size{0};
};

Case random_case(Random& random);

}  // namespace weft::simulate::test
