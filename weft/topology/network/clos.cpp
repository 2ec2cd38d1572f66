#include "weft/topology/network/clos.hpp"

#include "weft/base/assert.hpp"
#include "weft/topology/network/halves.hpp"

#include <algorithm>
#include <numeric>

namespace weft::topology {
namespace {

std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b) { return (a + b - 1) / b; }

// Endpoints → places along the leaves.
class Slots {
 public:
  explicit Slots(const ClosShape& shape)
      : order_(shape.order), each_(shape.tiers.front().children) {
    const std::uint32_t per_server = order_.rails * order_.ports;
    servers_ = ceil_div(shape.endpoints, per_server);
    groups_ = std::max(ceil_div(servers_, each_), shape.leaves / per_server);
  }

  std::uint32_t leaves() const { return groups_ * order_.rails * order_.ports; }

  std::uint32_t of(Node endpoint) const {
    if (order_.rails == 1 && order_.ports == 1) return endpoint;
    const std::uint32_t port = endpoint % order_.ports;
    const std::uint32_t nic = endpoint / order_.ports;
    const std::uint32_t rail = nic % order_.rails;
    const std::uint32_t server = nic / order_.rails;
    const std::uint32_t group = server / each_;
    return ((rail * groups_ + group) * order_.ports + port) * each_ + server % each_;
  }

 private:
  EndpointOrder order_;
  std::uint32_t each_;
  std::uint32_t servers_ = 0;
  std::uint32_t groups_ = 0;  // of servers that share their leaves
};

class ClosPlan final : public NetworkPlan {
 public:
  explicit ClosPlan(const ClosShape& shape) : shape_(shape), slots_(shape) {
    std::uint32_t blocks = slots_.leaves();
    std::uint32_t span = shape.tiers.front().children;
    Node node = shape.endpoints;
    Cable cable = shape.endpoints;
    std::uint32_t ports = 1;
    for (std::size_t t = 0; t < shape.tiers.size(); ++t) {
      const ClosTier& tier = shape.tiers[t];
      if (t > 0) {
        blocks = ceil_div(blocks, tier.children);
        span *= tier.children;
      }
      const bool is_top = t + 1 == shape.tiers.size();
      WEFT_ASSERT(is_top ? tier.up == 0 && blocks == 1
                         : shape.tiers[t + 1].switches <= tier.switches * tier.up,
                  "every block reaches every switch above it");
      levels_.push_back({.blocks = blocks,
                         .switches = tier.switches,
                         .up = tier.up,
                         .uplinks = tier.switches * tier.up,
                         .span = span,
                         .first_node = node,
                         .first_cable = cable,
                         .ports_below = ports});
      node += blocks * tier.switches;
      cable += blocks * tier.switches * tier.up;
      ports *= std::max(tier.up, 1U);
    }
    cables_ = cable;
  }

  std::uint32_t endpoints() const override { return shape_.endpoints; }
  std::vector<Tier> tiers() const override {
    std::vector<Tier> tiers;
    for (std::size_t t = 0; t < levels_.size(); ++t)
      tiers.push_back({shape_.tiers[t].kind, levels_[t].blocks * levels_[t].switches});
    return tiers;
  }
  std::uint32_t cable_count() const override { return cables_; }

  void for_each_cable(const CableSink& sink) const override {
    for (Node e = 0; e < shape_.endpoints; ++e)
      sink({levels_[0].first_node + slots_.of(e) / levels_[0].span, e, kHostCable});
    for (std::size_t t = 0; t + 1 < levels_.size(); ++t) {
      const Level& level = levels_[t];
      for (std::uint32_t block = 0; block < level.blocks; ++block)
        for (std::uint32_t q = 0; q < level.uplinks; ++q)
          sink({above(t, block, q), level.node(block, q / level.up), kSwitchCable});
    }
  }

  void next(Node at, Node to, std::vector<Step>& out) const override {
    const std::uint32_t count = step_count(at, to);
    for (std::uint32_t i = 0; i < count; ++i) out.push_back(step(at, to, i));
  }

  std::uint32_t step_count(Node at, Node to) const override {
    if (at < shape_.endpoints) return 1;
    const Turn turn = turn_at(at, to);
    if (turn.is_up) return levels_[turn.tier].up;
    if (turn.tier == 0) return 1;
    const std::uint32_t uplinks = levels_[turn.tier - 1].uplinks;
    const std::uint32_t first = first_uplink(turn.tier - 1, turn.child, turn.own);
    return first < uplinks ? (uplinks - first - 1) / levels_[turn.tier].switches + 1 : 0;
  }

