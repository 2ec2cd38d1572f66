// Traffic in both directions of a link at once, and many devices on one.
//
// A transfer down (away from the CPU) and one up load their own direction, each other's through
// requests and acknowledgements, and what both directions share. Rates are max-min fair: neither
// can gain without the other, slower or equal, losing, unless the link lets what goes up go first
// (Sharing::up_first). Rates are of payload.
#pragma once

#include "weft/link/model.hpp"

namespace weft::link {

struct TwoWay {
  Bandwidth down{0};
  Bandwidth up{0};

  Bandwidth sum() const { return down + up; }
};

TwoWay two_way(const LinkModel& link, const Transfer& down, const Transfer& up);

// A copy each way as one device does it: it reads what comes down and writes what goes up.
TwoWay copies_both_ways(const LinkModel& link, Engine engine);

// The same transfer both ways at the same rate, as in a ring; the rate of one direction.
Bandwidth same_both_ways(const LinkModel& link, const Transfer& transfer);

// What each of `devices` gets that are busy at once on one medium.
Bandwidth fair_share(Bandwidth medium, int devices);

// What a transfer gets when `devices` like it are busy: a share of a medium that devices share,
// else all, since each has a link of its own.
Bandwidth per_device(const LinkModel& link, const Transfer& transfer, int devices);

}  // namespace weft::link
