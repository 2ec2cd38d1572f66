// Kinds of networks of low diameter: Dragonfly, Dragonfly+, Slim Fly.
#include "weft/catalog/network_kinds.hpp"
#include "weft/topology/network/dragonfly.hpp"
#include "weft/topology/network/galois_field.hpp"
#include "weft/topology/network/slim_fly.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using topology::DragonflyShape;
using topology::PlanPtr;

std::uint32_t number(int stated) { return static_cast<std::uint32_t>(stated); }

constexpr std::uint32_t kMostPorts = 4096;

// p, a and h as stated, else balanced: a = 2p = 2h of radix 4h - 1, in Dragonfly+ all half the
// radix.
Expected<DragonflyShape> sizes(const KindRequest& r, bool plus) {
  const facts::NetworkSpec& s = *r.spec;
  DragonflyShape shape{.p = number(s.p), .a = number(s.a), .h = number(s.h)};
  const bool is_stated = s.p > 0 || s.a > 0 || s.h > 0;
  if (!is_stated) {
    const std::uint32_t part = plus ? r.radix / 2 : (r.radix + 1) / 4;
    if (part == 0 && r.radix > 0)
      return invalid_network(
          fmt::format("a radix of {} is too small for p, a and h of at least 1", r.radix),
          plus ? "Use a radix from 2 on." : "Use a radix from 3 on.");
    if (part == 0)
      return invalid_network("the network states neither p, a and h nor a radix",
                             "Give p, a and h, or a switch, or a radix as k = 31.");
    shape.p = part;
    shape.h = part;
    shape.a = plus ? part : 2 * part;
  } else if (s.p == 0 || s.a == 0 || (s.h == 0 && s.links_per_pair == 0)) {
    return invalid_network("of p, a and h, some are stated and others not",
                           "Give all three: endpoints and global cables of a router, routers of a "
                           "group.");
  }
  if (std::max({shape.p, shape.a, shape.h}) > kMostPorts)
    return invalid_network(fmt::format("p, a and h are {}, {} and {}; expected at most {}", shape.p,
                                       shape.a, shape.h, kMostPorts),
                           "State smaller ones.");
  return shape;
}

Expected<DragonflyShape> grouped(const KindRequest& r, DragonflyShape shape) {
  const facts::NetworkSpec& s = *r.spec;
  const std::uint32_t per_group = shape.p * shape.a;
  const std::uint32_t needed = (r.endpoints() + per_group - 1) / per_group;
  shape.groups = s.groups > 0 ? number(s.groups) : needed;
  shape.endpoints = r.endpoints();
  if (shape.groups < needed)
    return fail("NETWORK_TOO_SMALL",
                fmt::format("{} endpoints need {} groups of {}, and there are {}", r.endpoints(),
                            needed, per_group, shape.groups),
                "State more groups, or leave the number out.");
  const double ports = 1.0 * shape.a * shape.h;
  if (s.links_per_pair == 0 && shape.groups > ports + 1)
    return fail(
        "NETWORK_TOO_SMALL",
        fmt::format("{} endpoints need {} groups and {:.0f} global cables of a group join at "
                    "most {:.0f}: {:.0f} endpoints would fit",
                    r.endpoints(), shape.groups, ports, ports + 1, (ports + 1) * per_group),
        "State larger p, a or h, or use a switch of more ports.");
  shape.per_pair = number(s.links_per_pair);
  if (shape.per_pair > 0) {
    const double used = (shape.groups - 1.0) * shape.per_pair;
    if (shape.h == 0) shape.h = static_cast<std::uint32_t>(used / shape.a + 1);
    if (used > ports && s.h > 0)
      return fail(
          "NETWORK_TOO_SMALL",
          fmt::format("{} cables to each of {} other groups need {:.0f} global ports, and a "
                      "group has {:.0f}",
                      shape.per_pair, shape.groups - 1, used, ports),
          "State a larger h or fewer links_per_pair.");
  }
  const double pair = shape.per_pair > 0 ? shape.per_pair : ports / std::max(shape.groups - 1, 1U);
  const double cables = r.endpoints() + 1.0 * shape.groups * shape.a * shape.a +
                        0.5 * shape.groups * shape.groups * pair;
  if (auto fits = check_cables(cables); !fits) return tl::make_unexpected(std::move(fits.error()));
  return shape;
}