  Step step(Node at, Node to, std::uint32_t number) const override {
    if (at < shape_.endpoints)
      return {at, false, levels_[0].first_node + slots_.of(at) / levels_[0].span};
    const Turn turn = turn_at(at, to);
    const Level& level = levels_[turn.tier];
    if (turn.is_up) {
      const std::uint32_t q = turn.own * level.up + number;
      return {level.cable(turn.block, q), false, above(turn.tier, turn.block, q)};
    }
    if (turn.tier == 0) return {to, true, to};
    const Level& below = levels_[turn.tier - 1];
    const std::uint32_t q =
        first_uplink(turn.tier - 1, turn.child, turn.own) + number * level.switches;
    return {below.cable(turn.child, q), true, below.node(turn.child, q / below.up)};
  }

  std::uint32_t fixed_step(Node at, Node to) const override {
    const std::uint32_t count = step_count(at, to);
    return count == 1 ? 0 : choose(at, to, count, !turn_at(at, to).is_up);
  }

  // Digits of a place's number are turned one by one; that carries routes onto routes where an
  // up-port is just the digit, all of them up to the highest are complete, and blocks of a tier
  // have a cable to each switch above.
  bool is_alike_from(std::uint32_t count) const override {
    if (shape_.order.rails != 1 || shape_.order.ports != 1 || count > shape_.endpoints)
      return false;
    for (std::size_t t = 0; t < levels_.size(); ++t) {
      const std::uint32_t below = t == 0 ? 1 : levels_[t - 1].span;
      if (count <= levels_[t].span) return count % below == 0;
      if (levels_[t].up != shape_.tiers[t].children ||
          levels_[t + 1].switches != levels_[t].uplinks)
        return false;
    }
    return false;
  }

  std::uint32_t orbit_of(Cable cable) const override {
    if (cable < shape_.endpoints) return 0;
    std::uint32_t t = 0;
    while (t + 1 < levels_.size() && cable >= levels_[t + 1].first_cable) ++t;
    return t + 1;
  }

  std::size_t fixed_choice(Node at, Node to, const std::vector<Step>& steps) const override {
    if (steps.size() == 1) return 0;
    return choose(at, to, static_cast<std::uint32_t>(steps.size()), steps.front().down);
  }

  Figures figures() const override {
    Figures figures{.switches = switch_count(),
                    .links = cables_,
                    .diameter = diameter(),
                    .bisection = {{static_cast<double>(shape_.endpoints / 2), kHostCable}}};
    // Endpoints of half the blocks below a tier send through half of the cables to it.
    if (!is_regular() && cables_ <= kMostMeasured) return figures;
    for (std::size_t t = 0; t + 1 < levels_.size(); ++t)
      figures.bisection.push_back(
          {static_cast<double>(levels_[t].blocks) * levels_[t].uplinks / 2, kSwitchCable});
    return figures;
  }

  // Leaf by leaf.
  std::vector<std::vector<Node>> orders() const override {
    if (is_regular()) return {};
    std::vector<Node> order(shape_.endpoints);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [this](Node e) { return slots_.of(e); });
    return {order};
  }

 private:
  struct Level {
    std::uint32_t blocks;
    std::uint32_t switches;
    std::uint32_t up;
    std::uint32_t uplinks;  // of a block
    std::uint32_t span;     // places of endpoints below a block
    Node first_node;
    Cable first_cable;
    std::uint32_t ports_below;

    Node node(std::uint32_t block, std::uint32_t own) const {
      return first_node + block * switches + own;
    }
    Cable cable(std::uint32_t block, std::uint32_t q) const {
      return first_cable + block * uplinks + q;
    }
  };

  // Where a way is at a switch: which switch of which block, and whether the endpoint is below it.
  struct Turn {
    std::size_t tier;
    std::uint32_t block;
    std::uint32_t own;
    std::uint32_t child;  // the block of the tier below that the endpoint is in, seen from the top
    bool is_up;
  };
  Turn turn_at(Node at, Node to) const {
    const std::size_t t = level_of(at);
    const Level& level = levels_[t];
    const std::uint32_t slot = slots_.of(to);
    const std::uint32_t block = (at - level.first_node) / level.switches;
    return {t, block, (at - level.first_node) % level.switches,
            t > 0 ? slot / levels_[t - 1].span : slot, slot / level.span != block};
  }

  // Which of `count` steps static routing takes.
  std::uint32_t choose(Node at, Node to, std::uint32_t count, bool down) const {
    const std::uint32_t slot = slots_.of(to);
    const Turn turn = turn_at(at, to);
    if (!down) return up_port(turn.tier, slot) % count;
    const std::uint32_t wanted = own_uplink(turn.tier - 1, slot);
    const std::uint32_t first = first_uplink(turn.tier - 1, turn.child, turn.own);
    const std::uint32_t switches = levels_[turn.tier].switches;
    if (wanted >= first && (wanted - first) % switches == 0 && (wanted - first) / switches < count)
      return (wanted - first) / switches;
    return slot % count;
  }

