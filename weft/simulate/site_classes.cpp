#include "weft/simulate/site_classes.hpp"

#include "weft/simulate/between_sites.hpp"
#include "weft/simulate/partition.hpp"
#include "weft/simulate/placed_schedule.hpp"
#include "weft/simulate/site_slots.hpp"

#include <utility>

namespace weft::simulate {
namespace {

// Labels of edges.
enum Edge : std::uint64_t { kSends = 1, kReceives, kTakes };

class Builder {
 public:
  Builder(const PlacedSchedule& placed, const QuotientRules& rules)
      : placed_(placed), slots_(placed), between_(placed, rules), rules_(rules) {}

  SiteClasses build() {
    for (std::uint32_t site = 0; site < slots_.sites(); ++site)
      graph_.add(slots_.colour(site, rules_.hardware_latency));
    for (const BetweenSites::Resource& r : between_.limiting()) graph_.add(r.colour);
    join_messages();
    class_ = equitable_partition(graph_);
    choose();
    for (std::uint32_t t = 0; t < placed_.traffic.size(); ++t) out_.traffic.push_back(traffic(t));
    out_.cells = cells_;
    out_.spare = between_.spare([&](std::uint32_t t, std::uint32_t i) { return lane_of(t, i); });
    return std::move(out_);
  }

 private:
  template <class Visit>
  void for_each_message(Visit visit) const {
    for (std::uint32_t t = 0; t < placed_.traffic.size(); ++t)
      for (std::uint32_t i = 0; i < placed_.traffic[t].lanes.size(); ++i)
        if (!placed_.traffic[t].lanes[i].computes) visit(t, i, placed_.traffic[t].lanes[i]);
  }

  void join_messages() {
    for_each_message([&](std::uint32_t t, std::uint32_t i, const Lane& lane) {
      const std::uint32_t from = slots_.site(lane.from_cell);
      const std::uint32_t to = slots_.site(lane.to_cell);
      const std::uint64_t slot = slots_.slot(t, i);
      if (from != to) graph_.join(from, mixed(kSends, slot), to, mixed(kReceives, slot));
      for (const route::Use& use : placed_.ways->between(placed_.traffic[t].ways[i])) {
        const auto r = between_.limiting(use.resource);
        if (!r) continue;
        const std::uint64_t label = mixed_bits(mixed(kTakes, slot), use.weight);
        graph_.join(from, label, slots_.sites() + *r, label);
      }
    });
  }

  // The first site of each class stands for it, and the first resource of each.
  void choose() {
    std::unordered_map<std::uint32_t, std::uint32_t> known;
    for (std::uint32_t site = 0; site < slots_.sites(); ++site) {
      const auto [entry, is_new] =
          known.try_emplace(class_[site], static_cast<std::uint32_t>(chosen_.size()));
      if (is_new) {
        chosen_.push_back({site, 0, cells_, number_.size()});
        number_.resize(number_.size() + slots_.slots(site));
        cells_ += static_cast<std::uint32_t>(slots_.cells_of(site).size());
      }
      chosen_[entry->second].count += 1;
      class_[site] = entry->second;
    }
    std::unordered_map<std::uint32_t, ResourceId> first;
    std::unordered_map<std::uint32_t, double> count;
    for (std::uint32_t r = 0; r < between_.limiting().size(); ++r) {
      first.try_emplace(class_[slots_.sites() + r], between_.limiting()[r].id);
      count[class_[slots_.sites() + r]] += 1;
    }
    for (const auto& [of_class, id] : first) out_.count[id] = count[of_class];
    for (std::uint32_t r = 0; r < between_.limiting().size(); ++r)
      stands_for_.push_back(first[class_[slots_.sites() + r]]);
    lanes_.resize(placed_.traffic.size());
    for (std::uint32_t t = 0; t < placed_.traffic.size(); ++t)
      for (std::uint32_t i = 0; i < placed_.traffic[t].lanes.size(); ++i) {
        const std::uint32_t site = slots_.site(placed_.traffic[t].lanes[i].from_cell);
        if (chosen_[class_[site]].site != site) continue;
        number_[chosen_[class_[site]].first_slot + slots_.slot(t, i)] =
            static_cast<std::uint32_t>(lanes_[t].size());
        lanes_[t].push_back(i);
      }
  }

