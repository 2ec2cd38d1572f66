// Collects components, links and shared capacities, then freezes them into a Topology.
//
// A broken promise (an id of another builder, a link onto itself) is a bug, hence WEFT_ASSERT:
// readers check a file before they add what it says.
#pragma once

#include "weft/topology/graph.hpp"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weft::topology {

class Builder {
 public:
  explicit Builder(std::string name);
  // Goes on from a finished topology; ids stay as they are.
  explicit Builder(Topology topology);

  // `count` servers that hold what `of` does; links of this builder may end at `outlets`, which are
  // components of `of`. Instances come before all else. Gives the number of the group's first
  // server.
  std::size_t add_instances(std::shared_ptr<const Topology> of, std::size_t count, Layout layout,
                            std::vector<ComponentId> outlets);
  ComponentId in_server(std::size_t server, ComponentId of_template) const {
    return Topology::in_instance(graph_.server(server), of_template);
  }
  void add_network(Network network) { graph_.networks_.push_back(std::move(network)); }

  // Ordinals count per kind in the order of adding: the first GPU is gpu[0].
  ComponentId add(ComponentKind kind, Place place = {}, Attributes attributes = {});
  Attributes& attributes(ComponentId id);
  Attributes& attributes() { return graph_.attributes_; }

  // Both directions; the first leads from `upper` to `lower`. Returns the first. A model whose
  // directions share wires (link/model.hpp) gets a shared capacity for the two, and one with a way
  // up of its own that model for it.
  LinkId connect(ComponentId upper, ComponentId lower, link::LinkModelPtr model,
                 Provenance provenance, LinkState state = LinkState::up);
  // The two directions may differ, as with a link that one end reports and the other does not.
  LinkId connect(ComponentId upper, ComponentId lower, link::LinkModelPtr down,
                 link::LinkModelPtr up, Provenance provenance_down, Provenance provenance_up,
                 LinkState state = LinkState::up);
  // One bus or radio channel: all links, both directions included, share one capacity. Each leads
  // down from the first of its pair to the second. `at`: the component that the capacity is at.
  std::vector<LinkId> connect_shared(const std::vector<std::pair<ComponentId, ComponentId>>& ends,
                                     const link::LinkModelPtr& model, ComponentId at,
                                     Provenance provenance);
  Attributes& attributes(LinkId id);
  // Another model and state for both directions of a link that is there, in a server too.
  void change(LinkId id, const link::LinkModelPtr& model, Provenance provenance, LinkState state);

  // Several links share one capacity, each drawing `weight` bytes per wire byte.
  void share(SharedCapacity capacity, const std::vector<std::pair<LinkId, double>>& links);
  // A capacity that routes draw on by role.
  void limit(SharedCapacity capacity);

  ComponentKind kind(ComponentId id) const { return graph_.kind(id); }
  const Topology& so_far() const { return graph_; }  // without the links of components
  link::LinkModelPtr model_of(LinkId id) const;
  std::size_t component_count() const { return graph_.component_count(); }
  void reserve(std::size_t components, std::size_t link_pairs);

  Topology build() &&;

 private:
  LinkId add_pair(ComponentId upper, ComponentId lower, const link::LinkModelPtr& down,
                  const link::LinkModelPtr& up, Provenance provenance_down,
                  Provenance provenance_up, LinkState state);
  void share_both_ways(const link::LinkModel& model, ComponentId at,
                       const std::vector<LinkId>& links);
  std::uint32_t model_index(const link::LinkModelPtr& model);

  Topology graph_;
  std::unordered_map<const link::LinkModel*, std::uint32_t> model_index_;
  std::vector<std::pair<LinkId, Draw>> draws_;
};

}  // namespace weft::topology
