#include "weft/topology/network/dragonfly.hpp"

#include "weft/topology/network/halves.hpp"
#include "weft/topology/network/hosts.hpp"
#include "weft/topology/network/hyperx.hpp"

#include <algorithm>

namespace weft::topology {
namespace {

std::uint32_t pair_index(std::uint32_t x, std::uint32_t y, std::uint32_t n) {
  return x * n - x * (x + 1) / 2 + (y - x - 1);
}

DragonflyShape complete(DragonflyShape shape) {
  if (shape.per_pair == 0) shape.per_pair = dragonfly_per_pair(shape.a, shape.h, shape.groups);
  if (shape.endpoints == 0) shape.endpoints = shape.p * shape.a * shape.groups;
  return shape;
}

// Global cables: those of the groups (0,1), (0,2) …, so many a pair.
class GlobalCables {
 public:
  GlobalCables(const DragonflyShape& shape, Cable first) : s_(shape), first_(first) {}

  std::uint32_t count() const { return s_.groups * (s_.groups - 1) / 2 * s_.per_pair; }
  Cable cable(std::uint32_t group, std::uint32_t peer, std::uint32_t i) const {
    return first_ +
           pair_index(std::min(group, peer), std::max(group, peer), s_.groups) * s_.per_pair + i;
  }
  // The router of `group` (0 … a-1) that the i-th cable to `peer` is at.
  std::uint32_t router(std::uint32_t group, std::uint32_t peer, std::uint32_t i) const {
    return ((peer < group ? peer : peer - 1) * s_.per_pair + i) % s_.a;
  }
  template <class NodeOf>
  void for_each(const CableSink& sink, NodeOf node) const {
    for (std::uint32_t g = 0; g < s_.groups; ++g)
      for (std::uint32_t h = g + 1; h < s_.groups; ++h)
        for (std::uint32_t i = 0; i < s_.per_pair; ++i)
          sink({node(g, router(g, h, i)), node(h, router(h, g, i)), kSwitchCable});
  }
  // An even number of groups is halved between them, where the last one is full or what it lacks is
  // little beside all endpoints (Frontier: 0.7 %), as the published figures do.
  bool halve() const {
    const double places = 1.0 * s_.p * s_.a * s_.groups;
    return s_.groups % 2 == 0 && s_.endpoints > 0.99 * places;
  }
  Figures::Cut halves() const {
    const double half = s_.groups / 2;
    return {half * (s_.groups - half) * s_.per_pair, kSwitchCable};
  }

 private:
  const DragonflyShape& s_;
  Cable first_;
};

class DragonflyPlan final : public NetworkPlan {
 public:
  explicit DragonflyPlan(const DragonflyShape& shape)
      : s_(shape), hosts_{shape.endpoints, shape.p}, globals_(s_, shape.endpoints + locals()) {}

  std::uint32_t endpoints() const override { return hosts_.count; }
  std::vector<Tier> tiers() const override { return {{ComponentKind::router, s_.a * s_.groups}}; }
  std::uint32_t cable_count() const override { return hosts_.count + locals() + globals_.count(); }

  void for_each_cable(const CableSink& sink) const override {
    hosts_.for_each_cable(sink);
    for (std::uint32_t g = 0; g < s_.groups; ++g)
      for (std::uint32_t x = 0; x < s_.a; ++x)
        for (std::uint32_t y = x + 1; y < s_.a; ++y) sink({node(g, x), node(g, y), kSwitchCable});
    globals_.for_each(sink, [this](std::uint32_t g, std::uint32_t r) { return node(g, r); });
  }

