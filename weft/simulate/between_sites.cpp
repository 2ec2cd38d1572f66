#include "weft/simulate/between_sites.hpp"

#include "weft/simulate/partition.hpp"
#include "weft/simulate/spare_resources.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace weft::simulate {
namespace {

template <class Visit>
void for_each_use(const PlacedSchedule& placed, std::uint32_t t, Visit visit) {
  for (std::uint32_t i = 0; i < placed.traffic[t].lanes.size(); ++i)
    if (!placed.traffic[t].lanes[i].computes)
      for (const route::Use& use : placed.ways->between(placed.traffic[t].ways[i])) visit(i, use);
}

}  // namespace

BetweenSites::BetweenSites(const PlacedSchedule& placed, const QuotientRules& rules)
    : placed_(placed) {
  std::size_t lowest = std::numeric_limits<std::size_t>::max();
  std::size_t end = 0;
  for (std::uint32_t t = 0; t < placed.traffic.size(); ++t)
    for_each_use(placed, t, [&](std::uint32_t, const route::Use& use) {
      lowest = std::min(lowest, use.resource.index());
      end = std::max(end, use.resource.index() + 1);
    });
  if (end == 0) return;
  first_ = lowest;
  std::vector<double> most(end - first_, 0);
  std::vector<double> here(end - first_, 0);
  std::vector<char> is_used(end - first_, 0);
  for (std::uint32_t t = 0; t < placed.traffic.size(); ++t) {
    for_each_use(placed, t, [&](std::uint32_t i, const route::Use& use) {
      const std::size_t at = use.resource.index() - first_;
      here[at] += use.weight * fastest(t, i);
      is_used[at] = 1;
    });
    for (std::size_t at = 0; at < here.size(); ++at) {
      most[at] = std::max(most[at], here[at]);
      here[at] = 0;
    }
  }
  index_.assign(end - first_, kSpare);
  const topology::Topology& topology = placed.topology();
  for (std::size_t at = 0; at < most.size(); ++at) {
    if (is_used[at] == 0) continue;
    const ResourceId id(first_ + at);
    const double capacity = topology.capacity(id).value();
    if (most[at] <= capacity * (1 + kSpareMargin) && joins_switches(topology, id) &&
        !rules.needed.contains(id))
      continue;
    index_[at] = static_cast<std::uint32_t>(limiting_.size());
    limiting_.push_back({id, colour_of(topology, id, capacity)});
  }
}

// What the ends of a lane let it have alone. Of a form alike, wherever it is taken.
double BetweenSites::fastest(std::uint32_t traffic, std::uint32_t i) {
  const route::Way& way = placed_.traffic[traffic].ways[i];
  if (way.form >= fastest_.size()) fastest_.resize(way.form + 1, 0);
  double& known = fastest_[way.form];
  if (known != 0) return known;
  const Lane& lane = placed_.traffic[traffic].lanes[i];
  const route::Form& form = placed_.ways->form(way);
  const route::Sites& sites = placed_.ways->sites();
  known = std::numeric_limits<double>::infinity();
  const auto look = [&](const std::vector<route::Use>& uses, std::uint32_t cell) {
    for (const route::Use& use : uses) {
      const ResourceId id = sites.resource(sites.of(placed_.cells[cell]).site, use.resource.value);
      known = std::min(known, placed_.topology().capacity(id).value() / use.weight);
    }
  };
  look(form.at_sender, lane.from_cell);
  look(form.at_receiver, lane.to_cell);
  return known;
}

std::vector<ResourceClass> BetweenSites::spare(
    const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& lane_of) const {
  std::vector<std::uint64_t> seen(index_.size(), 0);
  for (std::uint32_t t = 0; t < placed_.traffic.size(); ++t)
    for_each_use(placed_, t, [&](std::uint32_t i, const route::Use& use) {
      const std::size_t at = use.resource.index() - first_;
      if (index_[at] == kSpare)
        seen[at] += mixed_bits(mixed((std::uint64_t{t} << 32U) | lane_of(t, i)), use.weight);
    });
  std::vector<ResourceClass> classes;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> known;
  std::vector<std::uint32_t> first_of(index_.size(), kSpare);  // class that it stands for
  for (std::size_t at = 0; at < seen.size(); ++at) {
    if (seen[at] == 0) continue;
    const ResourceId id(first_ + at);
    const double capacity = placed_.topology().capacity(id).value();
    const auto [entry, is_new] =
        known.try_emplace({seen[at], colour_of(placed_.topology(), id, capacity)}, classes.size());
    if (is_new) {
      first_of[at] = static_cast<std::uint32_t>(classes.size());
      classes.push_back({id, capacity, 0, true, {}, {}});
    }
    classes[entry->second].count += 1;
    classes[entry->second].all.push_back(id);
  }
  for (std::uint32_t t = 0; t < placed_.traffic.size(); ++t)
    for_each_use(placed_, t, [&](std::uint32_t i, const route::Use& use) {
      const std::uint32_t own = first_of[use.resource.index() - first_];
      if (own != kSpare) classes[own].members.push_back({t, lane_of(t, i), use.weight});
    });
  return classes;
}

}  // namespace weft::simulate
