// The algorithms by name: which collectives each one does, its schedule and its closed forms.
//
// The closed forms (steps on the longest path, bytes that the busiest rank sends for a collective
// of size S) stand beside the schedule so that a test can hold one against the other. An algorithm
// is one file in this folder and one row of the table in algorithm.cpp.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/schedule/schedule.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace weft::collective {

using schedule::Collective;
using schedule::Rank;
using schedule::Schedule;

struct Shape {
  Rank ranks = 2;
  Rank root = 0;
  std::uint32_t channels = 1;
  // Pipelined algorithms cut the data of each channel into this many pieces.
  std::uint64_t pieces = 1;
};

struct Algorithm {
  const char* name;     // "ring"
  const char* formula;  // cost in the α-β model, for people
  std::span<const Collective> collectives;
  bool pipelined;  // whether Shape::pieces matters
  Expected<Schedule> (*build)(Collective, const Shape&);
  std::uint64_t (*steps)(Collective, const Shape&);          // messages on the longest path
  Bytes (*most_sent)(Collective, const Shape&, Bytes size);  // by the busiest rank
};

std::span<const Algorithm> algorithms();
Expected<const Algorithm*> find_algorithm(std::string_view name);
bool does(const Algorithm& algorithm, Collective collective);

}  // namespace weft::collective
