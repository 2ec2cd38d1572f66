// What moves bytes between an application and a network adapter, and what that costs the host.
//
// Costs are CPU cycles of one host, from `least` to `most`; times microseconds, one way between two
// hosts. Data: weft/facts/data/stacks.toml. Lookups return null for what is not known.
// Threads: immutable. Formulas: weft/link/host_cost.hpp.
#pragma once

#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct CostRange {
  double least = 0;
  double most = 0;
  Evidence evidence;
};

struct HostStack {
  std::string name;                  // "kernel"
  std::vector<std::string> aliases;  // "kernel-tcp"
  std::string pretty;                // "kernel TCP/IP with offloads"
  CostRange cycles_per_byte;
  CostRange cycles_per_packet;
  CostRange cycles_per_call;
  double call_bytes = 0;  // of payload that one call hands over
  int copies = 0;         // by the CPU, on the receiving side
  CostRange latency_us;
};

const std::vector<HostStack>& host_stacks();
const HostStack* find_host_stack(std::string_view name_or_alias);
const Figure& host_clock_GHz();  // of the cores that cycles are converted with

}  // namespace weft::facts
