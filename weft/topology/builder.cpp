#include "weft/topology/builder.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::topology {
namespace {

constexpr std::size_t kMostIds = 0xFFFF'0000;

// Items sorted stably by owner become offsets and one array (counting sort).
template <class T, class Owner, class Item, class Out>
void group_by_owner(std::size_t owners, std::size_t count, Owner owner, Item item, Out& out) {
  out.offset.assign(owners + 1, 0);
  for (std::size_t i = 0; i < count; ++i) ++out.offset[owner(i) + 1];
  for (std::size_t i = 0; i < owners; ++i) out.offset[i + 1] += out.offset[i];
  std::vector<std::uint32_t> next(out.offset.begin(), out.offset.end() - 1);
  out.items.resize(count);
  for (std::size_t i = 0; i < count; ++i) out.items[next[owner(i)]++] = item(i);
}

link::LinkModelPtr way_up(const link::LinkModelPtr& model) {
  WEFT_ASSERT(model != nullptr, "a link has a model");
  link::LinkModelPtr up = model->upward();
  return up != nullptr ? up : model;
}

}  // namespace

Builder::Builder(std::string name) {
  graph_.name_ = std::move(name);
  graph_.attribute_lists_.resize(1);
  graph_.by_kind_.resize(kComponentKinds);
}

Builder::Builder(Topology topology) : graph_(std::move(topology)) {
  for (std::uint32_t i = 0; i < graph_.models_.size(); ++i)
    model_index_.try_emplace(graph_.models_[i].get(), i);
  const std::size_t first_shared = graph_.link_count() + graph_.before_.shared;
  for (std::size_t i = graph_.before_.links; i < graph_.link_count(); ++i)
    for (const Draw& draw : graph_.resources_on(LinkId(i)))
      draws_.push_back(
          {LinkId(i), Draw{ResourceId(draw.resource.index() - first_shared), draw.weight}});
}

std::size_t Builder::add_instances(std::shared_ptr<const Topology> of, std::size_t count,
                                   Layout layout, std::vector<ComponentId> outlets) {
  WEFT_ASSERT(graph_.components_.empty() && graph_.links_.empty() && graph_.shared_.empty(),
              "instances come before components of the topology's own");
  WEFT_ASSERT(of->groups_.empty(), "a template holds no instances itself");
  InstanceGroup group{.of = std::move(of),
                      .count = count,
                      .layout = layout,
                      .outlets = std::move(outlets),
                      .first_server = graph_.before_.servers,
                      .first_component = graph_.before_.components,
                      .first_link = graph_.before_.links,
                      .first_shared = graph_.before_.shared};
  if (!graph_.groups_.empty())
    group.first_outlet = graph_.groups_.back().first_outlet + graph_.groups_.back().outlet_count();
  const Topology& each = *group.of;
  group.outlet_of.assign(each.component_count(), -1);
  for (std::size_t i = 0; i < group.outlets.size(); ++i)
    group.outlet_of[group.outlets[i].index()] = static_cast<std::int32_t>(i);
  for (std::size_t i = 0; i < each.component_count(); ++i)
    group.servers_inside = std::max(group.servers_inside, each.place_of(ComponentId(i)).server + 1);
  graph_.before_.servers += count;
  graph_.before_.components += count * each.component_count();
  graph_.before_.links += count * each.link_count();
  graph_.before_.shared += count * each.shared_.size();
  WEFT_ASSERT(graph_.before_.components < kMostIds && graph_.before_.links < kMostIds,
              "callers refuse clusters that ids cannot count");
  graph_.groups_.push_back(std::move(group));
  return graph_.groups_.back().first_server;
}

void Builder::reserve(std::size_t components, std::size_t link_pairs) {
  graph_.components_.reserve(components);
  graph_.links_.reserve(2 * link_pairs);
}

