// A network as ibsim's net file: entries with ports, each cable at both ends.
#include "weft/io/infiniband.hpp"
#include "weft/io/names.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Topology;

// What has ports of its own: switches, NICs, and hosts that have none.
bool is_device(const Topology& topology, ComponentId id) {
  const ComponentKind kind = topology.kind(id);
  if (kind == ComponentKind::network_switch || kind == ComponentKind::nic) return true;
  if (kind != ComponentKind::host) return false;
  return std::ranges::any_of(topology.links_of(id), [&](LinkId link) {
    return topology.kind(topology.link(link).to) == ComponentKind::network_switch;
  });
}

}  // namespace

Expected<std::string> write_ibsim(const Topology& topology) {
  if (topology.all(ComponentKind::network_switch).empty())
    return fail("EXPORT_NO_NETWORK", "the topology has no network switch to write",
                "ibsim's file describes a network: give a fabric or a cluster.");
  const Names names(topology);
  // Adapters of many hosts have one name, so the host stands in front.
  const auto label = [&](ComponentId id) -> std::string {
    const auto host = host_of(topology, id);
    if (!host || *host == id) return names.of(id);
    const std::string_view own = topology.attributes(id).get("name");
    const bool is_plain = !own.empty() && own.find('"') == std::string_view::npos;
    return fmt::format("{} {}", names.of(*host), is_plain ? own : std::string_view(names.of(id)));
  };
  struct Port {
    std::size_t own = 0;
    ComponentId peer;
    std::size_t far = 0;
  };
  std::map<std::uint32_t, std::vector<Port>> ports;
  for (std::size_t i = 0; i < topology.link_count(); i += 2) {
    const topology::Link link = topology.link(LinkId(i));
    if (link.state != topology::LinkState::up || !is_device(topology, link.from) ||
        !is_device(topology, link.to))
      continue;
    auto& upper = ports[link.from.value];
    auto& lower = ports[link.to.value];
    upper.push_back({upper.size() + 1, link.to, lower.size() + 1});
    lower.push_back({lower.size() + 1, link.from, upper.size()});
  }
  std::string out = "# Written by Weft\n";
  for (const ComponentKind kind :
       {ComponentKind::network_switch, ComponentKind::nic, ComponentKind::host})
    for (const ComponentId id : topology.all(kind)) {
      const auto own = ports.find(id.value);
      if (own == ports.end()) continue;
      out +=
          fmt::format("\n{}\t{} \"{}\"\n", kind == ComponentKind::network_switch ? "Switch" : "Hca",
                      own->second.size(), label(id));
      for (const Port& port : own->second)
        out += fmt::format("[{}]\t\"{}\"[{}]\n", port.own, label(port.peer), port.far);
    }
  return out;
}

}  // namespace weft::io
