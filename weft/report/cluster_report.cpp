#include "weft/report/cluster_report.hpp"

#include "weft/base/parse.hpp"
#include "weft/report/component_label.hpp"
#include "weft/report/fault_list.hpp"
#include "weft/report/json.hpp"
#include "weft/report/table.hpp"
#include "weft/report/text.hpp"
#include "weft/report/topology_report.hpp"
#include "weft/report/warnings.hpp"
#include "weft/topology/network/figures.hpp"
#include "weft/topology/network/plan.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace weft::report {
namespace {

using topology::ComponentKind;
using topology::Network;
using topology::Topology;

const Network* compute_network(const Topology& topology) {
  for (const Network& network : topology.networks())
    if (network.name == "compute") return &network;
  return nullptr;
}

std::size_t switch_count(const Topology& topology) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k)
    if (topology::is_network_switch(static_cast<ComponentKind>(k)))
      count += topology.count(static_cast<ComponentKind>(k));
  return count;
}

std::size_t server_count(const Topology& topology) {
  if (topology.server_count() > 0) return topology.server_count();
  std::set<std::int32_t> servers;
  for (const ComponentId socket : topology.all(ComponentKind::socket))
    servers.insert(topology.place_of(socket).server);
  return servers.empty() ? topology.count(ComponentKind::host) : servers.size();
}

std::string tiers_text(const Network& network) {
  std::string text;
  for (const topology::Tier& tier : network.plan->tiers())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tier.count, word(tier.kind));
  return text.empty() ? "none" : text;
}

Json network_json(const Network& network) {
  const topology::Figures figures = network.plan->figures();
  Json json = {{"name", network.name},
               {"kind", network.kind},
               {"endpoints", network.plan->endpoints()},
               {"switches", figures.switches},
               {"links", figures.links},
               {"diameter", figures.diameter},
               {"bisection_GBps", gbps(topology::bisection(network))},
               {"routing", word(network.routing)},
               {"in_network", network.in_network},
               {"tiers", Json::object()}};
  // Row and column networks have tiers of one kind.
  for (const topology::Tier& tier : network.plan->tiers()) {
    Json& count = json["tiers"][std::string(word(tier.kind))];
    count = count.is_null() ? tier.count : count.get<std::uint32_t>() + tier.count;
  }
  return json;
}

std::string networks_text(const Topology& topology) {
  Table table;
  table.column("network", Align::left).column("kind", Align::left).column("switches", Align::left);
  table.column("endpoints").column("cables").column("links end to end");
  table.column("bisection (GB/s)").column("Gb/s").column("routing", Align::left);
  for (const Network& network : topology.networks()) {
    const topology::Figures figures = network.plan->figures();
    table.row({network.name, network.kind, tiers_text(network),
               std::to_string(network.plan->endpoints()), std::to_string(figures.links),
               fmt::format("{} at most", figures.diameter),
               print_number(in_gigabytes_per_second(topology::bisection(network))),
               print_number(8 * in_gigabytes_per_second(network.rates.front())),
               std::string(word(network.routing))});
  }
  return table.text();
}

}  // namespace

std::string cluster_text(const Topology& topology) {
  std::string out;
  for (const topology::InstanceGroup& group : topology.groups())
    out += fmt::format("{} x {}: {}\n", group.count, group.of->name(), counts_text(*group.of));
  if (!topology.networks().empty()) out += "\n" + networks_text(topology);
  out += faults_text(topology);
  return out;
}

std::string count_text(const Topology& topology) {
  std::string out;
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k) {
    const auto kind = static_cast<ComponentKind>(k);
    if (const std::size_t count = topology.count(kind); count > 0)
      out += fmt::format("  {:<24}{}\n", noun(kind), count);
  }
  out += fmt::format("  {:<24}{}\n", "in all", topology.component_count());
  out += fmt::format("  {:<24}{}\n", "links, both ways", topology.link_count());
  if (!topology.networks().empty()) out += "\n" + networks_text(topology);
  out += faults_text(topology);
  return out;
}

std::string count_json(const Topology& topology, const std::vector<Warning>& warnings) {
  const Network* compute = compute_network(topology);
  const bool is_cluster = topology.server_count() > 0;
  Json json = {{"components", topology.component_count()},
               {"links", topology.link_count() / 2},
               {"gpus", topology.count(ComponentKind::gpu)},
               {"nics", topology.count(ComponentKind::nic)},
               {"switches", is_cluster ? 0 : switch_count(topology)},
               {"servers", server_count(topology)},
               {"cables", nullptr},
               {"bisection_GBps", nullptr},
               {"diameter", nullptr},
               {"by_kind", Json::object()},
               {"networks", Json::array()},
               {"faults", faults_json(topology)},
               {"topology", topology.name()},
               {"warnings", to_json(warnings)}};
  if (compute != nullptr) {
    const topology::Figures figures = compute->plan->figures();
    json["switches"] = figures.switches;
    json["links"] = figures.links;
    json["cables"] = figures.links;
    json["diameter"] = figures.diameter;
    json["bisection_GBps"] = gbps(topology::bisection(*compute));
  }
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k) {
    const auto kind = static_cast<ComponentKind>(k);
    if (const std::size_t count = topology.count(kind); count > 0)
      json["by_kind"][std::string(word(kind))] = count;
  }
  for (const Network& network : topology.networks())
    json["networks"].push_back(network_json(network));
  return dump(json);
}

}  // namespace weft::report