Expected<void> check_radix(const KindRequest& r, std::uint64_t needed) {
  if (r.radix == 0 || needed <= r.radix) return {};
  return fail("NETWORK_TOO_SMALL",
              fmt::format("a router needs {} ports and the switch has {}", needed, r.radix),
              "State smaller p, a or h, or use a switch of more ports.");
}

}  // namespace

Expected<PlanPtr> make_dragonfly(const KindRequest& r) {
  return sizes(r, false)
      .and_then([&](const DragonflyShape& s) { return grouped(r, s); })
      .and_then([&](const DragonflyShape& s) -> Expected<PlanPtr> {
        if (auto fits = check_radix(r, topology::dragonfly_radix(s.p, s.a, s.h)); !fits)
          return tl::make_unexpected(std::move(fits.error()));
        return topology::dragonfly(s);
      });
}

Expected<PlanPtr> make_dragonfly_plus(const KindRequest& r) {
  return sizes(r, true)
      .and_then([&](const DragonflyShape& s) { return grouped(r, s); })
      .and_then([&](const DragonflyShape& s) -> Expected<PlanPtr> {
        if (auto fits = check_radix(r, s.a + s.h); !fits)
          return tl::make_unexpected(std::move(fits.error()));
        return topology::dragonfly_plus(s);
      });
}

Expected<PlanPtr> make_slim_fly(const KindRequest& r) {
  const std::uint32_t q = number(r.spec->q);
  if (q == 0)
    return invalid_network("the key 'q' is missing: the prime power that a Slim Fly is built from",
                           "For example q = 5 for 50 routers, q = 17 for 578.");
  if (!topology::is_slim_fly(q)) {
    std::uint32_t below = std::min(q, topology::GaloisField::kLargest);
    while (below > 3 && !topology::is_slim_fly(below)) --below;
    std::uint32_t above = std::max(q, 3U);
    while (above < topology::GaloisField::kLargest && !topology::is_slim_fly(above)) ++above;
    return invalid_network(
        fmt::format("q = {} is no prime power from 3 to {}, so that no Slim Fly has it", q,
                    topology::GaloisField::kLargest),
        topology::is_slim_fly(above) && topology::is_slim_fly(below) && above != below
            ? fmt::format("The nearest are {} and {}.", below, above)
            : fmt::format("The nearest is {}.", topology::is_slim_fly(below) ? below : above));
  }
  const auto routers = topology::slim_fly_routers(q);
  const std::uint64_t most =
      r.spec->hosts > 0 ? number(r.spec->hosts) : topology::slim_fly_hosts(q);
  const std::uint64_t each = r.spec->hosts > 0 ? most : (r.endpoints() + routers - 1) / routers;
  if (routers * most < r.endpoints())
    return fail(
        "NETWORK_TOO_SMALL",
        fmt::format("{} endpoints do not fit {} routers of {} each", r.endpoints(), routers, most),
        "State a larger q, or more hosts a router.");
  const double cables = static_cast<double>(topology::slim_fly_links(q)) + r.endpoints();
  if (auto fits = check_cables(cables); !fits) return tl::make_unexpected(std::move(fits.error()));
  if (auto fits = check_radix(r, topology::slim_fly_degree(q) + each); !fits)
    return tl::make_unexpected(std::move(fits.error()));
  return topology::slim_fly(
      {.q = q, .hosts = static_cast<std::uint32_t>(each), .endpoints = r.endpoints()});
}

}  // namespace weft::catalog
