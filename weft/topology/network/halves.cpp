#include "weft/topology/network/halves.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>

namespace weft::topology {
namespace {

using Bytes = std::int64_t;  // a second; whole, so that residuals end at 0

// Dinic 1970 over the switches; a half of the endpoints is one node, source or sink.
class FlowGraph {
 public:
  FlowGraph(const NetworkPlan& plan, const CableRates& rates) : endpoints_(plan.endpoints()) {
    const std::uint32_t nodes = plan.node_count() - endpoints_ + 2;
    first_.assign(nodes, {});
    struct Between {
      Node a, b;
      Bytes rate;
    };
    std::vector<Between> between;
    plan.for_each_cable([&](const CableEnds& ends) {
      const Bytes rate = std::llround(rates[ends.klass].value());
      if (ends.upper < endpoints_ || ends.lower < endpoints_)
        outer_.push_back({ends.upper, ends.lower, rate});
      else
        between.push_back(
            {std::min(ends.upper, ends.lower), std::max(ends.upper, ends.lower), rate});
    });
    std::ranges::sort(between, [](const Between& x, const Between& y) {
      return std::pair(x.a, x.b) < std::pair(y.a, y.b);
    });
    for (std::size_t i = 0; i < between.size();) {
      const auto [a, b, rate] = between[i];
      Bytes all = 0;
      for (; i < between.size() && between[i].a == a && between[i].b == b; ++i)
        all += between[i].rate;
      add(of_switch(a), of_switch(b), all);
    }
    fixed_ = arcs_.size();
  }

  Bytes flow(const std::vector<bool>& in_first) {
    for (std::size_t i = 0; i < fixed_; ++i) arcs_[i].left = arcs_[i].rate;
    arcs_.resize(fixed_);
    for (auto& arcs : first_)
      while (!arcs.empty() && arcs.back() >= fixed_) arcs.pop_back();
    Bytes direct = 0;
    std::vector<Bytes> to_source(first_.size(), 0);
    std::vector<Bytes> to_sink(first_.size(), 0);
    const auto half = [&](Node node) {
      return node >= endpoints_ ? of_switch(node) : in_first[node] ? kSource : kSink;
    };
    for (const Outer& cable : outer_) {
      const std::uint32_t a = half(cable.a);
      const std::uint32_t b = half(cable.b);
      if (a == b) continue;
      if (a < 2 && b < 2) {
        direct += cable.rate;
        continue;
      }
      (std::min(a, b) == kSource ? to_source : to_sink)[std::max(a, b)] += cable.rate;
    }
    for (std::uint32_t node = 2; node < first_.size(); ++node) {
      if (to_source[node] > 0) add(kSource, node, to_source[node]);
      if (to_sink[node] > 0) add(node, kSink, to_sink[node]);
    }
    return direct + greatest();
  }

 private:
  static constexpr std::uint32_t kSource = 0;
  static constexpr std::uint32_t kSink = 1;
  struct Outer {
    Node a, b;
    Bytes rate;
  };
  struct Arc {
    std::uint32_t to;
    Bytes rate;
    Bytes left;
  };

  std::uint32_t of_switch(Node node) const { return node - endpoints_ + 2; }
  // Both directions, each with all of the rate: cables are full duplex.
  void add(std::uint32_t a, std::uint32_t b, Bytes rate) {
    first_[a].push_back(static_cast<std::uint32_t>(arcs_.size()));
    arcs_.push_back({b, rate, rate});
    first_[b].push_back(static_cast<std::uint32_t>(arcs_.size()));
    arcs_.push_back({a, rate, rate});
  }

  Bytes greatest() {
    Bytes all = 0;
    while (find_levels()) {
      at_.assign(first_.size(), 0);
      while (const Bytes more = push(kSource, std::numeric_limits<Bytes>::max())) all += more;
    }
    return all;
  }

  bool find_levels() {
    level_.assign(first_.size(), 0);
    level_[kSource] = 1;
    std::deque<std::uint32_t> open = {kSource};
    while (!open.empty() && level_[kSink] == 0) {
      const std::uint32_t here = open.front();
      open.pop_front();
      for (const std::uint32_t i : first_[here]) {
        const Arc& arc = arcs_[i];
        if (arc.left == 0 || level_[arc.to] > 0) continue;
        level_[arc.to] = level_[here] + 1;
        open.push_back(arc.to);
      }
    }
    return level_[kSink] > 0;
  }