  void next(Node at, Node to, std::vector<Step>& out) const override {
    if (hosts_.is_endpoint(at)) return out.push_back(hosts_.up(at));
    const std::uint32_t here = hosts_.router(at);
    const std::uint32_t there = hosts_.router_of(to);
    if (here == there) return out.push_back(Hosts::down(to));
    const std::uint32_t group = here / s_.a;
    const std::uint32_t peer = there / s_.a;
    if (group == peer) return out.push_back(local(group, here % s_.a, there % s_.a));
    // Each cable to the group, with the local hops before and behind it.
    const auto cost = [&](std::uint32_t i) {
      return (globals_.router(group, peer, i) != here % s_.a ? 1 : 0) +
             (globals_.router(peer, group, i) != there % s_.a ? 1 : 0);
    };
    int least = 2;
    for (std::uint32_t i = 0; i < s_.per_pair; ++i) least = std::min(least, cost(i));
    for (std::uint32_t i = 0; i < s_.per_pair; ++i) {
      if (cost(i) != least) continue;
      const std::uint32_t exit = globals_.router(group, peer, i);
      const Step step = exit != here % s_.a ? local(group, here % s_.a, exit)
                                            : Step{globals_.cable(group, peer, i), group < peer,
                                                   node(peer, globals_.router(peer, group, i))};
      if (std::ranges::find(out, step) == out.end()) out.push_back(step);
    }
  }

  Figures figures() const override {
    // Routers far from the cables of their groups need a local hop on either side, unless every
    // router has a cable to every group.
    const unsigned local = s_.a > 1 ? 1 : 0;
    unsigned between = local;
    if (s_.groups > 1) between = 1 + local + (s_.per_pair < s_.a ? local : 0);
    return {.switches = switch_count(),
            .links = hosts_.count + dragonfly_local_links(s_.a, s_.groups) + globals_.count(),
            .diameter = is_full() ? 2 + between : measured_diameter(*this).value_or(2 + between),
            .bisection = cuts()};
  }
  std::vector<std::vector<Node>> orders() const override {
    return {hosts_.in_order(), hosts_.across(s_.a)};
  }

 private:
  std::uint32_t locals() const { return s_.a * (s_.a - 1) / 2 * s_.groups; }
  Node node(std::uint32_t group, std::uint32_t router) const {
    return hosts_.node(group * s_.a + router);
  }
  Step local(std::uint32_t group, std::uint32_t from, std::uint32_t to) const {
    const Cable cable = hosts_.count + group * (s_.a * (s_.a - 1) / 2) +
                        pair_index(std::min(from, to), std::max(from, to), s_.a);
    return {cable, from < to, node(group, to)};
  }
  std::vector<Figures::Cut> cuts() const {
    std::vector<Figures::Cut> cuts = {hosts_.half()};
    if (globals_.halve() || cable_count() > kMostMeasured) cuts.push_back(globals_.halves());
    return cuts;
  }
  bool is_full() const { return hosts_.count == s_.p * s_.a * s_.groups && hosts_.count > 1; }

  DragonflyShape s_;
  Hosts hosts_;
  GlobalCables globals_;
};

class DragonflyPlusPlan final : public NetworkPlan {
 public:
  explicit DragonflyPlusPlan(const DragonflyShape& shape)
      : s_(shape),
        hosts_{shape.endpoints, shape.p},
        globals_(s_, shape.endpoints + shape.a * shape.a * shape.groups) {}

  std::uint32_t endpoints() const override { return hosts_.count; }
  std::vector<Tier> tiers() const override {
    return {{ComponentKind::leaf, s_.a * s_.groups}, {ComponentKind::spine, s_.a * s_.groups}};
  }
  std::uint32_t cable_count() const override {
    return hosts_.count + s_.a * s_.a * s_.groups + globals_.count();
  }

  void for_each_cable(const CableSink& sink) const override {
    hosts_.for_each_cable(sink);
    for (std::uint32_t g = 0; g < s_.groups; ++g)
      for (std::uint32_t leaf = 0; leaf < s_.a; ++leaf)
        for (std::uint32_t spine = 0; spine < s_.a; ++spine)
          sink({spine_node(g, spine), hosts_.node(g * s_.a + leaf), kSwitchCable});
    globals_.for_each(sink, [this](std::uint32_t g, std::uint32_t s) { return spine_node(g, s); });
  }

