// The sites of a topology: parts that are alike and that a cluster has many of, and the numbers
// that their components and resources have within them.
//
// A site is a server of a cluster; the cable of each of its ports into the compute network belongs
// to it, where each port has just one. What lies between belongs to no site. A topology without
// servers that are instances of a template is one site.
// Local numbers: links and shared capacities of the template, then two for each port's cable.
// Threads: const, may be shared; the topology must outlive it.
#pragma once

#include "weft/topology/graph.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weft::route {

class Sites {
 public:
  explicit Sites(const topology::Topology& topology);

  struct Local {
    std::uint32_t site = 0;
    std::uint32_t number = 0;
  };

  std::size_t size() const { return size_; }
  bool is_one() const { return size_ == 1; }
  Local of(ComponentId id) const;
  std::optional<Local> of(ResourceId id) const;
  ResourceId resource(std::uint32_t site, std::uint32_t number) const;
  // Sites of one colour are alike, resource by resource, but for faults inside.
  std::uint64_t colour(std::uint32_t site) const;
  // Whether a fault inside changes what a resource has.
  bool is_changed(std::uint32_t site, std::uint32_t number) const;
  bool is_sound(std::uint32_t site) const;
  // Which template a site is an instance of.
  std::uint32_t kind(std::uint32_t site) const;

  // The compute network, where ports have one cable each.
  const topology::Network* network() const { return network_; }

 private:
  bool list_cables(const topology::Network& network);

  const topology::Topology* topology_;
  std::size_t size_ = 1;
  std::size_t servers_ = 0;
  std::size_t first_own_component_ = 0;
  std::size_t first_own_link_ = 0;
  std::size_t own_shared_ = 0;  // index of the first
  const topology::Network* network_ = nullptr;
  std::size_t ports_ = 1;             // of a site in the network
  std::vector<std::uint32_t> cable_;  // [endpoint]: the link that leaves it
};

}  // namespace weft::route
