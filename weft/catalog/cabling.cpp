#include "weft/catalog/cabling.hpp"

#include "weft/facts/classes.hpp"
#include "weft/facts/halls.hpp"
#include "weft/link/altered.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

namespace weft::catalog {
namespace {

using topology::Builder;
using topology::CableEnds;
using topology::Layout;
using topology::Network;
using topology::NetworkPlan;
using topology::Node;
using topology::Place;

struct Ends {
  Node upper;
  Node lower;
};

// The rack in the middle of what was added, and its site.
class Means {
 public:
  explicit Means(std::size_t nodes) : sum_(nodes, 0), count_(nodes, 0), site_(nodes, 0) {}

  void add(Node node, std::int32_t rack, std::int32_t site) {
    sum_[node] += rack;
    ++count_[node];
    site_[node] = site;
  }
  bool has(Node node) const { return count_[node] > 0; }
  std::int32_t rack(Node node) const {
    return static_cast<std::int32_t>(sum_[node] / count_[node]);
  }
  std::int32_t site(Node node) const { return site_[node]; }

 private:
  std::vector<std::int64_t> sum_;
  std::vector<std::int32_t> count_;
  std::vector<std::int32_t> site_;
};

// Where nodes stand: rack and site, by plan node. Only optical cables lead to another site.
class Floor {
 public:
  Floor(const Builder& builder, const Network& network, const Layout& layout)
      : layout_(layout), rack_(network.plan->node_count(), 0), site_(rack_.size(), 0) {
    const NetworkPlan& plan = *network.plan;
    for (Node e = 0; e < plan.endpoints(); ++e) {
      const Place place = builder.so_far().place_of(network.node(builder.so_far(), e));
      rack_[e] = std::max(place.rack, 0);
      site_[e] = std::max(place.site, 0);
    }
    // Lower ends are placed before the upper ones above them, since tiers come one by one.
    std::vector<bool> placed(rack_.size(), false);
    std::fill_n(placed.begin(), plan.endpoints(), true);
    std::vector<Ends> between;
    Means means(rack_.size());
    plan.for_each_cable([&](const CableEnds& ends) {
      if (ends.upper < plan.endpoints() || ends.klass == topology::kOptical) return;
      if (ends.lower >= plan.endpoints())
        between.push_back({ends.upper, ends.lower});
      else
        means.add(ends.upper, rack_[ends.lower], site_[ends.lower]);
    });
    for (const auto& [upper, lower] : between) {
      if (upper <= lower) continue;  // routers beside each other stay among their endpoints
      if (means.has(lower)) settle(lower, means, placed);
      if (placed[lower]) means.add(upper, rack_[lower], site_[lower]);
    }
    for (Node node = plan.endpoints(); node < rack_.size(); ++node)
      if (means.has(node)) settle(node, means, placed);
    place_rest(between, placed);
  }

  Place place_of(Node node) const {
    Layout here = layout_;
    if (here.site >= 0) here.site = site_[node];
    if (here.servers_per_rack <= 0) return {.site = here.site};
    return here.place_of_rack(rack_[node]);
  }
  std::int32_t site_of(Node node) const { return site_[node]; }

  // In whole metres, so that few lengths differ.
  std::int32_t metres(Node a, Node b) const {
    const facts::Halls& h = facts::halls();
    if (rack_[a] == rack_[b]) return static_cast<std::int32_t>(h.within_rack_m.value);
    const std::int32_t per_row = std::max(layout_.racks_per_row, 1);
    const double along = std::abs(rack_[a] % per_row - rack_[b] % per_row) * h.rack_m.value;
    const double across = std::abs(rack_[a] / per_row - rack_[b] / per_row) * h.row_m.value;
    return static_cast<std::int32_t>(std::ceil(h.spare_m.value + along + across));
  }

 private:
  void settle(Node node, const Means& means, std::vector<bool>& placed) {
    rack_[node] = means.rack(node);
    site_[node] = means.site(node);
    placed[node] = true;
  }

