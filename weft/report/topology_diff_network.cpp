// Facts of clusters and fabrics: by the names of switches and hosts and not by their numbers, which
// shift where one is missing.
#include "weft/base/parse.hpp"
#include "weft/report/component_label.hpp"
#include "weft/report/topology_diff_facts.hpp"
#include "weft/topology/network/figures.hpp"
#include "weft/topology/network/plan.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

namespace weft::report {
namespace {

using topology::ComponentKind;
using topology::Topology;

std::string own_name(const Topology& topology, ComponentId id) {
  const auto& attributes = topology.attributes(id);
  std::string name(attributes.get("name"));
  if (name.empty()) name = attributes.get("guid");
  if (name.empty()) return topology.name(id);
  // A NIC is called alike in each host.
  if (topology.kind(id) == ComponentKind::nic)
    if (const auto host = parent_of(topology, id))
      name = fmt::format("{} {}", topology.attributes(host->id).get("name"), name);
  return name;
}

// Names as the dump has them; where several components have one, with what tells them apart.
std::vector<std::string> names_of(const Topology& topology) {
  std::vector<std::string> names;
  std::unordered_map<std::string, int> count;
  for (std::size_t i = 0; i < topology.component_count(); ++i) {
    names.push_back(own_name(topology, ComponentId(i)));
    ++count[names.back()];
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (count[names[i]] == 1) continue;
    const auto guid = topology.attributes(ComponentId(i)).get("guid");
    names[i] += fmt::format(" ({})", guid.empty() ? topology.name(ComponentId(i)) : guid);
  }
  return names;
}

}  // namespace

void add_fabric_facts(const Topology& topology, DiffFacts& facts) {
  const std::vector<std::string> names = names_of(topology);
  for (const ComponentId id : topology.all(ComponentKind::network_switch))
    facts.emplace_back("switch " + names[id.index()], "there");
  // Ends in the order of their names: which of two leaves is above the other is a guess.
  std::map<std::pair<std::string, std::string>, std::map<std::string, std::size_t>> cables;
  for (std::size_t i = 0; i < topology.link_count(); ++i) {
    const LinkId id(i);
    const topology::Link link = topology.link(id);
    if (!Topology::leads_down(id) || (topology.kind(link.from) != ComponentKind::network_switch &&
                                      topology.kind(link.to) != ComponentKind::network_switch))
      continue;
    const auto ends = std::minmax(names[link.from.index()], names[link.to.index()]);
    ++cables[{ends.first, ends.second}]
            [link.state == topology::LinkState::up ? link.model.name() : "down"];
  }
  for (const auto& [ends, kinds] : cables) {
    std::string text;
    for (const auto& [kind, count] : kinds)
      text += fmt::format("{}{} × {}", text.empty() ? "" : ", ", count, kind);
    facts.emplace_back(fmt::format("cables {} – {}", ends.first, ends.second), std::move(text));
  }
}

void add_cluster_facts(const Topology& topology, DiffFacts& facts) {
  facts.emplace_back("number of servers", std::to_string(topology.server_count()));
  for (const topology::InstanceGroup& group : topology.groups())
    facts.emplace_back("servers " + group.of->name(), std::to_string(group.count));
  for (const topology::Network& network : topology.networks()) {
    const auto add = [&](const char* what, std::string value) {
      facts.emplace_back(fmt::format("network {}, {}", network.name, what), std::move(value));
    };
    const topology::Figures figures = network.plan->figures();
    add("kind", network.kind);
    add("routing", std::string(word(network.routing)));
    add("endpoints", std::to_string(network.plan->endpoints()));
    for (const topology::Tier& tier : network.plan->tiers())
      add(std::string(word(tier.kind)).c_str(), std::to_string(tier.count));
    add("cables", std::to_string(figures.links));
    add("longest way", fmt::format("{} links", figures.diameter));
    add("bisection (GB/s)", print_number(in_gigabytes_per_second(topology::bisection(network))));
  }
}

}  // namespace weft::report
