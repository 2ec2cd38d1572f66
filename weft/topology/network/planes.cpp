#include "weft/topology/network/planes.hpp"

#include "weft/topology/network/copies.hpp"

#include <utility>

namespace weft::topology {
namespace {

class PlanesPlan final : public NetworkPlan {
 public:
  PlanesPlan(PlanPtr plane, std::uint32_t planes, bool shared)
      : shared_(shared),
        endpoints_(plane->endpoints() * (shared ? 1 : planes)),
        copies_(std::move(plane), planes, endpoints_, 0) {}

  std::uint32_t endpoints() const override { return endpoints_; }
  std::vector<Tier> tiers() const override { return copies_.tiers(); }
  std::uint32_t cable_count() const override { return copies_.cable_count(); }
  void for_each_cable(const CableSink& sink) const override {
    copies_.for_each_cable(sink, outer());
  }

  void next(Node at, Node to, std::vector<Step>& out) const override {
    if (!copies_.has(at)) {
      for (std::uint32_t plane = 0; plane < copies_.count(); ++plane)
        if (shared_ || (at % copies_.count() == plane && to % copies_.count() == plane))
          copies_.next(plane, inner(at), inner(to), out, outer());
      return;
    }
    const auto [plane, node] = copies_.place(at);
    if (shared_ || to % copies_.count() == plane)
      copies_.next(plane, node, inner(to), out, outer());
  }

  std::size_t fixed_choice(Node at, Node to, const std::vector<Step>& steps) const override {
    if (!copies_.has(at)) return to % steps.size();
    const auto [plane, node] = copies_.place(at);
    return copies_.fixed_choice(plane, node, inner(to), steps);
  }

  Figures figures() const override {
    Figures all = copies_.of().figures();
    all.switches *= copies_.count();
    all.links *= copies_.count();
    for (Figures::Cut& cut : all.bisection) cut.cables *= copies_.count();
    return all;
  }

  // Planes are alike, and halved alike.
  Bandwidth bisection(const CableRates& rates) const override {
    return copies_.of().bisection(rates) * static_cast<double>(copies_.count());
  }

 private:
  Node inner(Node endpoint) const { return shared_ ? endpoint : endpoint / copies_.count(); }
  EndpointOf outer() const {
    return
        [this](std::uint32_t plane, Node e) { return shared_ ? e : e * copies_.count() + plane; };
  }

  bool shared_;
  std::uint32_t endpoints_;
  Copies copies_;
};

}  // namespace

PlanPtr separate_planes(PlanPtr plane, std::uint32_t planes) {
  return std::make_shared<const PlanesPlan>(std::move(plane), planes, false);
}

PlanPtr shared_planes(PlanPtr plane, std::uint32_t planes) {
  return std::make_shared<const PlanesPlan>(std::move(plane), planes, true);
}

}  // namespace weft::topology