  // What no endpoint is below stands among what it is joined to: a gateway among its leaves, a leaf
  // of the gateway alone at its spines. Each round places the neighbours of what stands.
  void place_rest(const std::vector<Ends>& between, std::vector<bool>& placed) {
    for (bool has_moved = true; has_moved;) {
      Means means(rack_.size());
      for (const auto& [a, b] : between) {
        if (placed[a] && !placed[b]) means.add(b, rack_[a], site_[a]);
        if (placed[b] && !placed[a]) means.add(a, rack_[b], site_[b]);
      }
      has_moved = false;
      for (Node node = 0; node < rack_.size(); ++node) {
        if (!means.has(node)) continue;
        settle(node, means, placed);
        has_moved = true;
      }
    }
  }

  Layout layout_;
  std::vector<std::int32_t> rack_;
  std::vector<std::int32_t> site_;
};

// One model for each class and length.
class Models {
 public:
  explicit Models(const CableLines& lines) : lines_(lines) {}
  const link::LinkModelPtr& of(std::uint8_t klass, std::int64_t metres) {
    link::LinkModelPtr& model = made_[{klass, metres}];
    if (model == nullptr) model = link::cable(lines_[klass], static_cast<double>(metres));
    return model;
  }

 private:
  const CableLines& lines_;
  std::map<std::pair<std::uint8_t, std::int64_t>, link::LinkModelPtr> made_;
};

}  // namespace

void add_network(Builder& builder, Network network, const CableLines& lines, const Layout& layout,
                 const std::vector<double>& km) {
  const NetworkPlan& plan = *network.plan;
  const Floor floor(builder, network, layout);
  network.first_switch = builder.component_count();
  Node node = plan.endpoints();
  for (const topology::Tier& tier : plan.tiers())
    for (std::uint32_t i = 0; i < tier.count; ++i) builder.add(tier.kind, floor.place_of(node++));
  network.first_link = builder.so_far().link_count();
  Models models(lines);
  plan.for_each_cable([&](const CableEnds& ends) {
    std::int64_t metres = floor.metres(ends.upper, ends.lower);
    const auto from = static_cast<std::size_t>(floor.site_of(ends.upper));
    const auto to = static_cast<std::size_t>(floor.site_of(ends.lower));
    // Sites may be zones of one hall.
    if (from != to)
      metres = std::max<std::int64_t>(metres, std::llround(std::abs(km[to] - km[from]) * 1000));
    builder.connect(network.node(builder.so_far(), ends.upper),
                    network.node(builder.so_far(), ends.lower), models.of(ends.klass, metres),
                    topology::Provenance::specified);
  });
  builder.add_network(std::move(network));
}

Layout usual_layout(const facts::Server* server) {
  const facts::Halls& h = facts::halls();
  Layout layout{.servers_per_rack = 4,
                .racks_per_row = static_cast<std::int32_t>(h.racks_per_row.value),
                .rows_per_hall = static_cast<std::int32_t>(h.rows_per_hall.value)};
  if (server == nullptr) return layout;
  if (!server->unit.empty()) {  // a rack itself
    layout.servers_per_rack = 1;
    return layout;
  }
  double fit = server->power_watts > 0 ? h.rack_kW.value * 1000 / server->power_watts : 0;
  if (server->height_units > 0) {
    const double by_height = h.rack_units.value / server->height_units;
    fit = fit > 0 ? std::min(fit, by_height) : by_height;
  }
  if (fit > 0) layout.servers_per_rack = std::max(1, static_cast<std::int32_t>(fit));
  return layout;
}

Seconds usual_switch_latency(const std::string& kind) {
  const auto& latency = facts::classes().latency;
  if (kind == "infiniband") return nanoseconds(latency.infiniband_switch_ns.value);
  if (kind == "ethernet") return nanoseconds(latency.ethernet_switch_ns.value);
  return nanoseconds(latency.nvswitch_ns.value);
}

}  // namespace weft::catalog
