#include "weft/simulate/quotient.hpp"

#include "weft/simulate/partition.hpp"
#include "weft/simulate/spare_resources.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace weft::simulate {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Labels of edges: which end of what a neighbour is.
enum Edge : std::uint64_t { kSender = 1, kReceiver, kConnection, kUse };

class Builder {
 public:
  Builder(const SiteClasses& sites, const QuotientRules& rules)
      : sites_(sites), traffic_(sites.traffic), rules_(rules), resources_(sites, rules.needed) {}

  Quotient build() {
    add_vertices();
    add_edges();
    class_ = equitable_partition(graph_);
    number_cells();
    for (std::size_t t = 0; t < traffic_.size(); ++t) choose_lanes(t);
    class_resources();
    for (std::uint32_t t = 0; t < traffic_.size(); ++t) {
      PhaseTraffic lanes = lanes_of(t);
      add_flows(t, lanes);
      out_.traffic.push_back(std::make_shared<const PhaseTraffic>(std::move(lanes)));
    }
    return std::move(out_);
  }

 private:
  std::uint64_t colour(std::size_t t, std::size_t i) const {
    const Lane& lane = traffic_[t].lanes[i];
    const route::Traffic& way = traffic_[t].traffic[i];
    std::uint64_t colour = mixed_bits(t, lane.share);
    colour = mixed_bits(colour, lane.compute.value());
    colour = mixed(colour, (std::uint64_t{lane.sent_at} << 32U) | lane.received_at);
    colour =
        mixed(colour, (lane.waits_within ? 1U : 0U) | (lane.sender_receives ? 2U : 0U) |
                          (lane.computes ? 4U : 0U) | (static_cast<std::uint64_t>(way.mode) << 8U) |
                          (static_cast<std::uint64_t>(way.distance) << 16U));
    colour = mixed_bits(colour, way.far.value());
    return rules_.hardware_latency ? mixed_bits(colour, way.latency.value()) : colour;
  }

  void add_vertices() {
    graph_.reserve(sites_.cells, 0);
    for (std::uint32_t cell = 0; cell < sites_.cells; ++cell) graph_.add(0);
    for (std::size_t t = 0; t < traffic_.size(); ++t) {
      first_lane_.push_back(static_cast<std::uint32_t>(graph_.colours().size()));
      for (std::size_t i = 0; i < traffic_[t].lanes.size(); ++i) graph_.add(colour(t, i));
    }
    for (std::uint32_t r = 0; r < resources_.size(); ++r)
      vertex_.push_back(resources_.is_spare(r) ? kNone : graph_.add(resources_.colour(r)));
  }

  void add_edges() {
    for (std::size_t t = 0; t < traffic_.size(); ++t)
      for (std::uint32_t i = 0; i < traffic_[t].lanes.size(); ++i) {
        const Lane& lane = traffic_[t].lanes[i];
        const std::uint32_t own = first_lane_[t] + i;
        graph_.join(own, kSender, lane.from_cell, kSender);
        if (!lane.computes) graph_.join(own, kReceiver, lane.to_cell, kReceiver);
        const auto [connection, is_new] = connections_.try_emplace(lane.connection, kNone);
        if (is_new) connection->second = graph_.add(1);
        graph_.join(own, kConnection, connection->second, kConnection);
        for (const FlowUse& use : traffic_[t].flows.uses(i)) {
          const std::uint32_t r = resources_.of(t, use.resource);
          if (vertex_[r] == kNone) continue;
          graph_.join(own, mixed_bits(kUse, use.weight), vertex_[r],
                      mixed_bits(kUse, use.weight * lane.count / resources_.count(r)));
        }
      }
  }

  void number_cells() {
    std::unordered_map<std::uint32_t, std::uint32_t> known;
    for (std::uint32_t cell = 0; cell < sites_.cells; ++cell)
      cell_.push_back(
          known.try_emplace(class_[cell], static_cast<std::uint32_t>(known.size())).first->second);
    out_.cells = static_cast<std::uint32_t>(known.size());
  }

  // The first lane of each class stands for it; classes keep the order of lanes.
  void choose_lanes(std::size_t t) {
    std::unordered_map<std::uint32_t, std::uint32_t> known;
    auto& to = lane_.emplace_back();
    auto& chosen = chosen_.emplace_back();
    for (std::uint32_t i = 0; i < traffic_[t].lanes.size(); ++i) {
      const auto [entry, is_new] =
          known.try_emplace(class_[first_lane_[t] + i], static_cast<std::uint32_t>(chosen.size()));
      if (is_new) chosen.push_back(i);
      to.push_back(entry->second);
    }
  }