ComponentId Builder::add(ComponentKind kind, Place place, Attributes attributes) {
  const ComponentId id(component_count());
  auto& same = graph_.by_kind_[static_cast<std::size_t>(kind)];
  Topology::ComponentRecord record;
  record.kind = kind;
  record.ordinal = static_cast<std::uint32_t>(same.size());
  if (graph_.places_.empty() || graph_.places_.back() != place) graph_.places_.push_back(place);
  record.place = static_cast<std::uint32_t>(graph_.places_.size() - 1);
  if (!attributes.empty()) {
    record.attributes = static_cast<std::uint32_t>(graph_.attribute_lists_.size());
    graph_.attribute_lists_.push_back(std::move(attributes));
  }
  same.push_back(id);
  graph_.components_.push_back(record);
  return id;
}

Attributes& Builder::attributes(ComponentId id) {
  auto& record = graph_.components_.at(id.index() - graph_.before_.components);
  if (record.attributes == 0) {
    record.attributes = static_cast<std::uint32_t>(graph_.attribute_lists_.size());
    graph_.attribute_lists_.emplace_back();
  }
  return graph_.attribute_lists_[record.attributes];
}

Attributes& Builder::attributes(LinkId id) {
  auto& record = graph_.links_.at(id.index() - graph_.before_.links);
  if (record.attributes == 0) {
    record.attributes = static_cast<std::uint32_t>(graph_.attribute_lists_.size());
    graph_.attribute_lists_.emplace_back();
  }
  return graph_.attribute_lists_[record.attributes];
}

std::uint32_t Builder::model_index(const link::LinkModelPtr& model) {
  WEFT_ASSERT(model != nullptr, "a link has a model");
  const auto [entry, is_new] =
      model_index_.try_emplace(model.get(), static_cast<std::uint32_t>(graph_.models_.size()));
  if (is_new) graph_.models_.push_back(model);
  return entry->second;
}

LinkId Builder::connect(ComponentId upper, ComponentId lower, link::LinkModelPtr model,
                        Provenance provenance, LinkState state) {
  const link::LinkModelPtr up = way_up(model);
  return connect(upper, lower, std::move(model), up, provenance, provenance, state);
}

LinkId Builder::connect(ComponentId upper, ComponentId lower, link::LinkModelPtr down,
                        link::LinkModelPtr up, Provenance provenance_down, Provenance provenance_up,
                        LinkState state) {
  const LinkId id = add_pair(upper, lower, down, up, provenance_down, provenance_up, state);
  share_both_ways(*down, lower, {id});
  return id;
}

std::vector<LinkId> Builder::connect_shared(
    const std::vector<std::pair<ComponentId, ComponentId>>& ends, const link::LinkModelPtr& model,
    ComponentId at, Provenance provenance) {
  WEFT_ASSERT(model->sharing().both_ways < 2, "devices share a medium whose directions share it");
  const link::LinkModelPtr up = way_up(model);
  std::vector<LinkId> links;
  for (const auto& [upper, lower] : ends)
    links.push_back(add_pair(upper, lower, model, up, provenance, provenance, LinkState::up));
  share_both_ways(*model, at, links);
  return links;
}

void Builder::share_both_ways(const link::LinkModel& model, ComponentId at,
                              const std::vector<LinkId>& links) {
  const link::Sharing sharing = model.sharing();
  if (sharing.both_ways >= 2) return;
  std::vector<std::pair<LinkId, double>> directions;
  for (const LinkId link : links) {
    directions.emplace_back(link, 1.0);
    directions.emplace_back(Topology::opposite(link), 1.0);
  }
  share({.name = fmt::format("{} of {}", sharing.what, graph_.name(at)),
         .kind = model.kind(),
         .capacity = model.capacity() * sharing.both_ways,
         .at = at,
         .role = CapacityRole::links,
         .source = sharing.source},
        directions);
}

LinkId Builder::add_pair(ComponentId upper, ComponentId lower, const link::LinkModelPtr& down,
                         const link::LinkModelPtr& up, Provenance provenance_down,
                         Provenance provenance_up, LinkState state) {
  WEFT_ASSERT(upper != lower, "a link joins two components");
  WEFT_ASSERT(upper.index() < component_count() && lower.index() < component_count(),
              "both ends were added to this builder");
  const LinkId id(graph_.link_count());
  graph_.links_.push_back({upper, lower, model_index(down), 0, state, provenance_down});
  graph_.links_.push_back({lower, upper, model_index(up), 0, state, provenance_up});
  return id;
}