  // Up to the lowest tier of which one block has all endpoints, and down again.
  unsigned diameter() const {
    if (shape_.endpoints < 2) return 0;
    std::uint32_t last = 0;
    for (Node e = 0; e < shape_.endpoints; ++e) last = std::max(last, slots_.of(e));
    unsigned tier = 1;
    while (last / levels_[tier - 1].span > 0) ++tier;
    return 2 * tier;
  }
  // Every place is taken, blocks are alike, and the switches of the top have as many cables to one
  // half of the blocks below as to the other.
  bool is_regular() const {
    if (levels_.front().blocks * levels_.front().span != shape_.endpoints) return false;
    for (std::size_t t = 0; t + 1 < levels_.size(); ++t) {
      const std::uint32_t children = shape_.tiers[t + 1].children;
      if (levels_[t].blocks != levels_[t + 1].blocks * children) return false;
      if (t + 2 == levels_.size() &&
          (children % 2 != 0 || levels_[t].uplinks % levels_[t + 1].switches != 0))
        return false;
    }
    return true;
  }
  std::size_t level_of(Node node) const {
    std::size_t t = 0;
    while (t + 1 < levels_.size() && node >= levels_[t + 1].first_node) ++t;
    return t;
  }
  std::uint64_t shift(std::size_t t, std::uint32_t block) const {
    return std::uint64_t{block % shape_.tiers[t + 1].children} * levels_[t].uplinks;
  }
  Node above(std::size_t t, std::uint32_t block, std::uint32_t q) const {
    const Level& upper = levels_[t + 1];
    const auto own = static_cast<std::uint32_t>((shift(t, block) + q) % upper.switches);
    return upper.node(block / shape_.tiers[t + 1].children, own);
  }
  // The first uplink of a block that goes to switch `own` above.
  std::uint32_t first_uplink(std::size_t t, std::uint32_t block, std::uint32_t own) const {
    const std::uint32_t switches = levels_[t + 1].switches;
    return static_cast<std::uint32_t>((own + switches - shift(t, block) % switches) % switches);
  }
  std::uint32_t up_port(std::size_t t, std::uint32_t slot) const {
    return slot / levels_[t].ports_below % levels_[t].up;
  }
  // The uplink of its own block of tier t that a place's own number leads to.
  std::uint32_t own_uplink(std::size_t t, std::uint32_t slot) const {
    std::uint32_t own = 0;
    for (std::size_t below = 0; below < t; ++below) {
      const std::uint32_t q = own * levels_[below].up + up_port(below, slot);
      own = static_cast<std::uint32_t>((shift(below, slot / levels_[below].span) + q) %
                                       levels_[below + 1].switches);
    }
    return own * levels_[t].up + up_port(t, slot);
  }

  ClosShape shape_;
  Slots slots_;
  std::vector<Level> levels_;
  Cable cables_ = 0;
};

std::uint64_t power(std::uint64_t base, unsigned exponent) {
  std::uint64_t result = 1;
  for (unsigned i = 0; i < exponent; ++i) result *= base;
  return result;
}

}  // namespace

PlanPtr clos(const ClosShape& shape) { return std::make_shared<const ClosPlan>(shape); }

std::uint32_t leaves_of(const ClosShape& shape) { return Slots(shape).leaves(); }

std::uint64_t fat_tree_hosts(std::uint64_t k, unsigned tiers) { return 2 * power(k / 2, tiers); }

std::uint64_t fat_tree_switches(std::uint64_t k, unsigned tiers) {
  return (2 * tiers - 1) * power(k / 2, tiers - 1);
}

std::uint64_t fat_tree_links(std::uint64_t k, unsigned tiers) {
  return tiers * fat_tree_hosts(k, tiers);
}

std::uint64_t fat_tree_bisection(std::uint64_t k, unsigned tiers) {
  return fat_tree_hosts(k, tiers) / 2;
}

std::uint64_t fat_tree_paths(std::uint64_t k, unsigned tiers_up) { return power(k / 2, tiers_up); }

double oversubscription(double down, double down_rate, double up, double up_rate) {
  return down * down_rate / (up * up_rate);
}

double oversubscription(const std::vector<double>& tiers) {
  double product = 1;
  for (const double each : tiers) product *= each;
  return product;
}

std::uint64_t clos_strictly_nonblocking(std::uint64_t n) { return 2 * n - 1; }
std::uint64_t clos_rearrangeable(std::uint64_t n) { return n; }

}  // namespace weft::topology