  PhaseTraffic lanes_of(std::size_t t) const {
    const PhaseTraffic& all = traffic_[t];
    PhaseTraffic out(all.flows.topology());
    out.ordering = all.ordering;
    out.everyone_receives = all.everyone_receives;
    for (const std::uint32_t i : chosen_[t]) {
      Lane lane = all.lanes[i];
      lane.from_cell = cell_[lane.from_cell];
      lane.to_cell = cell_[lane.to_cell];
      lane.connection = class_[connections_.at(lane.connection)];
      lane.count = 0;
      out.lanes.push_back(lane);
      out.traffic.push_back(all.traffic[i]);
      if (all.need_offset.empty()) continue;
      out.need_offset.push_back(static_cast<std::uint32_t>(out.needs.size()));
      for (const Need& need : all.needs_of(i))
        out.needs.push_back({lane_[t][need.lane], need.ahead, need.sent});
    }
    if (!all.need_offset.empty())
      out.need_offset.push_back(static_cast<std::uint32_t>(out.needs.size()));
    for (std::uint32_t i = 0; i < all.lanes.size(); ++i)
      out.lanes[lane_[t][i]].count += all.lanes[i].count;
    return out;
  }

  // Resources of a class, and spare ones that the same classes of lanes take alike.
  void class_resources() {
    std::vector<std::vector<ResourceClass::Member>> members(resources_.size());
    for (std::uint32_t t = 0; t < traffic_.size(); ++t)
      for (std::uint32_t i = 0; i < traffic_[t].lanes.size(); ++i)
        for (const FlowUse& use : traffic_[t].flows.uses(i)) {
          const std::uint32_t r = resources_.of(t, use.resource);
          members[r].push_back(
              {t, lane_[t][i], use.weight * traffic_[t].lanes[i].count / resources_.count(r)});
        }
    for (std::uint32_t r = 0; r < resources_.size(); ++r) {
      ResourceClass own{resources_.id(r),
                        resources_.capacity(r),
                        resources_.count(r),
                        vertex_[r] == kNone,
                        {},
                        std::move(members[r])};
      if (own.is_spare) own.all = {own.first};
      add_class(std::move(own), own.is_spare ? resources_.colour(r) : class_[vertex_[r]]);
    }
    for (ResourceClass spare : sites_.spare) {
      for (ResourceClass::Member& m : spare.members) m.lane = lane_[m.traffic][m.lane];
      add_class(std::move(spare),
                colour_of(traffic_.front().flows.topology(), spare.first, spare.capacity));
    }
  }

  // Of spare ones, those of a colour that the same lanes take alike are a class.
  void add_class(ResourceClass own, std::uint64_t colour) {
    add_up(own.members);
    const std::tuple key(own.is_spare, colour, own.is_spare ? signature(own.members) : 0);
    const auto [entry, is_new] = known_.try_emplace(key, out_.resources.size());
    if (is_new) {
      out_.resources.push_back(std::move(own));
      return;
    }
    ResourceClass& found = out_.resources[entry->second];
    found.count += own.count;
    found.all.insert(found.all.end(), own.all.begin(), own.all.end());
  }

  // One entry for each class of lanes.
  static void add_up(std::vector<ResourceClass::Member>& members) {
    std::stable_sort(members.begin(), members.end(), [](const auto& a, const auto& b) {
      return std::pair(a.traffic, a.lane) < std::pair(b.traffic, b.lane);
    });
    std::size_t last = 0;
    for (std::size_t i = 1; i < members.size(); ++i)
      if (members[i].traffic == members[last].traffic && members[i].lane == members[last].lane)
        members[last].weight += members[i].weight;
      else
        members[++last] = members[i];
    if (!members.empty()) members.resize(last + 1);
  }

  static std::uint64_t signature(const std::vector<ResourceClass::Member>& members) {
    std::uint64_t all = 0;
    for (const ResourceClass::Member& m : members)
      all = mixed_bits(mixed(all, (std::uint64_t{m.traffic} << 32U) | m.lane), m.weight);
    return all;
  }

  void add_flows(std::uint32_t t, PhaseTraffic& out) const {
    std::vector<std::vector<route::Use>> uses(out.lanes.size());
    for (const ResourceClass& c : out_.resources)
      for (const ResourceClass::Member& m : c.members)
        if (!c.is_spare && m.traffic == t) uses[m.lane].push_back({c.first, m.weight});
    for (const auto& of_lane : uses) out.flows.add(of_lane);
  }

  const SiteClasses& sites_;
  const std::vector<PhaseTraffic>& traffic_;
  const QuotientRules& rules_;
  UsedResources resources_;
  ColouredGraph graph_;
  std::unordered_map<std::uint64_t, std::uint32_t> connections_;  // vertex
  std::vector<std::uint32_t> first_lane_;                         // [traffic]: vertex
  std::vector<std::uint32_t> vertex_;               // [resource]; kNone where it is spare
  std::vector<std::uint32_t> class_;                // [vertex]
  std::vector<std::uint32_t> cell_;                 // [cell]: of the quotient
  std::vector<std::vector<std::uint32_t>> lane_;    // [traffic][lane]: of the quotient
  std::vector<std::vector<std::uint32_t>> chosen_;  // [traffic][lane of the quotient]
  std::map<std::tuple<bool, std::uint64_t, std::uint64_t>, std::size_t> known_;  // resource class
  Quotient out_;
};

}  // namespace

Quotient quotient(const SiteClasses& sites, const QuotientRules& rules) {
  return Builder(sites, rules).build();
}

}  // namespace weft::simulate
