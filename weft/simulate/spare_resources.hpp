// The resources that several phases' traffic uses, under one numbering, and which of them are
// spare: cables of a network that cannot be filled, or hardly.
//
// No lane is faster than the resource of its path that allows it least takes alone; those are
// never spare. What all lanes of a resource take at these rates, counting the lanes of a connection
// once since they follow each other, is the most that it can be asked for. Acknowledgements of
// other lanes make that a little more than a cable has, hence a margin. Leaving out too much costs
// time only (quotient.hpp).
#pragma once

#include "weft/simulate/site_classes.hpp"

#include <cstdint>
#include <set>
#include <vector>

namespace weft::simulate {

inline constexpr double kSpareMargin = 0.02;

// Equal for equal capacities of a kind.
std::uint64_t colour_of(const topology::Topology& topology, ResourceId id, double capacity);
// Whether it is a cable of a network.
bool joins_switches(const topology::Topology& topology, ResourceId id);

class UsedResources {
 public:
  // `needed` are never spare.
  UsedResources(const SiteClasses& sites, const std::set<ResourceId>& needed);

  std::size_t size() const { return ids_.size(); }
  ResourceId id(std::uint32_t r) const { return ids_[r]; }
  double capacity(std::uint32_t r) const { return capacity_[r]; }
  double count(std::uint32_t r) const { return count_[r]; }
  // Of a dense index of a traffic's flows.
  std::uint32_t of(std::size_t traffic, std::uint32_t dense) const {
    return number_[traffic][dense];
  }
  bool is_spare(std::uint32_t r) const { return spare_[r] != 0; }
  // Equal for equal capacities of a kind.
  std::uint64_t colour(std::uint32_t r) const { return colour_[r]; }

 private:
  void number(const SiteClasses& sites);
  void find_spare(const SiteClasses& sites, const std::set<ResourceId>& needed);

  std::vector<ResourceId> ids_;                     // in the order of first use
  std::vector<double> capacity_;                    // [resource]
  std::vector<double> count_;                       // [resource]
  std::vector<std::vector<std::uint32_t>> number_;  // [traffic][dense index]
  std::vector<std::uint64_t> colour_;
  std::vector<char> spare_;
};

}  // namespace weft::simulate
