// What the software of one host pays to move bytes over a network: cores and memory traffic.
//
// Cycles are those for a byte, plus a share of those for a packet and for a call; cores are cycles
// over the clock of stacks.toml. A received byte is written to memory by the adapter, and each copy
// by the CPU reads and writes it once more, so that one copy makes three times the rate.
// Ranges go from the least to the most that is usual. Source: stacks.toml, by figure.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/stacks.hpp"
#include "weft/link/model.hpp"

#include <optional>

namespace weft::link {

struct Range {
  double least = 0;
  double most = 0;
};

// `packet` is the payload of one packet on the wire.
Range cycles_per_byte(const facts::HostStack& stack, Bytes packet);
Range cores_needed(Bandwidth rate, const Range& cycles_per_byte, double clock_GHz);
// What one core can move.
Bandwidth rate_of_core(double cycles_per_byte, double clock_GHz);
double memory_traffic_factor(int copies);

struct HostCost {
  const facts::HostStack* stack = nullptr;
  Range cycles{};  // a byte
  Range cores{};
  Bandwidth memory{0};  // traffic of the host's memory
  Range latency_us{};
};

// At the rate that the link gives; nullopt where no software moves the bytes.
std::optional<HostCost> host_cost(const LinkModel& link, Bandwidth rate);

}  // namespace weft::link