void Builder::change(LinkId id, const link::LinkModelPtr& model, Provenance provenance,
                     LinkState state) {
  WEFT_ASSERT(id.index() < graph_.link_count(), "the link was added to this builder");
  for (const LinkId direction : {id, Topology::opposite(id)}) {
    if (const auto instance = graph_.instance_of(direction)) {
      graph_.changes_[direction.value] = {model_index(model), state, provenance};
      graph_.changed_servers_.push_back(static_cast<std::uint32_t>(instance->server()));
      continue;
    }
    auto& record = graph_.links_[direction.index() - graph_.before_.links];
    record.model = model_index(model);
    record.provenance = provenance;
    record.state = state;
  }
}

link::LinkModelPtr Builder::model_of(LinkId id) const {
  const auto instance = graph_.instance_of(id);
  if (!instance) return graph_.models_[graph_.links_[id.index() - graph_.before_.links].model];
  if (const auto changed = graph_.changes_.find(id.value); changed != graph_.changes_.end())
    return graph_.models_[changed->second.model];
  const Topology& of = instance->of();
  return of.models_[of.links_[id.index() - instance->first_link()].model];
}

void Builder::share(SharedCapacity capacity, const std::vector<std::pair<LinkId, double>>& links) {
  capacity.role = CapacityRole::links;
  for (const auto& [link, weight] : links) {
    WEFT_ASSERT(link.index() >= graph_.before_.links && link.index() < graph_.link_count(),
                "the link was added to this builder");
    draws_.push_back({link, Draw{ResourceId(graph_.shared_.size()), weight}});
  }
  graph_.shared_.push_back(std::move(capacity));
}

void Builder::limit(SharedCapacity capacity) {
  WEFT_ASSERT(capacity.role != CapacityRole::links, "a capacity of links comes through share()");
  WEFT_ASSERT(capacity.at.index() < component_count(), "it is at a component of this builder");
  graph_.shared_.push_back(std::move(capacity));
}

Topology Builder::build() && {
  Topology& g = graph_;
  const std::size_t links = g.links_.size();
  const std::size_t before = g.before_.links;
  const std::size_t first_shared = g.link_count() + g.before_.shared;
  const std::size_t outlets =
      g.groups_.empty() ? 0 : g.groups_.back().first_outlet + g.groups_.back().outlet_count();
  const auto holder = [&](std::size_t link) {
    const auto found = g.holder(g.links_[link].from);
    WEFT_ASSERT(found.has_value(), "links of a cluster end at the outlets of its servers");
    return *found;
  };
  group_by_owner<LinkId>(
      outlets + g.components_.size(), links, holder,
      [&](std::size_t i) { return LinkId(before + i); }, g.leaving_);
  std::sort(g.changed_servers_.begin(), g.changed_servers_.end());
  if (!draws_.empty())
    group_by_owner<Draw>(
        links, draws_.size(), [&](std::size_t i) { return draws_[i].first.index() - before; },
        [&](std::size_t i) {
          return Draw{ResourceId(first_shared + draws_[i].second.resource.index()),
                      draws_[i].second.weight};
        },
        g.draws_);
  std::vector<std::size_t> limits;
  for (std::size_t i = 0; i < g.shared_.size(); ++i)
    if (g.shared_[i].role != CapacityRole::links) limits.push_back(i);
  if (!limits.empty())
    group_by_owner<ResourceId>(
        g.components_.size(), limits.size(),
        [&](std::size_t i) { return g.shared_[limits[i]].at.index() - g.before_.components; },
        [&](std::size_t i) { return ResourceId(first_shared + limits[i]); }, g.capacities_);
  return std::move(graph_);
}

}  // namespace weft::topology
