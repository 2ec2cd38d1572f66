// The servers of a cluster by classes, before their lanes are looked at one by one.
//
// Servers are the vertices, each with all that its ranks do; messages between servers and cables
// that several servers use are the edges. Servers of a class do the same at the same times, rank by
// rank and resource by resource (partition.hpp), so that the traffic of one stands for all of them;
// quotient.hpp goes on from there. A million GPUs are a hundred thousand vertices.
// Cables that can hardly be filled are spare here already (quotient.hpp).
#pragma once

#include "weft/simulate/phase_traffic.hpp"

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

namespace weft::simulate {

struct PlacedSchedule;

struct QuotientRules {
  bool hardware_latency = false;  // MessageCost::hardware_latency
  std::set<ResourceId> needed{};  // not to be left out
};

// Resources that the same lanes take as much of.
struct ResourceClass {
  struct Member {
    std::uint32_t traffic = 0;
    std::uint32_t lane = 0;
    double weight = 0;  // wire bytes of each for a payload byte of every lane of the class
  };

  ResourceId first;  // of those that are used
  double capacity = 0;
  double count = 0;
  bool is_spare = false;
  std::vector<ResourceId> all{};  // only where it is spare
  std::vector<Member> members{};
};

struct SiteClasses {
  // Lane::count of one lane; what a lane takes is named in the servers that stand for their class.
  std::vector<PhaseTraffic> traffic;
  std::uint32_t cells = 0;
  std::unordered_map<ResourceId, double> count;  // of resources; 1 where not listed
  std::vector<ResourceClass> spare;

  double count_of(ResourceId id) const {
    const auto known = count.find(id);
    return known == count.end() ? 1 : known->second;
  }
};

SiteClasses site_classes(const PlacedSchedule& placed, const QuotientRules& rules);

}  // namespace weft::simulate
