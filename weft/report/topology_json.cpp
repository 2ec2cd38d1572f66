#include "weft/report/component_label.hpp"
#include "weft/report/json.hpp"
#include "weft/report/topology_report.hpp"

namespace weft::report {
namespace {

using topology::ComponentKind;
using topology::LinkState;
using topology::Topology;

Json attributes_json(const topology::Attributes& attributes) {
  Json json = Json::object();
  for (const topology::Attribute& attribute : attributes) json[attribute.key] = attribute.value;
  return json;
}

Json component_json(const Topology& topology, ComponentId id) {
  Json json = {{"id", topology.name(id)},
               {"kind", word(topology.kind(id))},
               {"name", label_of(topology, id)},
               {"place", to_string(topology.place_of(id))},
               {"attributes", attributes_json(topology.attributes(id))}};
  Json assumed = Json::array();
  for (const topology::Attribute& attribute : topology.attributes(id))
    if (attribute.provenance == topology::Provenance::assumed) assumed.push_back(attribute.key);
  if (!assumed.empty()) json["assumed"] = std::move(assumed);
  return json;
}

std::string_view word(LinkState state) {
  return state == LinkState::up ? "up" : state == LinkState::down ? "down" : "absent";
}

Json link_json(const Topology& topology, LinkId id) {
  const topology::Link link = topology.link(id);
  return {{"from", topology.name(link.from)},
          {"to", topology.name(link.to)},
          {"kind", link.model.kind()},
          {"GBps", gbps(usable(link.model))},
          {"latency_us", number(in_microseconds(link.model.latency()))},
          {"provenance", word(link.provenance)},
          {"state", word(link.state)},
          {"name", link.model.name()},
          {"raw_GBps", gbps(link.model.waterfall({}).raw())},
          {"capacity_GBps", gbps(link.model.capacity())},
          {"attributes", attributes_json(topology.attributes(id))}};
}

Json shared_json(const Topology& topology) {
  Json list = Json::array();
  for (std::size_t i = topology.link_count(); i < topology.resource_count(); ++i) {
    const topology::SharedCapacity shared = topology.shared(ResourceId(i));
    list.push_back({{"name", shared.name},
                    {"class", shared.kind},
                    {"at", topology.name(shared.at)},
                    {"GBps", gbps(shared.capacity)},
                    {"source", shared.source}});
  }
  return list;
}

Json counts_json(const Topology& topology) {
  Json json = Json::object();
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k) {
    const auto kind = static_cast<ComponentKind>(k);
    if (const std::size_t count = topology.all(kind).size(); count > 0)
      json[std::string(topology::word(kind))] = count;
  }
  return json;
}

}  // namespace

std::string topology_json(const Topology& topology, const DistanceMatrix& matrix,
                          const std::vector<Warning>& warnings) {
  Json json = {{"components", Json::array()}, {"links", Json::array()}};
  for (std::size_t i = 0; i < topology.component_count(); ++i)
    json["components"].push_back(component_json(topology, ComponentId(i)));
  for (std::size_t i = 0; i < topology.link_count(); ++i)
    json["links"].push_back(link_json(topology, LinkId(i)));
  json["topology"] = topology.name();
  json["counts"] = counts_json(topology);
  json["shared_capacities"] = shared_json(topology);
  json["distances"] = {{"devices", Json::array()}, {"matrix", matrix.words}};
  for (const ComponentId id : matrix.devices)
    json["distances"]["devices"].push_back(topology.name(id));
  json["warnings"] = to_json(warnings);
  return dump(json);
}

}  // namespace weft::report
