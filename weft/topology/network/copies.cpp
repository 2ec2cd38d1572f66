#include "weft/topology/network/copies.hpp"

#include <utility>

namespace weft::topology {

Copies::Copies(PlanPtr of, std::uint32_t count, Node first_switch, Cable first_cable)
    : of_(std::move(of)),
      count_(count),
      first_switch_(first_switch),
      first_cable_(first_cable),
      switches_(of_->switch_count()),
      tiers_(of_->tiers()) {}

std::vector<Tier> Copies::tiers() const {
  std::vector<Tier> all = tiers_;
  for (Tier& tier : all) tier.count *= count_;
  return all;
}

Copies::Place Copies::place(Node node) const {
  std::uint32_t index = node - first_switch_;
  Node inner = of_->endpoints();
  for (const Tier& tier : tiers_) {
    if (index < tier.count * count_) return {index / tier.count, inner + index % tier.count};
    index -= tier.count * count_;
    inner += tier.count;
  }
  return {0, inner};
}

Node Copies::node(std::uint32_t copy, Node of_copy) const {
  std::uint32_t index = of_copy - of_->endpoints();
  Node outer = first_switch_;
  for (const Tier& tier : tiers_) {
    if (index < tier.count) return outer + copy * tier.count + index;
    index -= tier.count;
    outer += tier.count * count_;
  }
  return outer;
}

void Copies::for_each_cable(const CableSink& sink, const EndpointOf& endpoint) const {
  for (std::uint32_t copy = 0; copy < count_; ++copy) {
    const auto outer = [&](Node n) {
      return n < of_->endpoints() ? endpoint(copy, n) : node(copy, n);
    };
    of_->for_each_cable([&](const CableEnds& ends) {
      sink({outer(ends.upper), outer(ends.lower), ends.klass});
    });
  }
}

void Copies::next(std::uint32_t copy, Node at, Node to, std::vector<Step>& out,
                  const EndpointOf& endpoint) const {
  const std::size_t before = out.size();
  of_->next(at, to, out);
  for (std::size_t i = before; i < out.size(); ++i) {
    Step& step = out[i];
    step.cable = cable(copy, step.cable);
    step.to = step.to < of_->endpoints() ? endpoint(copy, step.to) : node(copy, step.to);
  }
}

std::size_t Copies::fixed_choice(std::uint32_t copy, Node at, Node to,
                                 const std::vector<Step>& steps) const {
  std::vector<Step> inner = steps;
  for (Step& step : inner) {
    step.cable -= cable(copy, 0);
    if (has(step.to)) step.to = place(step.to).node;
  }
  return of_->fixed_choice(at, to, inner);
}

}  // namespace weft::topology