  std::uint32_t lane_of(std::uint32_t t, std::uint32_t i) const {
    const std::uint32_t site = slots_.site(placed_.traffic[t].lanes[i].from_cell);
    return number_[chosen_[class_[site]].first_slot + slots_.slot(t, i)];
  }
  std::uint32_t cell(std::uint32_t of_schedule) const {
    return chosen_[class_[slots_.site(of_schedule)]].first_cell + slots_.place(of_schedule);
  }

  PhaseTraffic traffic(std::uint32_t t) {
    const PhaseWays& all = placed_.traffic[t];
    PhaseTraffic out(placed_.topology());
    out.ordering = all.ordering;
    out.everyone_receives = all.everyone_receives;
    std::vector<route::Use> uses;
    for (const std::uint32_t i : lanes_[t]) {
      Lane lane = all.lanes[i];
      const std::uint32_t of_class = class_[slots_.site(lane.from_cell)];
      uses.clear();
      if (!lane.computes) add_uses(all.ways[i], lane, uses);
      out.flows.add(uses);
      out.traffic.push_back(lane.computes ? route::Traffic{} : placed_.message(t, i));
      lane.connection = (std::uint64_t{of_class} << 32U) | slots_.connection(t, i);
      lane.count = chosen_[of_class].count;
      lane.from_cell = cell(lane.from_cell);
      lane.to_cell = cell(lane.to_cell);
      out.lanes.push_back(lane);
      if (all.need_offset.empty()) continue;
      out.need_offset.push_back(static_cast<std::uint32_t>(out.needs.size()));
      for (const Need& need : all.needs_of(i))
        out.needs.push_back({lane_of(t, need.lane), need.ahead, need.sent});
    }
    if (!all.need_offset.empty())
      out.need_offset.push_back(static_cast<std::uint32_t>(out.needs.size()));
    return out;
  }

  void add_uses(const route::Way& way, const Lane& lane, std::vector<route::Use>& uses) {
    const route::Form& form = placed_.ways->form(way);
    add_local(form.at_sender, slots_.site(lane.from_cell), uses);
    for (const route::Use& use : placed_.ways->between(way))
      if (const auto r = between_.limiting(use.resource))
        uses.push_back({stands_for_[*r], use.weight});
    add_local(form.at_receiver, slots_.site(lane.to_cell), uses);
  }

  void add_local(const std::vector<route::Use>& local, std::uint32_t site,
                 std::vector<route::Use>& uses) {
    const Chosen& chosen = chosen_[class_[site]];
    for (const route::Use& use : local) {
      const ResourceId id =
          placed_.ways->sites().resource(slots_.number(chosen.site), use.resource.value);
      uses.push_back({id, use.weight});
      if (chosen.count > 1) out_.count[id] = chosen.count;
    }
  }

  struct Chosen {
    std::uint32_t site = 0;
    double count = 0;
    std::uint32_t first_cell = 0;
    std::size_t first_slot = 0;  // into number_
  };

  const PlacedSchedule& placed_;
  SiteSlots slots_;
  BetweenSites between_;
  const QuotientRules& rules_;
  ColouredGraph graph_;
  std::vector<std::uint32_t> class_;  // [vertex], then of sites into chosen_
  std::vector<Chosen> chosen_;
  std::vector<ResourceId> stands_for_;             // [limiting resource]
  std::vector<std::vector<std::uint32_t>> lanes_;  // [traffic]: those of chosen sites
  std::vector<std::uint32_t> number_;              // [slot of a chosen site]: into lanes_
  std::uint32_t cells_ = 0;
  SiteClasses out_;
};

}  // namespace

SiteClasses site_classes(const PlacedSchedule& placed, const QuotientRules& rules) {
  if (!placed.ways->sites().is_one()) return Builder(placed, rules).build();
  SiteClasses all;
  all.cells = static_cast<std::uint32_t>(placed.cells.size());
  for (std::size_t t = 0; t < placed.traffic.size(); ++t) all.traffic.push_back(placed.flows(t));
  return all;
}

}  // namespace weft::simulate
