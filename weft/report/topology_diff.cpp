#include "weft/report/topology_diff.hpp"

#include "weft/report/component_label.hpp"
#include "weft/report/text.hpp"
#include "weft/report/topology_diff_facts.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

namespace weft::report {
namespace {

using topology::ComponentKind;
using topology::Topology;

// Settings that bear on bandwidth; addresses and names differ between machines by nature.
constexpr std::array<std::string_view, 17> kAttributes = {"model",     "acs",
                                                          "ats",       "mps",
                                                          "mrrs",      "relaxed_ordering",
                                                          "mtu",       "driver",
                                                          "firmware",  "state",
                                                          "transport", "peer_access",
                                                          "memory",    "cores",
                                                          "iommu",     "virtual-bridge",
                                                          "max_width"};

// NVLinks and the like of a component, all together: "18 × NVLink 4".
void add_fabric(const Topology& topology, ComponentId id, DiffFacts& facts) {
  std::map<std::string, std::size_t> links;
  for (const LinkId link : topology.links_of(id)) {
    const topology::Link one = topology.link(link);
    const auto parent = parent_of(topology, id);
    if (parent && Topology::opposite(parent->link) == link) continue;
    if (one.state != topology::LinkState::up) continue;
    if (is_fabric(one.model) || topology.kind(id) == ComponentKind::network_switch)
      ++links[one.model.name()];
  }
  std::string text;
  for (const auto& [name, count] : links)
    text += fmt::format("{}{} × {}", text.empty() ? "" : ", ", count, name);
  if (!text.empty()) facts.emplace_back(fmt::format("{}, links beside", topology.name(id)), text);
}

// Of a machine, component by component.
DiffFacts machine_facts(const Topology& topology) {
  DiffFacts facts;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(ComponentKind::outside); ++k) {
    const auto kind = static_cast<ComponentKind>(k);
    if (const auto all = topology.all(kind); !all.empty())
      facts.emplace_back(fmt::format("number of {}", plural(noun(kind))),
                         std::to_string(all.size()));
  }
  for (const std::string_view key : kAttributes)
    if (topology.attributes().has(key))
      facts.emplace_back(std::string(key), topology.attributes().get(key));
  for (std::size_t i = 0; i < topology.component_count(); ++i) {
    const ComponentId id(i);
    const std::string name = topology.name(id);
    if (const auto parent = parent_of(topology, id)) {
      const topology::Link link = topology.link(parent->link);
      facts.emplace_back(name + ", link above",
                         link.state == topology::LinkState::up ? link.model.name() : "down");
      facts.emplace_back(name + ", hangs on", topology.name(parent->id));
    }
    add_fabric(topology, id, facts);
    for (const std::string_view key : kAttributes)
      if (topology.attributes(id).has(key))
        facts.emplace_back(fmt::format("{}, {}", name, key), topology.attributes(id).get(key));
  }
  return facts;
}

DiffFacts facts_of(const Topology& topology) {
  DiffFacts facts;
  if (topology.server_count() == 0) {
    const bool is_fabric = topology.count(ComponentKind::network_switch) > 0 &&
                           topology.count(ComponentKind::socket) == 0;
    if (!is_fabric) return machine_facts(topology);
    add_fabric_facts(topology, facts);
    return facts;
  }
  add_cluster_facts(topology, facts);
  for (const topology::InstanceGroup& group : topology.groups())
    for (auto& [fact, value] : machine_facts(*group.of))
      facts.emplace_back(fmt::format("server {}: {}", group.of->name(), fact), std::move(value));
  return facts;
}

}  // namespace

std::vector<Difference> differences(const std::vector<const Topology*>& topologies) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<std::string>> values;
  for (std::size_t t = 0; t < topologies.size(); ++t)
    for (auto& [fact, value] : facts_of(*topologies[t])) {
      const auto [entry, is_new] =
          values.try_emplace(fact, std::vector<std::string>(topologies.size(), "none"));
      if (is_new) order.push_back(fact);
      entry->second[t] = std::move(value);
    }
  std::vector<Difference> found;
  for (const std::string& fact : order) {
    auto& own = values.at(fact);
    std::map<std::string, std::size_t> counts;
    for (const std::string& value : own) ++counts[value];
    if (counts.size() == 1) continue;
    std::string usual;
    for (const auto& [value, count] : counts)
      if (2 * count > own.size()) usual = value;
    found.push_back({fact, std::move(usual), std::move(own)});
  }
  return found;
}

std::string differences_text(const std::vector<std::string>& names,
                             const std::vector<Difference>& differences) {
  if (differences.empty()) return fmt::format("{} topologies, nothing differs\n", names.size());
  std::string out;
  for (const Difference& difference : differences) {
    std::map<std::string, std::vector<std::string>> who;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (difference.usual.empty() || difference.values[i] != difference.usual)
        who[difference.values[i]].push_back(names[i]);
    std::string text;
    for (const auto& [value, of] : who)
      text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", value, fmt::join(of, ", "));
    if (!difference.usual.empty()) text += fmt::format(", {} in the others", difference.usual);
    out += fmt::format("{}: {}\n", difference.fact, text);
  }
  return out + fmt::format("{} between {} topologies\n", counted(differences.size(), "difference"),
                           names.size());
}

}  // namespace weft::report
