// The algorithms by name: which collectives each one does, its schedule and its closed forms.
//
// An algorithm is one pair of files in this folder, with its phases, and one row of the table in
// algorithm.cpp. The closed forms stand beside the schedule so that tests can hold one against the
// other for every row: steps, bytes of the busiest rank, and the time in the α-β model of
// cost_model.hpp. S as schedule/collective_kind.hpp counts it.
// Errors of build(): RANKS_TOO_FEW, ROOT_INVALID, ALGORITHM_UNFIT. Start reading at ring.cpp.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/collective/cost_model.hpp"
#include "weft/facts/nccl.hpp"
#include "weft/schedule/schedule.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::collective {

using schedule::Collective;
using schedule::Rank;
using schedule::Schedule;

// What a schedule is built for. All but the first three concern single algorithms only.
struct Shape {
  Rank ranks = 2;
  Rank root = 0;
  std::uint32_t channels = 1;
  // Pipelined algorithms cut the data of each channel into this many pieces.
  std::uint64_t pieces = 1;
  // Hierarchies: consecutive ranks of a node, and consecutive nodes of a pod (0: all of them).
  Rank per_node = 1;
  Rank per_pod = 0;
  Rank servers = 1;          // parameter server: ranks that add
  std::uint64_t bundle = 0;  // PAT: chunks that a message may hold; 0: as many as there are
};

struct Algorithm {
  const char* name;     // "ring"
  const char* about;    // one sentence
  const char* formula;  // time in the α-β model, for people: "COLLECTIVES FORMULA; …"
  std::span<const Collective> collectives;
  std::span<const Collective> pipelined = {};  // those for which Shape::pieces matters
  // Each rank sends to the next one only, so that it takes the ring orders found in the wiring.
  bool along_ring = false;
  // Takes Shape::per_node and per_pod, so that ranks of a node have to stand beside each other.
  bool has_levels = false;
  bool bundles = false;  // takes Shape::bundle
  // Each rank talks to every other: its schedule grows with the square of the ranks.
  bool every_pair = false;
  // Whether it is made for wirings in which every two ranks are joined by a link or a switch.
  bool (*needs_full_mesh)(Collective) = nullptr;  // null: never
  // Whose message costs in NCCL's tuner are its own; the ring's where NCCL does not have it.
  facts::NcclAlgorithm costs = facts::NcclAlgorithm::ring;

  // Other settings of its own for so many ranks and this root: what tests go through. Null: none.
  std::vector<Shape> (*variants)(const Shape&) = nullptr;
  // What of a shape it cannot do, as "needs …, here …"; empty where it can. Null: it does all.
  std::string (*unfit)(Collective, const Shape&) = nullptr;
  // Adds buffers and phases to a schedule whose frame (ranks, root, channels) stands.
  void (*fill)(Schedule&, const Shape&) = nullptr;

  std::uint64_t (*steps)(Collective, const Shape&) = nullptr;          // messages in a row
  Bytes (*most_sent)(Collective, const Shape&, Bytes size) = nullptr;  // by the busiest rank
  Seconds (*time)(Collective, const Shape&, Bytes size, const Levels&) = nullptr;
  // Where not, the time is what it takes at most. Null: always exact.
  bool (*time_is_exact)(Collective, const Shape&) = nullptr;
};

// The first that does a collective is what a library runs on one server (README.md).
std::span<const Algorithm> algorithms();
// By name; upper case and '-' for '_' are fine.
Expected<const Algorithm*> find_algorithm(std::string_view name);
const Algorithm& default_algorithm(Collective collective);

bool does(const Algorithm& algorithm, Collective collective);
bool pipelines(const Algorithm& algorithm, Collective collective);
bool is_exact(const Algorithm& algorithm, Collective collective, const Shape& shape);

// Whether it can do this; the error names those that can.
Expected<void> check_fit(const Algorithm& algorithm, Collective collective, const Shape& shape);
Expected<Schedule> build(const Algorithm& algorithm, Collective collective, const Shape& shape);

}  // namespace weft::collective
