#include "weft/topology/graph.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::topology {
namespace {

// The group that holds the item `index`, whose first ones are at `first` and which hold `each` an
// instance; groups are few.
template <class First, class Each>
std::optional<Instance> locate(const std::vector<InstanceGroup>& groups, std::size_t index,
                               First first, Each each) {
  for (const InstanceGroup& group : groups) {
    const std::size_t size = each(group);
    const std::size_t begin = first(group);
    if (size > 0 && index >= begin && index < begin + group.count * size)
      return Instance{&group, (index - begin) / size};
  }
  return std::nullopt;
}

std::size_t shared_count(const Topology& topology) {
  return topology.resource_count() - topology.link_count();
}

}  // namespace

std::optional<Instance> Topology::instance_of(ComponentId id) const {
  if (id.index() >= before_.components) return std::nullopt;
  return locate(
      groups_, id.index(), [](const InstanceGroup& g) { return g.first_component; },
      [](const InstanceGroup& g) { return g.of->component_count(); });
}

std::optional<Instance> Topology::instance_of(LinkId id) const {
  if (id.index() >= before_.links) return std::nullopt;
  return locate(
      groups_, id.index(), [](const InstanceGroup& g) { return g.first_link; },
      [](const InstanceGroup& g) { return g.of->link_count(); });
}

std::optional<Instance> Topology::instance_of(ResourceId id) const {
  const std::size_t shared = id.index() - link_count();
  if (shared >= before_.shared) return std::nullopt;
  return locate(
      groups_, shared, [](const InstanceGroup& g) { return g.first_shared; },
      [](const InstanceGroup& g) { return shared_count(*g.of); });
}

Instance Topology::server(std::size_t number) const {
  WEFT_ASSERT(number < before_.servers, "a server of this topology");
  for (const InstanceGroup& group : groups_)
    if (number < group.first_server + group.count) return {&group, number - group.first_server};
  return {};
}

bool Topology::is_sound(const Instance& instance) const {
  return !std::binary_search(changed_servers_.begin(), changed_servers_.end(),
                             static_cast<std::uint32_t>(instance.server()));
}

std::optional<std::size_t> Topology::holder(ComponentId id) const {
  const auto instance = instance_of(id);
  const std::size_t outlets =
      groups_.empty() ? 0 : groups_.back().first_outlet + groups_.back().outlet_count();
  if (!instance) return outlets + id.index() - before_.components;
  const InstanceGroup& group = *instance->group;
  const std::int32_t outlet = group.outlet_of[id.index() - instance->first_component()];
  if (outlet < 0) return std::nullopt;
  return group.first_outlet + instance->index * group.outlets.size() +
         static_cast<std::size_t>(outlet);
}

ComponentKind Topology::kind_in_server(ComponentId id) const {
  const Instance instance = *instance_of(id);
  return instance.of().kind(ComponentId(id.index() - instance.first_component()));
}

std::uint32_t Topology::ordinal(ComponentId id) const {
  if (const auto instance = instance_of(id))
    return instance->of().ordinal(ComponentId(id.index() - instance->first_component()));
  return components_[id.index() - before_.components].ordinal;
}

Place Topology::place_of(ComponentId id) const {
  const auto instance = instance_of(id);
  if (!instance) return places_[components_[id.index() - before_.components].place];
  const InstanceGroup& group = *instance->group;
  const Place inside = group.of->place_of(ComponentId(id.index() - instance->first_component()));
  Place place = group.layout.place_of(instance->index);
  place.server = static_cast<std::int32_t>(instance->server()) * group.servers_inside +
                 std::max(inside.server, 0);
  return place;
}

const Attributes& Topology::attributes(ComponentId id) const {
  if (const auto instance = instance_of(id))
    return instance->of().attributes(ComponentId(id.index() - instance->first_component()));
  return attribute_lists_[components_[id.index() - before_.components].attributes];
}

const Attributes& Topology::attributes(LinkId id) const {
  if (const auto instance = instance_of(id))
    return instance->of().attributes(LinkId(id.index() - instance->first_link()));
  return attribute_lists_[links_[id.index() - before_.links].attributes];
}

std::size_t Topology::count(ComponentKind kind) const {
  std::size_t all = by_kind_[static_cast<std::size_t>(kind)].size();
  for (const InstanceGroup& group : groups_) all += group.count * group.of->count(kind);
  return all;
}

ComponentId Topology::nth(ComponentKind kind, std::size_t index) const {
  for (const InstanceGroup& group : groups_) {
    const std::size_t each = group.of->count(kind);
    if (index < group.count * each)
      return in_instance({&group, index / each}, group.of->nth(kind, index % each));
    index -= group.count * each;
  }
  return by_kind_[static_cast<std::size_t>(kind)][index];
}

