// What the ranks of each server do, slot by slot, so that servers can be compared. Internal to
// site_classes.cpp.
//
// The cells of a site are in the order of their channels and of their components' numbers in it;
// a slot is a lane that one of them sends, counted through all traffics.
#pragma once

#include "weft/simulate/placed_schedule.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace weft::simulate {

class SiteSlots {
 public:
  explicit SiteSlots(const PlacedSchedule& placed);

  std::uint32_t sites() const { return static_cast<std::uint32_t>(number_.size()); }
  std::uint32_t number(std::uint32_t site) const { return number_[site]; }  // in route::Sites
  std::uint32_t site(std::uint32_t cell) const { return site_[cell]; }
  std::uint32_t place(std::uint32_t cell) const { return place_[cell]; }  // among those of its site
  std::span<const std::uint32_t> cells_of(std::uint32_t site) const {
    return std::span(cells_).subspan(offset_[site], offset_[site + 1] - offset_[site]);
  }
  std::uint32_t slot(std::size_t traffic, std::size_t lane) const { return slot_[traffic][lane]; }
  std::uint32_t slots(std::uint32_t site) const { return slots_[site]; }
  // The first slot of the same connection.
  std::uint32_t connection(std::size_t traffic, std::size_t lane) const {
    return connection_[traffic][lane];
  }
  // Equal where all that is within the site is.
  std::uint64_t colour(std::uint32_t site, bool hardware_latency) const;

 private:
  void list_cells();
  void list_slots();
  void list_changes();

  const PlacedSchedule& placed_;
  std::vector<std::uint32_t> number_;                   // [site]
  std::vector<std::uint32_t> site_;                     // [cell]
  std::vector<std::uint32_t> place_;                    // [cell]
  std::vector<std::uint32_t> offset_;                   // [site], one more at the end
  std::vector<std::uint32_t> slots_;                    // [site]: how many
  std::vector<std::uint64_t> changes_;                  // [site]: of resources that are used
  std::vector<std::uint32_t> cells_;                    // by site
  std::vector<std::vector<std::uint32_t>> first_lane_;  // [traffic][cell], one more at the end
  std::vector<std::vector<std::uint32_t>> slot_;        // [traffic][lane]
  std::vector<std::vector<std::uint32_t>> connection_;  // [traffic][lane]
};

}  // namespace weft::simulate
