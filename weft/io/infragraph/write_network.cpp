// Ports are one with their NIC, and sockets and memory follow from the NUMA nodes of a server,
// which are its processors. Hosts of fabrics have a part "host" instead, since nobody looked into
// them.
#include "weft/io/infragraph/write_network.hpp"

#include "weft/io/names.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

namespace weft::io::infragraph {
namespace {

using topology::ComponentKind;
using topology::Topology;

struct Address {
  std::string instance;
  std::string component;
};

// The part of a server that a component is; nothing for what follows from other parts.
std::optional<ComponentId> part_of(const Topology& server, ComponentId id) {
  switch (server.kind(id)) {
    case ComponentKind::socket:
    case ComponentKind::memory:
      return std::nullopt;
    case ComponentKind::port:
      for (const LinkId link : server.links_of(id))
        if (server.kind(server.link(link).to) == ComponentKind::nic) return server.link(link).to;
      return id;
    default:
      return id;
  }
}

const char* choice_of(ComponentKind kind) {
  switch (kind) {
    case ComponentKind::gpu:
      return "xpu";
    case ComponentKind::nic:
      return "nic";
    case ComponentKind::numa_node:
      return "cpu";
    case ComponentKind::pcie_switch:
    case ComponentKind::nvswitch:
      return "switch";
    default:
      return "custom";
  }
}

std::string edge(const std::string& indent, const Address& a, const Address& b,
                 const std::string& link) {
  const auto end = [&](const Address& address) {
    return address.instance.empty()
               ? fmt::format("{}    component: {}\n", indent, address.component)
               : fmt::format("{}    instance: {}\n{}    component: {}\n", indent, address.instance,
                             indent, address.component);
  };
  return fmt::format("{0}- ep1:\n{1}{0}  ep2:\n{2}{0}  scheme: one2one\n{0}  link: \"{3}\"\n",
                     indent, end(a), end(b), link);
}

class Writer {
 public:
  explicit Writer(const Topology& topology) : t_(topology) {}
  std::string run();

 private:
  void add_servers();
  void add_hosts();
  void add_switches();
  std::optional<Address> address(ComponentId id);
  std::string device_of(const Topology& server, const std::string& name) const;

  const Topology& t_;
  std::string devices_;
  std::string instances_;
  std::unordered_map<std::uint32_t, Address> hosts_;     // host or NIC
  std::unordered_map<std::uint32_t, std::size_t> port_;  // next of a switch
};

std::string Writer::device_of(const Topology& server, const std::string& name) const {
  std::string out =
      fmt::format("- name: {}\n  description: written by Weft\n  components:\n", name);
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k) {
    const auto kind = static_cast<ComponentKind>(k);
    const auto all = server.all(kind);
    if (all.empty() || part_of(server, all[0]) != all[0]) continue;
    out += fmt::format("  - name: {}\n    choice: {}\n    count: {}\n", word(kind), choice_of(kind),
                       all.size());
  }
  LinkNames links;
  std::string edges;
  for (std::size_t i = 0; i < server.link_count(); i += 2) {
    const topology::Link link = server.link(LinkId(i));
    const auto a = part_of(server, link.from);
    const auto b = part_of(server, link.to);
    if (!a || !b || *a == *b) continue;
    const auto part = [&](ComponentId id) {
      return Address{"", fmt::format("{}[{}]", word(server.kind(id)), server.ordinal(id))};
    };
    edges += edge("  ", part(*a), part(*b), links.name(link.model));
  }
  return out + "  links:\n" + links.text("  ") + "  edges:\n" + edges;
}

void Writer::add_servers() {
  for (std::size_t g = 0; g < t_.groups().size(); ++g) {
    const topology::InstanceGroup& group = t_.groups()[g];
    devices_ += device_of(*group.of, fmt::format("server-{}", g));
    instances_ +=
        fmt::format("- name: server-{0}\n  device: server-{0}\n  count: {1}\n", g, group.count);
  }
}

// Hosts of as many NICs are instances of one device.
void Writer::add_hosts() {
  std::map<std::size_t, std::size_t> count;  // [NICs]
  std::map<std::uint32_t, std::vector<ComponentId>> nics;
  for (const ComponentId nic : t_.all(ComponentKind::nic))
    if (const auto host = host_of(t_, nic)) nics[host->value].push_back(nic);
  for (const ComponentId host : t_.all(ComponentKind::host)) {
    const std::vector<ComponentId>& own = nics[host.value];
    const std::string instance = fmt::format("host-{}[{}]", own.size(), count[own.size()]++);
    hosts_[host.value] = {instance, "host[0]"};
    for (std::size_t i = 0; i < own.size(); ++i)
      hosts_[own[i].value] = {instance, fmt::format("nic[{}]", i)};
  }
  for (const auto& [of, hosts] : count) {
    devices_ += fmt::format(
        "- name: host-{}\n  description: written by Weft\n  components:\n  - name: host\n    "
        "choice: cpu\n    count: 1\n",
        of);
    if (of > 0) devices_ += fmt::format("  - name: nic\n    choice: nic\n    count: {}\n", of);
    instances_ += fmt::format("- name: host-{0}\n  device: host-{0}\n  count: {1}\n", of, hosts);
  }
}

void Writer::add_switches() {
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k) {
    const auto kind = static_cast<ComponentKind>(k);
    const bool in_servers = t_.server_count() > 0 && !topology::is_network_switch(kind);
    if (in_servers || kind == ComponentKind::host || kind == ComponentKind::nic ||
        kind == ComponentKind::port || t_.all(kind).empty())
      continue;
    std::size_t most = 1;
    for (const ComponentId id : t_.all(kind)) most = std::max(most, t_.links_of(id).size());
    devices_ += fmt::format(
        "- name: {0}\n  description: written by Weft\n  components:\n  - name: {0}\n    choice: "
        "switch\n    count: 1\n  - name: port\n    choice: port\n    count: {1}\n",
        word(kind), most);
    instances_ +=
        fmt::format("- name: {0}\n  device: {0}\n  count: {1}\n", word(kind), t_.count(kind));
  }
}

