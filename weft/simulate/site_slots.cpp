#include "weft/simulate/site_slots.hpp"

#include "weft/simulate/partition.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace weft::simulate {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

std::uint64_t colour_of(std::uint64_t colour, std::span<const route::Use> uses) {
  for (const route::Use& use : uses)
    colour = mixed_bits(mixed(colour, std::uint64_t{use.resource.value}), use.weight);
  return mixed(colour, std::uint64_t{uses.size()});
}

}  // namespace

SiteSlots::SiteSlots(const PlacedSchedule& placed) : placed_(placed) {
  list_cells();
  list_slots();
  list_changes();
}

void SiteSlots::list_cells() {
  const route::Sites& sites = placed_.ways->sites();
  const auto cells = static_cast<std::uint32_t>(placed_.cells.size());
  std::vector<std::uint32_t> known(sites.size(), kNone);
  std::vector<std::uint32_t> local(cells);
  site_.resize(cells);
  place_.resize(cells);
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const route::Sites::Local here = sites.of(placed_.cells[cell]);
    if (known[here.site] == kNone) {
      known[here.site] = static_cast<std::uint32_t>(number_.size());
      number_.push_back(here.site);
    }
    site_[cell] = known[here.site];
    local[cell] = here.number;
  }
  offset_.assign(number_.size() + 1, 0);
  for (const std::uint32_t site : site_) ++offset_[site + 1];
  for (std::size_t s = 0; s < number_.size(); ++s) offset_[s + 1] += offset_[s];
  cells_.resize(cells);
  std::vector<std::uint32_t> next(offset_.begin(), offset_.end() - 1);
  for (std::uint32_t cell = 0; cell < cells; ++cell) cells_[next[site_[cell]]++] = cell;
  const auto ranks = static_cast<std::uint32_t>(placed_.ranks);
  for (std::uint32_t s = 0; s < number_.size(); ++s) {
    std::sort(cells_.begin() + offset_[s], cells_.begin() + offset_[s + 1],
              [&](std::uint32_t a, std::uint32_t b) {
                return std::tuple(a / ranks, local[a], a) < std::tuple(b / ranks, local[b], b);
              });
    for (std::uint32_t at = offset_[s]; at < offset_[s + 1]; ++at)
      place_[cells_[at]] = at - offset_[s];
  }
}

void SiteSlots::list_slots() {
  const std::size_t cells = placed_.cells.size();
  for (const PhaseWays& traffic : placed_.traffic) {
    auto& first = first_lane_.emplace_back(cells + 1, 0);
    for (const Lane& lane : traffic.lanes) ++first[lane.from_cell + 1];
    for (std::size_t c = 0; c < cells; ++c) first[c + 1] += first[c];
    slot_.emplace_back(traffic.lanes.size());
    connection_.emplace_back(traffic.lanes.size());
  }
  std::vector<std::pair<std::uint64_t, std::uint32_t>> few;
  std::unordered_map<std::uint64_t, std::uint32_t> many;
  for (std::uint32_t s = 0; s < sites(); ++s) {
    std::uint32_t slot = 0;
    for (const std::uint32_t cell : cells_of(s)) {
      few.clear();
      many.clear();
      const auto first_of = [&](std::uint64_t connection) {
        for (const auto& [known, at] : few)
          if (known == connection) return at;
        if (few.size() < 8) return few.emplace_back(connection, slot).second;
        return many.try_emplace(connection, slot).first->second;
      };
      for (std::size_t t = 0; t < placed_.traffic.size(); ++t)
        for (std::uint32_t i = first_lane_[t][cell]; i < first_lane_[t][cell + 1]; ++i) {
          connection_[t][i] = first_of(placed_.traffic[t].lanes[i].connection);
          slot_[t][i] = slot++;
        }
    }
    slots_.push_back(slot);
  }
}

// Faults that nobody meets tell no servers apart.
void SiteSlots::list_changes() {
  const route::Sites& known = placed_.ways->sites();
  changes_.assign(sites(), 0);
  std::vector<char> is_sound(sites(), 0);
  for (std::uint32_t s = 0; s < sites(); ++s) is_sound[s] = known.is_sound(number_[s]) ? 1 : 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  const auto look = [&](std::uint32_t cell, const std::vector<route::Use>& uses) {
    const std::uint32_t site = site_[cell];
    if (is_sound[site] != 0) return;
    for (const route::Use& use : uses) {
      const std::uint32_t resource = use.resource.value;
      if (!seen.insert({site, resource}).second || !known.is_changed(number_[site], resource))
        continue;
      const ResourceId id = known.resource(number_[site], resource);
      changes_[site] += mixed_bits(mixed(resource), placed_.topology().capacity(id).value());
    }
  };
  for (const PhaseWays& traffic : placed_.traffic)
    for (std::size_t i = 0; i < traffic.lanes.size(); ++i) {
      if (traffic.lanes[i].computes) continue;
      const route::Form& form = placed_.ways->form(traffic.ways[i]);
      look(traffic.lanes[i].from_cell, form.at_sender);
      look(traffic.lanes[i].to_cell, form.at_receiver);
    }
}

std::uint64_t SiteSlots::colour(std::uint32_t site, bool hardware_latency) const {
  std::uint64_t colour = mixed(placed_.ways->sites().colour(number_[site]), changes_[site]);
  const auto ranks = static_cast<std::uint32_t>(placed_.ranks);
  for (const std::uint32_t cell : cells_of(site)) {
    const auto local = placed_.ways->sites().of(placed_.cells[cell]).number;
    colour = mixed(colour, (std::uint64_t{cell / ranks} << 32U) | local);
    for (std::size_t t = 0; t < placed_.traffic.size(); ++t)
      for (std::uint32_t i = first_lane_[t][cell]; i < first_lane_[t][cell + 1]; ++i) {
        const Lane& lane = placed_.traffic[t].lanes[i];
        colour = mixed(colour, (std::uint64_t{t} << 32U) | connection_[t][i]);
        colour = mixed(colour, (std::uint64_t{lane.sent_at} << 32U) | lane.received_at);
        colour =
            mixed(colour, (lane.waits_within ? 1U : 0U) | (lane.sender_receives ? 2U : 0U) |
                              (lane.computes ? 4U : 0U) | (site_[lane.to_cell] == site ? 8U : 0U) |
                              (std::uint64_t{place_[lane.to_cell]} << 8U));
        colour = mixed_bits(mixed_bits(colour, lane.share), lane.compute.value());
        if (lane.computes) continue;
        const route::Form& form = placed_.ways->form(placed_.traffic[t].ways[i]);
        colour = mixed(colour, (static_cast<std::uint64_t>(form.traffic.mode) << 8U) |
                                   static_cast<std::uint64_t>(form.traffic.distance));
        colour = mixed_bits(colour, form.traffic.far.value());
        if (hardware_latency) colour = mixed_bits(colour, form.traffic.latency.value());
        colour = colour_of(colour_of(colour, form.at_sender), form.at_receiver);
      }
  }
  return colour;
}

}  // namespace weft::simulate
