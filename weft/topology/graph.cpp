#include "weft/topology/graph.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::topology {

std::string Topology::name(ComponentId id) const {
  return fmt::format("{}[{}]", word(kind(id)), ordinal(id));
}

const Attributes& Topology::attributes(ComponentId id) const {
  return attribute_lists_[components_[id.index()].attributes];
}

const Attributes& Topology::attributes(LinkId id) const {
  return attribute_lists_[links_[id.index()].attributes];
}

std::span<const ComponentId> Topology::all(ComponentKind kind) const {
  return by_kind_[static_cast<std::size_t>(kind)];
}

std::span<const LinkId> Topology::links_of(ComponentId id) const { return leaving_.of(id.index()); }

Link Topology::link(LinkId id) const {
  const LinkRecord& record = links_[id.index()];
  return {record.from, record.to, *models_[record.model], record.state, record.provenance};
}

std::string Topology::name(LinkId id) const {
  const LinkRecord& record = links_[id.index()];
  return name(record.from) + " -> " + name(record.to);
}

Bandwidth Topology::capacity(ResourceId id) const {
  if (id.index() < links_.size()) return models_[links_[id.index()].model]->capacity();
  return shared(id).capacity;
}

Resource Topology::resource(ResourceId id) const {
  if (id.index() < links_.size()) {
    const LinkId link_id(id.index());
    const link::LinkModel& model = link(link_id).model;
    return {fmt::format("{} ({})", name(link_id), model.name()), model.kind(), model.capacity()};
  }
  const SharedCapacity& capacity = shared(id);
  return {capacity.name, capacity.kind, capacity.capacity};
}

std::string Topology::kind_of(ResourceId id) const {
  if (id.index() < links_.size()) return models_[links_[id.index()].model]->kind();
  return shared(id).kind;
}

std::span<const Draw> Topology::resources_on(LinkId id) const { return draws_.of(id.index()); }

std::span<const ResourceId> Topology::capacities_at(ComponentId id) const {
  return capacities_.of(id.index());
}

const SharedCapacity& Topology::shared(ResourceId id) const {
  WEFT_ASSERT(id.index() >= links_.size() && id.index() < resource_count(), "a shared capacity");
  return shared_[id.index() - links_.size()];
}

}  // namespace weft::topology
