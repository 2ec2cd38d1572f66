// A tree of switches as topology.conf.
#include "weft/io/hostlist.hpp"
#include "weft/io/names.hpp"
#include "weft/io/slurm.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Topology;

// A fibre's way through an optical switch is nothing that jobs are placed by.
bool is_switch(const Topology& topology, ComponentId id) {
  const ComponentKind kind = topology.kind(id);
  return topology::is_network_switch(kind) && kind != ComponentKind::ocs;
}

// The number of the server that an end of a cluster's network is in, else that of the host.
std::optional<std::uint64_t> host_key(const Topology& topology, ComponentId id) {
  constexpr std::uint64_t kServer = std::uint64_t{1} << 32U;
  if (const auto server = topology.instance_of(id)) return kServer + server->server();
  const auto host = host_of(topology, id);
  return host ? std::optional<std::uint64_t>(host->value) : std::nullopt;
}

// Hosts that hang on a switch by themselves or by one of their NICs; each once.
struct Below {
  std::vector<std::string> hosts;
  std::vector<ComponentId> switch_ids;
  std::set<std::uint64_t> seen;
};

}  // namespace

Expected<std::string> write_slurm_conf(const Topology& topology) {
  std::vector<ComponentId> switches;
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k)
    for (const ComponentId id : topology.all(static_cast<ComponentKind>(k)))
      if (is_switch(topology, id)) switches.push_back(id);
  if (switches.empty())
    return fail("EXPORT_NO_NETWORK", "the topology has no network switch to write",
                "Slurm's file describes a network: give a fabric or a cluster.");
  const Names names(topology);
  std::map<std::uint64_t, ComponentId> parent;  // Slurm has trees: each below the first above it
  std::size_t left_out = 0;
  std::map<std::uint32_t, Below> below;
  // Whether the child is new below `above`.
  const auto put = [&](ComponentId above, std::uint64_t child) {
    Below& owner = below[above.value];
    if (owner.seen.contains(child)) return false;
    if (const auto [known, is_new] = parent.try_emplace(child, above); !is_new) {
      ++left_out;
      return false;
    }
    owner.seen.insert(child);
    return true;
  };
  for (const ComponentId id : switches)
    for (const LinkId link : topology.links_of(id)) {
      const ComponentId other = topology.link(link).to;
      const auto host = host_key(topology, other);
      if (topology.link(link).state != topology::LinkState::up) continue;
      if (host && put(id, *host)) {
        const auto server = topology.instance_of(other);
        below[id.value].hosts.push_back(server ? fmt::format("server{}", server->server())
                                               : names.of(*host_of(topology, other)));
      } else if (!host && is_switch(topology, other) && Topology::leads_down(link) &&
                 put(id, other.value)) {
        below[id.value].switch_ids.push_back(other);
      }
    }
  // A switch below which nothing is left (the further rails of hosts) has no line in Slurm's file.
  const std::function<bool(ComponentId, int)> holds_hosts = [&](ComponentId id, int depth) {
    const auto own = below.find(id.value);
    if (own == below.end() || depth > 64) return false;
    return !own->second.hosts.empty() ||
           std::ranges::any_of(own->second.switch_ids,
                               [&](ComponentId lower) { return holds_hosts(lower, depth + 1); });
  };
  std::string out = "# Written by Weft. Slurm knows trees only: the first switch above each counts";
  out += left_out > 0 ? fmt::format("; {} further links are left out.\n", left_out) : ".\n";
  for (const ComponentId id : switches) {
    if (!holds_hosts(id, 0)) continue;
    const Below& own = below.at(id.value);
    std::vector<std::string> lower;
    for (const ComponentId one : own.switch_ids)
      if (holds_hosts(one, 0)) lower.push_back(names.of(one));
    out += fmt::format("SwitchName={}", names.of(id));
    if (!lower.empty()) out += fmt::format(" Switches={}", compress_hostlist(lower));
    if (!own.hosts.empty()) out += fmt::format(" Nodes={}", compress_hostlist(own.hosts));
    out += '\n';
  }
  return out;
}

}  // namespace weft::io
