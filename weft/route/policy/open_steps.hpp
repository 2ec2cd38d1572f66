// The steps of the shortest ways of a network that still lead to the end: what its plan says, less
// what links that are down block.
//
// Sound networks are asked directly; in others, whether a step leads on is found out and kept for
// one destination at a time. Not for several threads at once.
#pragma once

#include "weft/topology/graph.hpp"
#include "weft/topology/network/plan.hpp"

#include <unordered_map>
#include <vector>

namespace weft::route {

using topology::Cable;
using topology::Node;

class OpenSteps {
 public:
  OpenSteps(const topology::Topology& topology, const topology::Network& network, bool has_faults)
      : topology_(&topology), network_(&network), has_faults_(has_faults) {}

  const topology::Network& network() const { return *network_; }
  std::uint32_t count(Node at, Node to) {
    return has_faults_ ? static_cast<std::uint32_t>(open(at, to).size())
                       : network_->plan->step_count(at, to);
  }
  topology::Step step(Node at, Node to, std::uint32_t number) {
    return has_faults_ ? open(at, to)[number] : network_->plan->step(at, to, number);
  }
  std::uint32_t fixed(Node at, Node to) {
    return has_faults_
               ? static_cast<std::uint32_t>(network_->plan->fixed_choice(at, to, open(at, to)))
               : network_->plan->fixed_step(at, to);
  }

 private:
  const std::vector<topology::Step>& open(Node at, Node to);
  std::vector<topology::Step> up_steps(Node at) const;
  bool reaches(Node at);

  const topology::Topology* topology_;
  const topology::Network* network_;
  bool has_faults_;
  Node to_ = ~Node{0};
  std::unordered_map<Node, bool> reaches_;  // looked up only
  Node at_ = ~Node{0};
  std::vector<topology::Step> open_;  // of at_
};

}  // namespace weft::route