  void next(Node at, Node to, std::vector<Step>& out) const override {
    if (hosts_.is_endpoint(at)) return out.push_back(hosts_.up(at));
    const std::uint32_t leaves = s_.a * s_.groups;
    const std::uint32_t here = hosts_.router(at);
    const std::uint32_t there = hosts_.router_of(to);
    const std::uint32_t peer = there / s_.a;
    const std::uint32_t group = (here < leaves ? here : here - leaves) / s_.a;
    if (here == there) return out.push_back(Hosts::down(to));
    if (here < leaves) {
      // Up to any spine of the own group, or to those with a cable to the other.
      const std::uint32_t ways = group == peer ? s_.a : std::min(s_.a, s_.per_pair);
      for (std::uint32_t i = 0; i < ways; ++i) {
        const std::uint32_t spine = group == peer ? i : globals_.router(group, peer, i);
        out.push_back({local(group, here % s_.a, spine), false, spine_node(group, spine)});
      }
      return;
    }
    const std::uint32_t spine = (here - leaves) % s_.a;
    if (group == peer)
      return out.push_back({local(group, there % s_.a, spine), true, hosts_.node(there)});
    for (std::uint32_t i = 0; i < s_.per_pair; ++i)
      if (globals_.router(group, peer, i) == spine)
        out.push_back({globals_.cable(group, peer, i), group < peer,
                       spine_node(peer, globals_.router(peer, group, i))});
  }

  Figures figures() const override {
    const unsigned between = s_.groups > 1 ? 5U : s_.a > 1 ? 4U : 2U;
    const bool is_full = hosts_.count == s_.p * s_.a * s_.groups && hosts_.count > 1;
    Figures figures{.switches = switch_count(),
                    .links = cable_count(),
                    .diameter = is_full ? between : measured_diameter(*this).value_or(between),
                    .bisection = {hosts_.half(), {0.5 * s_.a * s_.a * s_.groups, kSwitchCable}}};
    if (globals_.halve() || cable_count() > kMostMeasured)
      figures.bisection.push_back(globals_.halves());
    if (!is_full && cable_count() <= kMostMeasured) figures.bisection.resize(1);
    return figures;
  }
  std::vector<std::vector<Node>> orders() const override {
    return {hosts_.in_order(), hosts_.across(s_.a)};
  }

 private:
  Node spine_node(std::uint32_t group, std::uint32_t spine) const {
    return hosts_.node(s_.a * s_.groups + group * s_.a + spine);
  }
  Cable local(std::uint32_t group, std::uint32_t leaf, std::uint32_t spine) const {
    return hosts_.count + (group * s_.a + leaf) * s_.a + spine;
  }

  DragonflyShape s_;
  Hosts hosts_;
  GlobalCables globals_;
};

}  // namespace

PlanPtr dragonfly(DragonflyShape shape) {
  return std::make_shared<const DragonflyPlan>(complete(shape));
}

PlanPtr dragonfly_plus(DragonflyShape shape) {
  return std::make_shared<const DragonflyPlusPlan>(complete(shape));
}

std::uint64_t dragonfly_most_groups(std::uint64_t a, std::uint64_t h) { return a * h + 1; }

std::uint64_t dragonfly_radix(std::uint64_t p, std::uint64_t a, std::uint64_t h) {
  return p + a - 1 + h;
}

std::uint64_t dragonfly_local_links(std::uint64_t a, std::uint64_t groups) {
  return groups * full_mesh_links(a);
}

std::uint64_t dragonfly_global_ports(std::uint64_t a, std::uint64_t h, std::uint64_t groups) {
  return a * h * groups;
}

std::uint32_t dragonfly_per_pair(std::uint32_t a, std::uint32_t h, std::uint32_t groups) {
  return groups < 2 ? 0 : a * h / (groups - 1);
}

std::uint64_t dragonfly_plus_hosts(std::uint64_t k) {
  const std::uint64_t square = (k / 2) * (k / 2);
  return square * (square + 1);
}

double dragonfly_adversarial_share(std::uint32_t p, std::uint32_t a, std::uint32_t per_pair) {
  return static_cast<double>(per_pair) / (static_cast<double>(a) * p);
}

}  // namespace weft::topology
