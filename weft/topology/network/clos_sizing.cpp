#include "weft/topology/network/clos_sizing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace weft::topology {
namespace {

constexpr unsigned kMostTiers = 4;
constexpr std::array kKinds = {ComponentKind::leaf, ComponentKind::spine, ComponentKind::core,
                               ComponentKind::super_core};

std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

std::uint32_t narrow(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

double oversubscription_of(const ClosRequest& r, unsigned tier) {
  return tier < r.oversubscription.size() ? r.oversubscription[tier] : 1;
}

// Ports of a switch, split so that down : up is `over`; a thinner way up where they do not divide.
struct Ports {
  std::uint32_t down;
  std::uint32_t up;
};
Ports split(std::uint32_t radix, double over) {
  constexpr double kRounding = 1e-9;
  const auto up = static_cast<std::uint32_t>(radix / (1 + over) + kRounding);
  const auto down = static_cast<std::uint32_t>(std::min<double>(radix - up, up * over + kRounding));
  return {down, up};
}

Expected<Ports> leaf_ports(const ClosRequest& r) {
  const double over = oversubscription_of(r, 0) * r.up_rate;
  Ports ports = split(r.radix, over);
  if (r.down > 0) ports.down = r.down;
  if (r.up > 0) ports.up = r.up;
  if (r.down > 0 && r.up == 0)
    ports.up = narrow(static_cast<std::uint64_t>(std::ceil(r.down / over - 1e-9)));
  if (r.up > 0 && r.down == 0)
    ports.down = std::min(r.radix - std::min(r.up, r.radix),
                          narrow(static_cast<std::uint64_t>(r.up * over)));
  if (ports.down == 0 || ports.up == 0)
    return fail("NETWORK_INVALID",
                fmt::format("a leaf of {} ports has {} ports down and {} up; expected both",
                            r.radix, ports.down, ports.up),
                "Use a switch of more ports, or less oversubscription.");
  // A port of the faster rate is split where the slower side needs more of them.
  const double used = ports.down / std::max(1.0, r.up_rate) + ports.up * std::min(1.0, r.up_rate);
  if (ports.down + ports.up > r.radix && used > r.radix)
    return fail("NETWORK_TOO_SMALL",
                fmt::format("a leaf of {} ports down and {} up needs {} and the switch has {}",
                            ports.down, ports.up, ports.down + ports.up, r.radix),
                "State fewer ports, or use a switch of more.");
  return ports;
}

// Endpoints that fit `tiers` tiers of switches with these leaves.
std::uint64_t most_endpoints(const ClosRequest& r, Ports leaf, unsigned tiers) {
  std::uint64_t leaves = r.radix;
  for (unsigned t = 1; t + 1 < tiers; ++t) leaves *= split(r.radix, oversubscription_of(r, t)).down;
  return leaves * leaf.down;
}

tl::unexpected<Error> too_small(const ClosRequest& r, unsigned tiers, std::uint64_t most) {
  std::string hint =
      r.may_add_tiers && tiers < kMostTiers ? "Leave out 'tiers' for as many as are needed" : "";
  for (std::uint32_t k = r.radix + 1; k <= 4096 && r.down == 0 && r.up == 0; ++k) {
    ClosRequest wider = r;
    wider.radix = k;
    const auto leaf = leaf_ports(wider);
    if (k % 2 != 0 || !leaf || most_endpoints(wider, *leaf, tiers) < r.endpoints) continue;
    hint += fmt::format("{}a radix of {} would do for {} tier{}", hint.empty() ? "" : "; ", k,
                        tiers, tiers == 1 ? "" : "s");
    break;
  }
  if (!hint.empty()) hint[0] = static_cast<char>(std::toupper(hint[0]));
  return fail("NETWORK_TOO_SMALL",
              fmt::format("{} endpoints do not fit {} tier{} of switches with {} ports: at most {} "
                          "do",
                          r.endpoints, tiers, tiers == 1 ? "" : "s", r.radix, most),
              hint.empty() ? "Use switches of more ports." : hint + ".");
}

// How many blocks of the tier below go into one, of at most `most`.
std::uint32_t children(std::uint32_t blocks, std::uint32_t per_rail, std::uint32_t most) {
  if (per_rail > 1) {
    const std::uint64_t parts = ceil_div(per_rail, most);
    if (per_rail % parts == 0) return narrow(per_rail / parts);
  }
  return narrow(ceil_div(blocks, ceil_div(blocks, most)));
}

Expected<ClosShape> checked(ClosShape shape, std::uint32_t radix) {
  for (std::size_t t = 1; t < shape.tiers.size(); ++t) {
    const ClosTier& tier = shape.tiers[t];
    const ClosTier& below = shape.tiers[t - 1];
    const std::uint64_t uplinks = std::uint64_t{below.switches} * below.up;
    if (tier.switches > uplinks)
      return fail("NETWORK_INVALID",
                  fmt::format("{} {} switches above blocks with {} uplinks: no block reaches all",
                              tier.switches, word(tier.kind), uplinks),
                  "State fewer switches, or more ports up.");
    const std::uint64_t ports = ceil_div(uplinks * tier.children, tier.switches) + tier.up;
    if (ports > radix)
      return fail(
          "NETWORK_TOO_SMALL",
          fmt::format("a {} switch would need {} ports and has {}", word(tier.kind), ports, radix),
          "State more of them, or leave the number out.");
  }
  return shape;
}

ClosShape one_switch(const ClosRequest& r) {
  return {.endpoints = r.endpoints, .tiers = {{ComponentKind::leaf, r.endpoints, 1, 0}}};
}

}  // namespace

Expected<ClosShape> size_clos(const ClosRequest& r) {
  const bool is_plain = r.order.rails == 1 && r.order.ports == 1 && r.leaves <= 1 &&
                        r.spines == 0 && r.cores == 0 && r.down == 0 && r.up == 0;
  if (is_plain && r.tiers <= 1 && r.endpoints <= r.radix) return one_switch(r);
  if (r.tiers == 1) return too_small(r, 1, r.radix);
  const auto leaf = leaf_ports(r);
  if (!leaf) return tl::make_unexpected(leaf.error());

  ClosShape shape{
      .endpoints = r.endpoints, .tiers = {{kKinds[0], leaf->down, 1, leaf->up}}, .order = r.order};
  const std::uint32_t rails = r.order.rails * r.order.ports;
  if (r.leaves > 0) {
    const std::uint64_t servers = ceil_div(r.endpoints, rails);
    const std::uint64_t each = ceil_div(servers, std::max(r.leaves / rails, 1U));
    if (each > leaf->down)
      return fail("NETWORK_TOO_SMALL",
                  fmt::format("{} leaves would have {} endpoints each and have {} ports for them",
                              r.leaves, each, leaf->down),
                  "State more leaves, or leave the number out.");
    shape.tiers[0].children = narrow(each);
    shape.leaves = r.leaves;
  }
  const std::uint32_t leaves = leaves_of(shape);
  unsigned tiers = r.tiers > 0 ? r.tiers : 2;
  while (r.tiers == 0 && tiers < kMostTiers &&
         most_endpoints(r, *leaf, tiers) < std::uint64_t{leaves} * leaf->down)
    ++tiers;
  if (tiers > kMostTiers)
    return fail("NETWORK_INVALID", fmt::format("{} tiers; expected 1 to {}", tiers, kMostTiers),
                "Leave out 'tiers' for as many as are needed.");
  if (most_endpoints(r, *leaf, tiers) < std::uint64_t{leaves} * leaf->down)
    return too_small(r, tiers, most_endpoints(r, *leaf, tiers));

  std::uint32_t blocks = leaves;
  std::uint32_t per_rail = r.order.rails > 1 ? leaves / r.order.rails : 0;
  for (unsigned t = 1; t < tiers; ++t) {
    const std::uint64_t uplinks =
        std::uint64_t{shape.tiers[t - 1].switches} * shape.tiers[t - 1].up;
    const bool is_top = t + 1 == tiers;
    const Ports ports = split(r.radix, oversubscription_of(r, t));
    ClosTier tier{.kind = kKinds[t]};
    tier.children = is_top ? blocks : children(blocks, per_rail, ports.down);
    const auto parents = narrow(ceil_div(blocks, tier.children));
    const std::uint32_t stated = t == 1 ? r.spines : t == 2 ? r.cores : 0;
    const std::uint64_t needed = ceil_div(tier.children * uplinks, is_top ? r.radix : ports.down);
    tier.switches = stated > 0 ? narrow(ceil_div(stated, parents)) : narrow(needed);
    if (!is_top) {
      const auto down = static_cast<double>(tier.children * uplinks) / tier.switches;
      tier.up =
          narrow(static_cast<std::uint64_t>(std::ceil(down / oversubscription_of(r, t) - 1e-9)));
    }
    if (per_rail > 0) per_rail = per_rail % tier.children == 0 ? per_rail / tier.children : 0;
    blocks = parents;
    shape.tiers.push_back(tier);
  }
  return checked(std::move(shape), r.radix);
}

Expected<ClosShape> size_three_tier(const ClosRequest& r) {
  const auto leaf = leaf_ports(r);
  if (!leaf) return tl::make_unexpected(leaf.error());
  ClosShape shape{.endpoints = r.endpoints,
                  .tiers = {{ComponentKind::access, leaf->down, 1, std::max(leaf->up, 2U)}},
                  .order = r.order};
  if (r.leaves > 0) shape.tiers[0].children = narrow(ceil_div(r.endpoints, r.leaves));
  const std::uint32_t up = shape.tiers[0].up;
  const Ports ports = split(r.radix, oversubscription_of(r, 1));
  const std::uint32_t leaves = leaves_of(shape);
  const std::uint32_t most = 2 * ports.down / up;
  if (most == 0 || ports.up == 0)
    return fail("NETWORK_TOO_SMALL",
                fmt::format("an aggregation switch of {} ports takes no access switch of {} up",
                            r.radix, up),
                "Use switches of more ports.");
  ClosTier aggregation{.kind = ComponentKind::aggregation, .switches = 2};
  aggregation.children = children(leaves, 0, most);
  const auto pods = narrow(ceil_div(leaves, aggregation.children));
  aggregation.up = narrow(static_cast<std::uint64_t>(
      std::ceil(aggregation.children * up / 2.0 / oversubscription_of(r, 1) - 1e-9)));
  ClosTier core{.kind = ComponentKind::core, .children = pods};
  core.switches =
      std::max<std::uint32_t>(r.cores > 0 ? r.cores : 2,
                              narrow(ceil_div(std::uint64_t{pods} * 2 * aggregation.up, r.radix)));
  shape.tiers.push_back(aggregation);
  shape.tiers.push_back(core);
  if (core.switches > 2 * aggregation.up)
    return too_small(r, 3, std::uint64_t{r.radix} * aggregation.children * leaf->down);
  return checked(std::move(shape), r.radix);
}

}  // namespace weft::topology
