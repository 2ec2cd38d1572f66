// A network as ibsim's net file: entries with ports, each cable at both ends.
#include "weft/io/infiniband.hpp"
#include "weft/io/names.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Topology;

// A fibre's way through an optical switch is no port of the subnet.
bool is_switch(ComponentKind kind) {
  return topology::is_network_switch(kind) && kind != ComponentKind::ocs;
}

// What has ports of its own: switches, NICs, and hosts that have none. A NIC's ports are its own.
std::optional<ComponentId> device_of(const Topology& topology, ComponentId id) {
  const ComponentKind kind = topology.kind(id);
  if (is_switch(kind) || kind == ComponentKind::nic) return id;
  if (kind == ComponentKind::port)
    for (const LinkId link : topology.links_of(id))
      if (topology.kind(topology.link(link).to) == ComponentKind::nic)
        return topology.link(link).to;
  if (kind != ComponentKind::host) return std::nullopt;
  const bool has_cables = std::ranges::any_of(topology.links_of(id), [&](LinkId link) {
    return is_switch(topology.kind(topology.link(link).to));
  });
  return has_cables ? std::optional(id) : std::nullopt;
}

class NetFile {
 public:
  explicit NetFile(const Topology& topology) : topology_(topology), names_(topology) {}

  Expected<std::string> run() {
    for (std::size_t i = 0; i < topology_.link_count(); i += 2) add(topology_.link(LinkId(i)));
    std::string out = "# Written by Weft\n";
    bool has_ends = false;
    for (const auto& [id, ports] : ports_)
      if (is_switch(topology_.kind(ComponentId(id)))) write("Switch", ComponentId(id), ports, out);
    for (const auto& [id, ports] : ports_) {
      if (is_switch(topology_.kind(ComponentId(id)))) continue;
      has_ends = true;
      write("Hca", ComponentId(id), ports, out);
    }
    if (!has_ends)
      return fail("EXPORT_NO_NETWORK", "the topology has no network switch with a host to write",
                  "ibsim's file describes a network: give a fabric or a cluster.");
    return out;
  }

 private:
  struct Port {
    std::size_t own = 0;
    ComponentId peer;
    std::size_t far = 0;
  };

  // What has a switch at one end; a NIC's link to its host has none.
  void add(const topology::Link& link) {
    if (!is_switch(topology_.kind(link.from)) && !is_switch(topology_.kind(link.to))) return;
    const auto from = device_of(topology_, link.from);
    const auto to = device_of(topology_, link.to);
    if (link.state != topology::LinkState::up || !from || !to) return;
    auto& upper = ports_[from->value];
    auto& lower = ports_[to->value];
    upper.push_back({upper.size() + 1, *to, lower.size() + 1});
    lower.push_back({lower.size() + 1, *from, upper.size()});
  }

  // Adapters of many hosts have one name, so the host stands in front; "HCA-3" is what readers take
  // for an adapter's name.
  std::string label(ComponentId id) const {
    if (const auto server = topology_.instance_of(id))
      return fmt::format("server{} HCA-{}", server->server(), topology_.ordinal(id));
    const auto host = host_of(topology_, id);
    if (!host || *host == id) return names_.of(id);
    const std::string_view own = topology_.attributes(id).get("name");
    const bool is_plain = !own.empty() && own.find('"') == std::string_view::npos;
    return fmt::format("{} {}", names_.of(*host), is_plain ? own : std::string_view(names_.of(id)));
  }

  void write(std::string_view word, ComponentId id, const std::vector<Port>& ports,
             std::string& out) const {
    out += fmt::format("\n{}\t{} \"{}\"\n", word, ports.size(), label(id));
    for (const Port& port : ports)
      out += fmt::format("[{}]\t\"{}\"[{}]\n", port.own, label(port.peer), port.far);
  }

  const Topology& topology_;
  Names names_;
  std::map<std::uint32_t, std::vector<Port>> ports_;  // [device]
};

}  // namespace

Expected<std::string> write_ibsim(const Topology& topology) { return NetFile(topology).run(); }

}  // namespace weft::io
