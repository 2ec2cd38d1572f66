// Kinds of networks that are folded Clos networks, one or several side by side.
#include "weft/catalog/network_kinds.hpp"
#include "weft/topology/network/clos_sizing.hpp"
#include "weft/topology/network/planes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using topology::ClosRequest;
using topology::ClosShape;
using topology::EndpointOrder;
using topology::PlanPtr;

std::uint32_t number(int stated) { return static_cast<std::uint32_t>(stated); }

// The request that a description makes for so many endpoints, `copies` networks of which stand
// side by side and share the numbers of switches that are stated.
Expected<ClosRequest> request_of(const KindRequest& r, std::uint32_t endpoints, EndpointOrder order,
                                 std::uint32_t copies = 1) {
  const facts::NetworkSpec& s = *r.spec;
  if (r.radix == 0)
    return invalid_network("the network names no switch, so its radix is not known",
                           "Give a switch, as switch = \"qm9700\", or a radix, as k = 64.");
  if (r.radix < 2)
    return invalid_network(fmt::format("a switch of {} port joins nothing", r.radix),
                           "Give a radix from 2 on.");
  if (auto fits = check_cables(4.0 * endpoints * copies); !fits)
    return tl::make_unexpected(std::move(fits.error()));
  return ClosRequest{.endpoints = endpoints,
                     .radix = r.radix,
                     .tiers = static_cast<unsigned>(s.tiers),
                     .may_add_tiers = s.tiers > 0,
                     .oversubscription = s.oversubscription,
                     .order = order,
                     .up_rate = r.up_rate,
                     .down = number(s.down),
                     .up = number(s.up),
                     .leaves = number(s.leaves) / copies,
                     .spines = number(s.spines) / copies,
                     .cores = number(s.cores) / copies};
}

Expected<PlanPtr> built(Expected<ClosShape> shape) {
  return std::move(shape).map([](const ClosShape& s) { return topology::clos(s); });
}

Expected<PlanPtr> sized(Expected<ClosRequest> request) {
  return built(
      std::move(request).and_then([](const ClosRequest& r) { return topology::size_clos(r); }));
}

std::uint32_t planes_of(const KindRequest& r) {
  return number(r.spec->planes > 0 ? r.spec->planes : 2);
}

Expected<void> check_ports(const KindRequest& r, std::uint32_t ports) {
  if (r.rails() % ports == 0) return {};
  return invalid_network(
      fmt::format("the {} ports of a server do not divide into {} planes", r.rails(), ports),
      "State another number of planes.");
}

}  // namespace

Expected<PlanPtr> make_three_tier(const KindRequest& r) {
  return built(request_of(r, r.endpoints(), {}).and_then([](const ClosRequest& request) {
    return topology::size_three_tier(request);
  }));
}

Expected<PlanPtr> make_spine_leaf(const KindRequest& r) {
  return sized(request_of(r, r.endpoints(), {}).map([](ClosRequest request) {
    request.tiers = 2;
    return request;
  }));
}

Expected<PlanPtr> make_fat_tree(const KindRequest& r) {
  if (r.radix % 2 != 0 && r.spec->down == 0 && r.spec->up == 0)
    return invalid_network(
        fmt::format("a k-ary fat tree needs an even radix; this one is {}", r.radix),
        fmt::format("Use k = {}, or state the ports of a leaf with down and up.",
                    std::max(r.radix - 1, 2U)));
  return sized(request_of(r, r.endpoints(), {}));
}

Expected<PlanPtr> make_rail_optimized(const KindRequest& r) {
  return sized(request_of(r, r.endpoints(), {.rails = r.rails()}));
}

Expected<PlanPtr> make_rail_only(const KindRequest& r) {
  return sized(request_of(r, r.endpoints() / r.rails(), {}, r.rails())).map([&](PlanPtr plan) {
    return topology::separate_planes(std::move(plan), r.rails());
  });
}

Expected<PlanPtr> make_dual_tor(const KindRequest& r) {
  const std::uint32_t ports = planes_of(r);
  if (auto fit = check_ports(r, ports); !fit) return tl::make_unexpected(std::move(fit.error()));
  return sized(request_of(r, r.endpoints(), {.rails = r.rails() / ports, .ports = ports}));
}

Expected<PlanPtr> make_dual_plane(const KindRequest& r) {
  const std::uint32_t planes = planes_of(r);
  if (auto fit = check_ports(r, planes); !fit) return tl::make_unexpected(std::move(fit.error()));
  return sized(request_of(r, r.endpoints() / planes, {.rails = r.rails() / planes}, planes))
      .map([&](PlanPtr plan) { return topology::separate_planes(std::move(plan), planes); });
}

// A plane for each scale-up link of a GPU; a switch that takes all of them where no radix is
// stated.
Expected<PlanPtr> make_superpod(const KindRequest& r) {
  const std::uint32_t planes = number(r.spec->planes > 0 ? r.spec->planes : r.gpu_links);
  if (planes == 0)
    return invalid_network("the GPUs have no scale-up links that could lead to switches",
                           "State how many there are with planes, or describe another server.");
  KindRequest wide = r;
  if (wide.radix == 0) wide.radix = std::max(r.endpoints(), 2U);
  if (auto fits = check_cables(2.0 * r.endpoints() * planes); !fits)
    return tl::make_unexpected(std::move(fits.error()));
  return request_of(wide, r.endpoints(), {})
      .and_then([](const ClosRequest& request) { return topology::size_clos(request); })
      .map([&](ClosShape shape) {
        shape.tiers.front().kind = topology::ComponentKind::nvswitch;
        return topology::shared_planes(topology::clos(shape), planes);
      });
}

}  // namespace weft::catalog
