// What the cores of a socket get of memory: streaming rates by the kind of access, and latency.
//
// A rate is the memory's peak, less what reads do not reach, less what turning the bus around
// between reads and writes takes; from another socket no more than the links between the two
// carry. Pages interleaved over both sockets take from both at once, half over the links.
// Source: memory-access.toml, by figure. Pure functions.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/memory_access.hpp"
#include "weft/link/waterfall.hpp"

#include <vector>

namespace weft::link {

// Which memory a thread uses, seen from its own.
enum class Placement { local, other_part, remote, interleaved };

// Part of the peak that such a kernel reaches: read · (1 - turnaround · writes).
double stream_share(const facts::MemoryAccess& access, double writes);

// What lines under way from so many cores allow: cores · lines · 64 B / latency.
Bandwidth line_window(const facts::MemoryAccess& access, int cores, Seconds latency);

// Threads of one socket; `own` is what the memory gives them, `link` what arrives from the other.
Bandwidth placed_rate(Placement placement, Bandwidth own, Bandwidth link);

// Terms of an idle load.
struct LoadLatency {
  Seconds own{0};    // the memory of the socket
  Seconds split{0};  // saved within a part of the socket, negative
  Seconds other{0};  // from another part of it
  Seconds far{0};    // over the socket link and back

  Seconds total() const { return own + split + other + far; }
};
LoadLatency load_latency(const facts::MemoryAccess& access, Placement placement, bool is_split,
                         Seconds far);

}  // namespace weft::link
