// Who sends how much to whom, generated: the patterns that networks are usually tried with.
//
// Ends are numbers 0 … hosts-1. permutation: everyone sends to one other and hears from one.
// shift: to the next but so many (half of all, the farthest on a tree). ring: to the next.
// incast: all others to host 0. all-to-all: everyone to each other. Sizes are equal, or drawn
// evenly from the least to the most, whole bytes; the same seed gives the same flows on every
// machine. Source of permutations and shifts as tests of trees: E. Zahavi, "D-Mod-K", 2010.
// To add a pattern: a function and its row in traffic_pattern.cpp.
#pragma once

#include "weft/base/error.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::simulate {

struct PatternRequest {
  std::uint32_t hosts = 0;  // from 2 on
  double least = 0;         // bytes of a flow
  double most = 0;          // as much: all are equal
  std::uint64_t seed = 1;
};

struct PatternFlow {
  std::uint32_t src;
  std::uint32_t dst;
  double bytes;
};

struct TrafficPattern {
  const char* name;
  const char* about;
  std::uint64_t (*count)(std::uint64_t hosts);
  void (*add)(const PatternRequest& request, std::vector<PatternFlow>& flows);  // without bytes
  bool is_alike = false;  // each host sends to each: translations carry it onto itself
};

const std::vector<TrafficPattern>& traffic_patterns();
// Error TRAFFIC_PATTERN with the nearest name.
Expected<const TrafficPattern*> find_traffic_pattern(const std::string& name);
std::vector<PatternFlow> generate(const TrafficPattern& pattern, const PatternRequest& request);

}  // namespace weft::simulate
