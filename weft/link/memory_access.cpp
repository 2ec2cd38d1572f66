#include "weft/link/memory_access.hpp"

#include <algorithm>

namespace weft::link {
namespace {

constexpr double kLineBytes = 64;

}  // namespace

double stream_share(const facts::MemoryAccess& access, double writes) {
  return access.read * (1 - access.turnaround * writes);
}

Bandwidth line_window(const facts::MemoryAccess& access, int cores, Seconds latency) {
  return Bytes(cores * access.lines * kLineBytes) / latency;
}

Bandwidth placed_rate(Placement placement, Bandwidth own, Bandwidth link) {
  switch (placement) {
    case Placement::local:
    case Placement::other_part:
      return own;
    case Placement::remote:
      return std::min(own, link);
    case Placement::interleaved:
      // Half of it comes from each of two equal memories, half over the links.
      return std::min(own * 2.0, link * 2.0);
  }
  return own;
}

LoadLatency load_latency(const facts::MemoryAccess& access, Placement placement, bool is_split,
                         Seconds far) {
  LoadLatency terms{.own = nanoseconds(access.latency_ns)};
  if (is_split) terms.split = nanoseconds(-access.split_ns);
  if (placement == Placement::other_part) terms.other = nanoseconds(access.other_part_ns);
  if (placement == Placement::remote) terms.far = far;
  if (placement == Placement::interleaved) terms.far = far / 2.0;
  return terms;
}

}  // namespace weft::link
