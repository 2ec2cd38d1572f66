// Flows and what each takes of which resource, packed into a few arrays.
//
// Resources are renumbered densely in the order of first use, so that a small transfer on a large
// topology costs little. Weights are wire bytes per payload byte.
#pragma once

#include "weft/base/id.hpp"
#include "weft/base/units.hpp"
#include "weft/route/path.hpp"
#include "weft/topology/graph.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft::simulate {

struct FlowUse {
  std::uint32_t resource = 0;  // dense index, see FlowSet::resource
  double weight = 0;
};

class FlowSet {
 public:
  explicit FlowSet(const topology::Topology& topology) : topology_(&topology) {}

  // Index of the new flow. `uses` names each resource at most once.
  std::size_t add(std::span<const route::Use> uses);
  // Takes over a flow of another set, with the capacities that it has there.
  std::size_t add(const FlowSet& other, std::size_t flow);
  void reserve(std::size_t flows, std::size_t uses);

  const topology::Topology& topology() const { return *topology_; }
  std::size_t size() const { return offset_.size() - 1; }
  std::size_t resource_count() const { return resource_.size(); }
  std::span<const FlowUse> uses(std::size_t flow) const {
    return std::span(uses_).subspan(offset_[flow], offset_[flow + 1] - offset_[flow]);
  }
  ResourceId resource(std::size_t dense) const { return resource_[dense]; }
  Bandwidth capacity(std::size_t dense) const { return capacity_[dense]; }
  // Multiplies the capacity of every resource of a kind, for what-if questions.
  void scale(std::string_view kind, double factor);

 private:
  void use(ResourceId resource, double weight, Bandwidth capacity);

  const topology::Topology* topology_;
  std::unordered_map<ResourceId, std::uint32_t> dense_;
  std::vector<ResourceId> resource_;
  std::vector<Bandwidth> capacity_;
  std::vector<std::uint32_t> offset_ = {0};
  std::vector<FlowUse> uses_;
};

}  // namespace weft::simulate
