// A tree of switches as topology.conf.
#include "weft/io/hostlist.hpp"
#include "weft/io/names.hpp"
#include "weft/io/slurm.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Topology;

// Hosts that hang on a switch by themselves or by one of their NICs; each once.
struct Below {
  std::vector<std::string> hosts;
  std::vector<ComponentId> switch_ids;
  std::set<std::uint32_t> seen;
};

}  // namespace

Expected<std::string> write_slurm_conf(const Topology& topology) {
  const auto switches = topology.all(ComponentKind::network_switch);
  if (switches.empty())
    return fail("EXPORT_NO_NETWORK", "the topology has no network switch to write",
                "Slurm's file describes a network: give a fabric or a cluster.");
  const Names names(topology);
  std::map<std::uint32_t, ComponentId> parent;  // Slurm has trees: each below the first above it
  std::size_t left_out = 0;
  std::map<std::uint32_t, Below> below;
  const auto put = [&](ComponentId above, ComponentId child, bool is_host) {
    Below& owner = below[above.value];
    if (owner.seen.contains(child.value)) return;
    if (const auto [known, is_new] = parent.try_emplace(child.value, above); !is_new) {
      ++left_out;
      return;
    }
    owner.seen.insert(child.value);
    if (is_host)
      owner.hosts.push_back(names.of(child));
    else
      owner.switch_ids.push_back(child);
  };
  for (const ComponentId id : switches)
    for (const LinkId link : topology.links_of(id)) {
      const ComponentId other = topology.link(link).to;
      const auto host = host_of(topology, other);
      if (host)
        put(id, *host, true);
      else if (topology.kind(other) == ComponentKind::network_switch && Topology::leads_down(link))
        put(id, other, false);
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
