// A schedule on a topology, before anything moves: each phase placed and routed, and its classes.
//
// Phases with the same traffic share it. Capacities may differ from the topology's, for what-if
// questions: factors by kind of resource.
#pragma once

#include "weft/base/error.hpp"
#include "weft/simulate/max_min.hpp"
#include "weft/simulate/phase_traffic.hpp"
#include "weft/simulate/quotient.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace weft::simulate {

struct PlacedPhase {
  std::string name;
  std::uint64_t repeat = 1;
  std::uint32_t traffic = 0;  // into PlacedSchedule::traffic
};

struct PlacedSchedule {
  std::shared_ptr<const route::Ways> ways;
  std::vector<PhaseWays> traffic;
  std::vector<PlacedPhase> phases;
  std::vector<ComponentId> cells;  // where each is
  std::uint32_t ranks = 0;
  std::uint32_t slots = 0;

  const topology::Topology& topology() const { return ways->router().topology(); }
  const route::Traffic& message(std::size_t of_traffic, std::size_t lane) const {
    return ways->form(traffic[of_traffic].ways[lane]).traffic;
  }
  // Appends what a lane takes of resources.
  void uses(std::size_t of_traffic, std::size_t lane, std::vector<route::Use>& out) const;
  // All lanes of a traffic as flows.
  PhaseTraffic flows(std::size_t of_traffic) const;

  // Errors: those of routing.
  static Expected<PlacedSchedule> make(const schedule::Schedule& schedule,
                                       const schedule::Placement& placement,
                                       const route::Router& router);
};

using Scales = std::vector<std::pair<std::string, double>>;  // kind of resource, factor

// Traffic with the rates it has when all its messages move at once.
struct SolvedTraffic {
  std::shared_ptr<const PhaseTraffic> traffic;
  Allocation allocation;
};

struct SolvedPhase {
  std::string name;
  std::uint64_t repeat = 1;
  std::uint32_t number = 0;  // of its traffic
  std::shared_ptr<const SolvedTraffic> solved;

  const PhaseTraffic& traffic() const { return *solved->traffic; }
  const Allocation& allocation() const { return solved->allocation; }
};

// What engines play: all lanes, or one of each class.
struct SolvedSchedule {
  std::vector<SolvedPhase> phases;
  std::uint32_t cells = 0;
  std::shared_ptr<const Quotient> classes;  // null where all lanes are played
  std::vector<double> capacity;             // [resource class]
};

SolvedSchedule solve_lanes(const PlacedSchedule& placed, const Scales& scales);
SolvedSchedule solve_classes(const PlacedSchedule& placed, std::shared_ptr<const Quotient> classes,
                             const Scales& scales);

}  // namespace weft::simulate
