// Servers of a cluster: instances of one template that differ only in number and place.
//
// Instance i of a group has the components first_component + i·(those of the template) and on, and
// likewise links and shared capacities, so that a hundred thousand servers cost what one does.
// Where an instance stands follows from its number and the group's layout.
// docs/decisions/0004-servers-are-instances.md says why.
#pragma once

#include "weft/topology/component.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace weft::topology {

class Topology;

// How racks are filled; 0: without end.
struct Layout {
  std::int32_t servers_per_rack = 0;  // instances of the template; 0: racks are not known
  std::int32_t racks_per_row = 0;
  std::int32_t rows_per_hall = 0;
  std::int32_t site = -1;

  // Of an instance, counted over the whole site.
  Place place_of(std::size_t number) const;
  Place place_of_rack(std::int32_t rack) const;
};

struct InstanceGroup {
  std::shared_ptr<const Topology> of;  // the template
  std::size_t count = 0;
  Layout layout;
  // Components of the template that links of the cluster may end at.
  std::vector<ComponentId> outlets;

  std::size_t first_server = 0;
  std::size_t first_component = 0;
  std::size_t first_link = 0;
  std::size_t first_shared = 0;  // among shared capacities
  std::size_t first_outlet = 0;
  std::vector<std::int32_t> outlet_of{};  // [component of the template]; -1: none
  std::int32_t servers_inside = 1;        // more than one in a rack that is a template

  std::size_t outlet_count() const { return count * outlets.size(); }
};

struct Instance {
  const InstanceGroup* group = nullptr;
  std::size_t index = 0;  // in its group

  const Topology& of() const { return *group->of; }
  std::size_t server() const { return group->first_server + index; }
  std::size_t first_component() const;
  std::size_t first_link() const;
  std::size_t first_shared() const;
};

}  // namespace weft::topology