  // As much as gets through the levels, all branches of a node in one visit.
  Bytes push(std::uint32_t here, Bytes most) {
    if (here == kSink) return most;
    Bytes sent = 0;
    for (; at_[here] < first_[here].size(); ++at_[here]) {
      const std::uint32_t i = first_[here][at_[here]];
      Arc& arc = arcs_[i];
      if (arc.left == 0 || level_[arc.to] != level_[here] + 1) continue;
      const Bytes got = push(arc.to, std::min(most - sent, arc.left));
      arc.left -= got;
      arcs_[i ^ 1].left += got;
      sent += got;
      if (sent == most) return sent;
    }
    return sent;
  }

  std::uint32_t endpoints_;
  std::vector<Outer> outer_;
  std::vector<Arc> arcs_;  // in pairs
  std::size_t fixed_ = 0;
  std::vector<std::vector<std::uint32_t>> first_;  // [node] → arcs
  std::vector<std::uint32_t> level_;
  std::vector<std::size_t> at_;
};

}  // namespace

Bandwidth flow_between_halves(const NetworkPlan& plan, const CableRates& rates,
                              const std::vector<Node>& first) {
  std::vector<bool> in_first(plan.endpoints(), false);
  for (const Node e : first) in_first[e] = true;
  return Bandwidth(static_cast<double>(FlowGraph(plan, rates).flow(in_first)));
}

Bandwidth narrowest_halves(const NetworkPlan& plan, const CableRates& rates,
                           const std::vector<std::vector<Node>>& orders) {
  const std::uint32_t count = plan.endpoints();
  if (orders.empty() || count < 2 || plan.cable_count() > kMostMeasured) return kUnlimited;
  FlowGraph graph(plan, rates);
  // Small networks are cut at every place, large ones at a few.
  constexpr std::uint32_t kCables = 400'000;
  const std::uint32_t half = count / 2;
  const std::uint32_t places =
      count % 2 == 0 ? half : count;  // half a turn on, halves change sides
  const std::uint32_t starts = std::clamp(kCables / std::max(plan.cable_count(), 1U), 1U, places);
  Bandwidth narrowest = kUnlimited;
  for (const std::vector<Node>& order : orders)
    for (std::uint32_t s = 0; s < starts; ++s) {
      const auto start = static_cast<std::uint32_t>(std::uint64_t{s} * places / starts);
      std::vector<bool> in_first(count, false);
      for (std::uint32_t i = 0; i < half; ++i) in_first[order[(start + i) % count]] = true;
      narrowest = std::min(narrowest, Bandwidth(static_cast<double>(graph.flow(in_first))));
    }
  return narrowest;
}

std::optional<unsigned> measured_diameter(const NetworkPlan& plan) {
  constexpr std::uint64_t kMostSteps = 50'000'000;
  const std::uint32_t endpoints = plan.endpoints();
  if (endpoints < 2) return 0;
  const std::uint32_t switches = plan.switch_count();
  if (std::uint64_t{switches} * plan.cable_count() > kMostSteps) return std::nullopt;
  std::vector<std::vector<std::uint32_t>> neighbours(switches);
  std::vector<std::uint32_t> hosts(switches, 0);
  plan.for_each_cable([&](const CableEnds& ends) {
    if (ends.lower < endpoints) {
      ++hosts[ends.upper - endpoints];
      return;
    }
    neighbours[ends.upper - endpoints].push_back(ends.lower - endpoints);
    neighbours[ends.lower - endpoints].push_back(ends.upper - endpoints);
  });
  unsigned longest = 0;
  std::vector<unsigned> distance;
  for (std::uint32_t from = 0; from < switches; ++from) {
    if (hosts[from] == 0) continue;
    if (hosts[from] > 1) longest = std::max(longest, 2U);
    distance.assign(switches, 0);
    distance[from] = 2;  // the two host cables
    std::deque<std::uint32_t> open = {from};
    while (!open.empty()) {
      const std::uint32_t here = open.front();
      open.pop_front();
      if (here != from && hosts[here] > 0) longest = std::max(longest, distance[here]);
      for (const std::uint32_t next : neighbours[here])
        if (distance[next] == 0) {
          distance[next] = distance[here] + 1;
          open.push_back(next);
        }
    }
  }
  return longest;
}

}  // namespace weft::topology
