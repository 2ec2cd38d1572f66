// A tree of switches as topology.conf.
#include "weft/io/hostlist.hpp"
#include "weft/io/names.hpp"
#include "weft/io/slurm.hpp"

#include <algorithm>
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
  std::vector<std::string> switches;
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
    (is_host ? owner.hosts : owner.switches).push_back(names.of(child));
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
  std::string out = "# Written by Weft. Slurm knows trees only: the first switch above each counts";
  out += left_out > 0 ? fmt::format("; {} further links are left out.\n", left_out) : ".\n";
  for (const ComponentId id : switches) {
    const auto own = below.find(id.value);
    if (own == below.end()) continue;
    out += fmt::format("SwitchName={}", names.of(id));
    if (!own->second.switches.empty())
      out += fmt::format(" Switches={}", compress_hostlist(own->second.switches));
    if (!own->second.hosts.empty())
      out += fmt::format(" Nodes={}", compress_hostlist(own->second.hosts));
    out += '\n';
  }
  return out;
}

}  // namespace weft::io