std::vector<ComponentId> Topology::beside(ComponentId id, ComponentKind kind) const {
  std::vector<ComponentId> found;
  if (const auto instance = instance_of(id)) {
    for (const ComponentId each : instance->of().all(kind))
      found.push_back(in_instance(*instance, each));
  } else {
    const ComponentList all = this->all(kind);
    found.assign(all.begin(), all.end());
  }
  return found;
}

std::string Topology::name(ComponentId id) const {
  std::string own = fmt::format("{}[{}]", word(kind(id)), ordinal(id));
  const auto instance = instance_of(id);
  return instance ? name_in_server(*instance, own) : own;
}

std::string Topology::name_in_server(const Instance& instance, const std::string& name) const {
  return fmt::format("server[{}].{}", instance.server(), name);
}

IdList<LinkId> Topology::links_of(ComponentId id) const {
  const auto own = holder(id);
  const std::span<const LinkId> outside = own ? leaving_.of(*own) : std::span<const LinkId>{};
  const auto instance = instance_of(id);
  if (!instance) return IdList<LinkId>(outside);
  const auto inside =
      instance->of().links_of(ComponentId(id.index() - instance->first_component()));
  return {inside.own(), static_cast<std::uint32_t>(instance->first_link()), outside};
}

Link Topology::link(LinkId id) const {
  const auto instance = instance_of(id);
  if (!instance) {
    const LinkRecord& record = links_[id.index() - before_.links];
    return {record.from, record.to, *models_[record.model], record.state, record.provenance};
  }
  const Link inside = instance->of().link(LinkId(id.index() - instance->first_link()));
  const ComponentId from = in_instance(*instance, inside.from);
  const ComponentId to = in_instance(*instance, inside.to);
  if (const auto changed = changes_.find(id.value); changed != changes_.end()) {
    const Change& change = changed->second;
    return {from, to, *models_[change.model], change.state, change.provenance};
  }
  return {from, to, inside.model, inside.state, inside.provenance};
}

std::string Topology::name(LinkId id) const {
  const Link link = this->link(id);
  return name(link.from) + " -> " + name(link.to);
}

Bandwidth Topology::capacity(ResourceId id) const {
  if (id.index() < link_count()) return link(LinkId(id.index())).model.capacity();
  std::optional<Instance> instance;
  return shared_record(id, instance).capacity;
}

Resource Topology::resource(ResourceId id) const {
  if (id.index() < link_count()) {
    const LinkId link_id(id.index());
    const link::LinkModel& model = link(link_id).model;
    return {fmt::format("{} ({})", name(link_id), model.name()), model.kind(), model.capacity()};
  }
  SharedCapacity capacity = shared(id);
  return {std::move(capacity.name), std::move(capacity.kind), capacity.capacity};
}

std::string Topology::kind_of(ResourceId id) const {
  if (id.index() < link_count()) return link(LinkId(id.index())).model.kind();
  std::optional<Instance> instance;
  return shared_record(id, instance).kind;
}

IdList<Draw> Topology::resources_on(LinkId id) const {
  const auto instance = instance_of(id);
  if (!instance) return IdList<Draw>(draws_.of(id.index() - before_.links));
  const Topology& of = instance->of();
  const auto inside = of.resources_on(LinkId(id.index() - instance->first_link()));
  // Shared capacities alone are drawn on: they follow the links here as there.
  return {inside.own(),
          static_cast<std::uint32_t>(link_count() + instance->first_shared() - of.link_count()),
          {}};
}

IdList<ResourceId> Topology::capacities_at(ComponentId id) const {
  const auto instance = instance_of(id);
  if (!instance) return IdList<ResourceId>(capacities_.of(id.index() - before_.components));
  const Topology& of = instance->of();
  const auto inside = of.capacities_at(ComponentId(id.index() - instance->first_component()));
  return {inside.own(),
          static_cast<std::uint32_t>(link_count() + instance->first_shared() - of.link_count()),
          {}};
}

const SharedCapacity& Topology::shared_record(ResourceId id,
                                              std::optional<Instance>& instance) const {
  WEFT_ASSERT(id.index() >= link_count() && id.index() < resource_count(), "a shared capacity");
  const std::size_t index = id.index() - link_count();
  instance = instance_of(id);
  if (!instance) return shared_[index - before_.shared];
  return instance->of().shared_[index - instance->first_shared()];
}

SharedCapacity Topology::shared(ResourceId id) const {
  std::optional<Instance> instance;
  SharedCapacity capacity = shared_record(id, instance);
  if (instance) {
    capacity.at = in_instance(*instance, capacity.at);
    capacity.name = name_in_server(*instance, capacity.name);
  }
  return capacity;
}

CapacityRole Topology::role_of(ResourceId id) const {
  std::optional<Instance> instance;
  return shared_record(id, instance).role;
}

}  // namespace weft::topology
