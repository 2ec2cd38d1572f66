#include "weft/topology/network/sites.hpp"

#include "weft/base/assert.hpp"
#include "weft/topology/network/copies.hpp"
#include "weft/topology/network/halves.hpp"

#include <algorithm>
#include <numeric>

namespace weft::topology {
namespace {

class SitesPlan final : public NetworkPlan {
 public:
  explicit SitesPlan(const SitesShape& shape)
      : s_(shape), copies_(shape.site, shape.sites, shape.endpoints * shape.sites, 0) {
    WEFT_ASSERT(shape.site->endpoints() >= shape.endpoints + shape.links,
                "the gateway has a port for each long cable");
  }

  std::uint32_t endpoints() const override { return s_.endpoints * s_.sites; }
  std::vector<Tier> tiers() const override {
    std::vector<Tier> all = copies_.tiers();
    all.push_back({ComponentKind::gateway, s_.sites});
    return all;
  }
  std::uint32_t cable_count() const override {
    return copies_.cable_count() + (s_.sites - 1) * s_.links;
  }

  void for_each_cable(const CableSink& sink) const override {
    copies_.for_each_cable(sink, outer());
    for (std::uint32_t site = 1; site < s_.sites; ++site)
      for (std::uint32_t i = 0; i < s_.links; ++i) sink({gateway(0), gateway(site), kOptical});
  }

  void next(Node at, Node to, std::vector<Step>& out) const override {
    const std::uint32_t site = to / s_.endpoints;
    const Node inside = to % s_.endpoints;
    if (at >= gateway(0)) {
      const std::uint32_t here = at - gateway(0);
      if (here == site) {
        for (std::uint32_t i = 0; i < s_.links; ++i)
          copies_.next(site, s_.endpoints + i, inside, out, outer());
        return;
      }
      const std::uint32_t other = here == 0 ? site : 0;
      for (std::uint32_t i = 0; i < s_.links; ++i)
        out.push_back({long_cable(std::max(here, other), i), here == 0, gateway(other)});
      return;
    }
    const auto [here, node] = place(at);
    copies_.next(here, node, here == site ? inside : port(inside), out, outer());
  }

  std::size_t fixed_choice(Node at, Node to, const std::vector<Step>& steps) const override {
    const Node inside = to % s_.endpoints;
    if (at >= gateway(0)) return inside % steps.size();
    const auto [here, node] = place(at);
    const bool stays = here == to / s_.endpoints;
    return copies_.fixed_choice(here, node, stays ? inside : port(inside), steps);
  }

  Figures figures() const override {
    const Figures site = s_.site->figures();
    // From the farthest endpoint to its gateway and from there on.
    const unsigned crossings = s_.sites > 2 ? 2 : 1;
    Figures figures{.switches = site.switches * s_.sites + s_.sites,
                    .links = cable_count(),
                    .diameter = 2 * site.diameter + crossings,
                    .bisection = {{static_cast<double>(endpoints() / 2), kHostCable}}};
    // Of an odd number, one site is parted too.
    if (s_.sites % 2 == 0 || cable_count() > kMostMeasured)
      figures.bisection.push_back({static_cast<double>(s_.sites / 2) * s_.links, kOptical});
    return figures;
  }
  // Site by site.
  std::vector<std::vector<Node>> orders() const override {
    std::vector<Node> order(endpoints());
    std::iota(order.begin(), order.end(), 0U);
    return {order};
  }

 private:
  Node gateway(std::uint32_t site) const { return endpoints() + copies_.switch_count() + site; }
  Cable long_cable(std::uint32_t site, std::uint32_t i) const {
    return copies_.cable_count() + (site - 1) * s_.links + i;
  }
  Node port(Node inside) const { return s_.endpoints + inside % s_.links; }
  Copies::Place place(Node at) const {
    if (at < endpoints()) return {at / s_.endpoints, at % s_.endpoints};
    return copies_.place(at);
  }
  EndpointOf outer() const {
    return [this](std::uint32_t site, Node e) {
      return e < s_.endpoints ? site * s_.endpoints + e : gateway(site);
    };
  }

  SitesShape s_;
  Copies copies_;
};

}  // namespace

PlanPtr sites(const SitesShape& shape) { return std::make_shared<const SitesPlan>(shape); }

}  // namespace weft::topology
