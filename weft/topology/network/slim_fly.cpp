#include "weft/topology/network/slim_fly.hpp"

#include "weft/topology/network/galois_field.hpp"
#include "weft/topology/network/halves.hpp"
#include "weft/topology/network/hosts.hpp"

#include <algorithm>

namespace weft::topology {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

int delta_of(std::uint64_t q) { return q % 4 == 1 ? 1 : q % 4 == 3 ? -1 : 0; }

// The set that generates a column of part 0 (X) or of part 1 (X').
std::vector<std::uint32_t> generators(const GaloisField& field, int part) {
  const std::uint32_t q = field.size();
  std::vector<std::uint32_t> set;
  if (delta_of(q) >= 0) {
    // Even and odd powers.
    for (std::uint32_t n = 0; n < q / 2; ++n)
      set.push_back(field.power(2 * n + static_cast<std::uint32_t>(part)));
  } else {
    const std::uint32_t w = (q + 1) / 4;
    for (std::uint32_t n = 0; n < w; ++n) {
      const std::uint32_t low = part == 0 ? 2 * n : 2 * n + 1;
      const std::uint32_t high = part == 0 ? 2 * w - 1 + 2 * n : 2 * w + 2 * n;
      set.push_back(field.power(low));
      set.push_back(field.power(high));
    }
  }
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

class SlimFlyPlan final : public NetworkPlan {
 public:
  explicit SlimFlyPlan(const SlimFlyShape& shape) : q_(shape.q), field_(shape.q) {
    const auto each =
        shape.hosts > 0 ? shape.hosts : static_cast<std::uint32_t>(slim_fly_hosts(q_));
    hosts_ = {shape.endpoints > 0 ? shape.endpoints : each * routers(), each};
    for (int part : {0, 1}) number_column(part);
  }

  std::uint32_t endpoints() const override { return hosts_.count; }
  std::vector<Tier> tiers() const override { return {{ComponentKind::router, routers()}}; }
  std::uint32_t cable_count() const override { return first_cross() + q_ * q_ * q_; }

  void for_each_cable(const CableSink& sink) const override {
    hosts_.for_each_cable(sink);
    for (const int part : {0, 1})
      for (std::uint32_t column = 0; column < q_; ++column)
        for (const auto& [low, high] : column_edges_[part])
          sink({node(part, column, low), node(part, column, high), kSwitchCable});
    for (std::uint32_t x = 0; x < q_; ++x)
      for (std::uint32_t y = 0; y < q_; ++y)
        for (std::uint32_t m = 0; m < q_; ++m)
          sink({node(0, x, y), node(1, m, opposite(x, y, m)), kSwitchCable});
  }

  void next(Node at, Node to, std::vector<Step>& out) const override {
    if (hosts_.is_endpoint(at)) return out.push_back(hosts_.up(at));
    const std::uint32_t here = hosts_.router(at);
    const std::uint32_t there = hosts_.router_of(to);
    if (here == there) return out.push_back(Hosts::down(to));
    if (const Step direct = step_between(here, there); direct.cable != kNone)
      return out.push_back(direct);
    for_each_neighbour(here, [&](std::uint32_t between) {
      if (step_between(between, there).cable != kNone) out.push_back(step_between(here, between));
    });
  }

  Figures figures() const override {
    const bool is_full = hosts_.count == hosts_.each * routers();
    Figures figures{.switches = routers(),
                    .links = hosts_.count + slim_fly_links(q_),
                    .diameter = is_full ? 4U : measured_diameter(*this).value_or(4U),
                    .bisection = {hosts_.half()}};
    if (is_full || cable_count() > kMostMeasured)
      figures.bisection.push_back({static_cast<double>(slim_fly_bisection(q_)), kSwitchCable});
    return figures;
  }
  std::vector<std::vector<Node>> orders() const override {
    return {hosts_.in_order(), hosts_.across(q_), hosts_.across(q_ * q_)};
  }

 private:
  std::uint32_t routers() const { return 2 * q_ * q_; }
  Node node(int part, std::uint32_t column, std::uint32_t row) const {
    return hosts_.node((static_cast<std::uint32_t>(part) * q_ + column) * q_ + row);
  }
  // c with y = m·x + c.
  std::uint32_t opposite(std::uint32_t x, std::uint32_t y, std::uint32_t m) const {
    return field_.minus(y, field_.times(m, x));
  }

  void number_column(int part) {
    generators_[part] = generators(field_, part);
    edge_of_[part].assign(std::size_t{q_} * q_, kNone);
    for (std::uint32_t low = 0; low < q_; ++low)
      for (std::uint32_t high = low + 1; high < q_; ++high) {
        if (!std::ranges::binary_search(generators_[part], field_.minus(high, low))) continue;
        const auto number = static_cast<std::uint32_t>(column_edges_[part].size());
        edge_of_[part][low * q_ + high] = edge_of_[part][high * q_ + low] = number;
        column_edges_[part].emplace_back(low, high);
      }
  }
  Cable first_column(int part) const {
    return hosts_.count + (part == 0 ? 0 : q_ * static_cast<Cable>(column_edges_[0].size()));
  }
  Cable first_cross() const {
    return first_column(1) + q_ * static_cast<Cable>(column_edges_[1].size());
  }

  // The step to a neighbour; cable kNone where they are not joined.
  Step step_between(std::uint32_t from, std::uint32_t to) const {
    const int part = from < q_ * q_ ? 0 : 1;
    const int other = to < q_ * q_ ? 0 : 1;
    const std::uint32_t column = from / q_ % q_;
    const std::uint32_t row = from % q_;
    const std::uint32_t to_column = to / q_ % q_;
    const std::uint32_t to_row = to % q_;
    if (part == other) {
      const std::uint32_t edge = column == to_column ? edge_of_[part][row * q_ + to_row] : kNone;
      if (edge == kNone) return {kNone, false, to};
      return {first_column(part) + column * static_cast<Cable>(column_edges_[part].size()) + edge,
              row < to_row, hosts_.node(to)};
    }
    const std::uint32_t x = part == 0 ? column : to_column;
    const std::uint32_t y = part == 0 ? row : to_row;
    const std::uint32_t m = part == 0 ? to_column : column;
    const std::uint32_t c = part == 0 ? to_row : row;
    if (opposite(x, y, m) != c) return {kNone, false, to};
    return {first_cross() + (x * q_ + y) * q_ + m, part == 0, hosts_.node(to)};
  }

  template <class Visit>
  void for_each_neighbour(std::uint32_t router, Visit visit) const {
    const int part = router < q_ * q_ ? 0 : 1;
    const std::uint32_t column = router / q_ % q_;
    const std::uint32_t row = router % q_;
    const std::uint32_t base = router - row;
    for (const std::uint32_t g : generators_[part]) visit(base + field_.plus(row, g));
    for (std::uint32_t other = 0; other < q_; ++other) {
      // (0,x,y) has c = y - m·x, and (1,m,c) has y = m·x + c.
      const std::uint32_t product = field_.times(column, other);
      visit(part == 0 ? q_ * q_ + other * q_ + field_.minus(row, product)
                      : other * q_ + field_.plus(row, product));
    }
  }

  std::uint32_t q_;
  GaloisField field_;
  Hosts hosts_;
  std::vector<std::uint32_t> generators_[2];
  std::vector<std::pair<std::uint32_t, std::uint32_t>> column_edges_[2];
  std::vector<std::uint32_t> edge_of_[2];  // [row · q + row]
};

}  // namespace

bool is_slim_fly(std::uint32_t q) {
  return q >= 3 && q <= GaloisField::kLargest && prime_power(q).has_value();
}

PlanPtr slim_fly(const SlimFlyShape& shape) { return std::make_shared<const SlimFlyPlan>(shape); }

std::uint64_t slim_fly_routers(std::uint64_t q) { return 2 * q * q; }

std::uint64_t slim_fly_degree(std::uint64_t q) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(3 * q) - delta_of(q)) / 2;
}

std::uint64_t slim_fly_hosts(std::uint64_t q) { return (slim_fly_degree(q) + 1) / 2; }

std::uint64_t slim_fly_links(std::uint64_t q) {
  return slim_fly_routers(q) * slim_fly_degree(q) / 2;
}

std::uint64_t slim_fly_bisection(std::uint64_t q) {
  return q % 2 == 0 ? q * q * q / 2 : q * (q * q + 1) / 2;
}

std::uint64_t moore_bound(std::uint64_t degree, unsigned diameter) {
  std::uint64_t nodes = 1;
  std::uint64_t layer = degree;
  for (unsigned d = 0; d < diameter; ++d) {
    nodes += layer;
    layer *= degree - 1;
  }
  return nodes;
}

}  // namespace weft::topology
