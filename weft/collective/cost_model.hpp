// What messages cost in the models of textbooks: Hockney's α-β, LogP and LogGP.
//
// α-β, in which the closed forms of algorithms are stated: a message takes α + bytes / rate and
// keeps both its ends for that long, and a step begins when both ends have come to it. Each rank
// has one full-duplex port; what a rank sends or receives in the same step shares it.
// Sources: Hockney, "The communication challenge for MPP", 1994; Culler et al., "LogP", 1993;
//   Alexandrov et al., "LogGP", 1995.
#pragma once

#include "weft/base/units.hpp"

#include <array>
#include <cstdint>

namespace weft::collective {

struct AlphaBeta {
  Seconds alpha{0};
  Bandwidth rate = kUnlimited;

  Seconds message(Bytes size) const { return alpha + size / rate; }
  // The size that reaches half of the rate.
  Bytes half_bandwidth_size() const { return rate * alpha; }
};

// Within a node, between the nodes of a pod, between pods.
using Levels = std::array<AlphaBeta, 3>;
inline Levels same_everywhere(AlphaBeta net) { return {net, net, net}; }
// What counts for algorithms that know no levels: the way that their longest messages take.
inline const AlphaBeta& outermost(const Levels& levels) { return levels.back(); }

// Times in any one unit.
struct LogP {
  double latency = 0;   // L, of the network
  double overhead = 0;  // o, of the processor, at each end
  double gap = 0;       // g, between two messages of one processor
  std::uint32_t processors = 2;

  double small_message() const { return latency + 2 * overhead; }
  double small_messages(std::uint64_t count) const;  // one after the other, to one receiver
  // Everyone who knows keeps telling others; optimal (Karp et al. 1993).
  double broadcast() const;
  std::uint64_t in_flight() const;  // messages to or from one processor at a time
};

// A long message of LogGP: G per byte after the first.
double long_message(const LogP& model, double gap_per_byte, std::uint64_t bytes);

// Smallest k with 2^k >= n, and largest with 2^k <= n; n at least 1.
std::uint32_t ceil_log2(std::uint64_t n);
std::uint32_t floor_log2(std::uint64_t n);

}  // namespace weft::collective