std::optional<Address> Writer::address(ComponentId id) {
  if (const auto server = t_.instance_of(id)) {
    const Topology& of = server->of();
    const auto part = part_of(of, ComponentId(id.index() - server->first_component()));
    if (!part) return std::nullopt;
    return Address{fmt::format("server-{}[{}]", server->group - t_.groups().data(), server->index),
                   fmt::format("{}[{}]", word(of.kind(*part)), of.ordinal(*part))};
  }
  const auto host = hosts_.find(id.value);
  if (host != hosts_.end()) return host->second;
  if (t_.kind(id) == ComponentKind::port) {
    const auto nic = part_of(t_, id);
    return nic && *nic != id ? address(*nic) : std::nullopt;
  }
  return Address{fmt::format("{}[{}]", word(t_.kind(id)), t_.ordinal(id)),
                 fmt::format("port[{}]", port_[id.value]++)};
}

std::string Writer::run() {
  std::size_t inside = 0;
  for (const topology::InstanceGroup& group : t_.groups())
    inside += group.count * group.of->link_count();
  if (t_.server_count() > 0)
    add_servers();
  else
    add_hosts();
  add_switches();
  LinkNames links;
  std::string edges;
  for (std::size_t i = inside; i < t_.link_count(); i += 2) {
    const topology::Link link = t_.link(LinkId(i));
    const bool in_host = hosts_.contains(link.from.value) && hosts_.contains(link.to.value);
    if (link.state != topology::LinkState::up || in_host) continue;
    const auto a = address(link.from);
    const auto b = address(link.to);
    if (a && b && a->instance != b->instance) edges += edge("", *a, *b, links.name(link.model));
  }
  return fmt::format(
      "name: weft\ndescription: written by Weft\ndevices:\n{}instances:\n{}links:\n{}edges:\n{}",
      devices_, instances_, links.text(""), edges);
}

}  // namespace

const std::string& LinkNames::name(const link::LinkModel& model) {
  std::string name = model.name();
  std::ranges::replace_if(
      name, [](char c) { return c == '"' || c == '\\'; }, '-');
  const double gbps = model.capacity().value() / model.load({}).forward * 8 / 1e9;
  return gbps_.emplace(std::move(name), gbps).first->first;
}

std::string LinkNames::text(const char* indent) const {
  std::string out;
  for (const auto& [name, gbps] : gbps_) {
    out += fmt::format("{}- name: \"{}\"\n", indent, name);
    if (std::isfinite(gbps))
      out += fmt::format(
          "{0}  physical:\n{0}    bandwidth:\n{0}      choice: gigabits_per_second\n{0}      "
          "gigabits_per_second: {1:.6g}\n",
          indent, gbps);
  }
  return out;
}

bool is_network(const Topology& topology) {
  return topology.server_count() > 0 || topology.count(ComponentKind::host) > 0;
}

std::string write_network(const Topology& topology) { return Writer(topology).run(); }

}  // namespace weft::io::infragraph
