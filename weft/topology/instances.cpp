#include "weft/topology/instances.hpp"

#include "weft/topology/graph.hpp"

namespace weft::topology {

Place Layout::place_of_rack(std::int32_t rack) const {
  Place place;
  place.site = site;
  place.rack = rack;
  if (racks_per_row > 0) place.row = rack / racks_per_row;
  if (racks_per_row > 0 && rows_per_hall > 0) place.hall = place.row / rows_per_hall;
  return place;
}

Place Layout::place_of(std::size_t number) const {
  if (servers_per_rack <= 0) return {.site = site};
  return place_of_rack(static_cast<std::int32_t>(number) / servers_per_rack);
}

std::size_t Instance::first_component() const {
  return group->first_component + index * group->of->component_count();
}

std::size_t Instance::first_link() const {
  return group->first_link + index * group->of->link_count();
}

std::size_t Instance::first_shared() const {
  return group->first_shared + index * (group->of->resource_count() - group->of->link_count());
}

}  // namespace weft::topology
