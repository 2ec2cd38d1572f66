// Several copies of a plan inside another: planes, sites, the row networks of a HammingMesh.
//
// Switches are numbered tier by tier, in a tier copy by copy; cables copy by copy.
#pragma once

#include "weft/topology/network/plan.hpp"

#include <functional>
#include <vector>

namespace weft::topology {

// The outer node that endpoint e of a copy is.
using EndpointOf = std::function<Node(std::uint32_t copy, Node endpoint)>;

class Copies {
 public:
  struct Place {
    std::uint32_t copy;
    Node node;  // of the copy's plan
  };

  Copies(PlanPtr of, std::uint32_t count, Node first_switch, Cable first_cable);

  const NetworkPlan& of() const { return *of_; }
  std::uint32_t count() const { return count_; }
  std::uint32_t switch_count() const { return count_ * switches_; }
  std::uint32_t cable_count() const { return count_ * of_->cable_count(); }
  std::vector<Tier> tiers() const;

  bool has(Node node) const {
    return node >= first_switch_ && node < first_switch_ + switch_count();
  }
  Place place(Node node) const;                       // of a switch
  Node node(std::uint32_t copy, Node of_copy) const;  // likewise
  Cable cable(std::uint32_t copy, Cable of_copy) const {
    return first_cable_ + copy * of_->cable_count() + of_copy;
  }

  void for_each_cable(const CableSink& sink, const EndpointOf& endpoint) const;
  void next(std::uint32_t copy, Node at, Node to, std::vector<Step>& out,
            const EndpointOf& endpoint) const;
  // The choice that the copy makes among steps that next() gave.
  std::size_t fixed_choice(std::uint32_t copy, Node at, Node to,
                           const std::vector<Step>& steps) const;

 private:
  PlanPtr of_;
  std::uint32_t count_;
  Node first_switch_;
  Cable first_cable_;
  std::uint32_t switches_;
  std::vector<Tier> tiers_;
};

}  // namespace weft::topology
