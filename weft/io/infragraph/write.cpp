// A machine as an infrastructure, networks as write_network.cpp does: a device for each kind of
// component, an instance with a port for each of its links, an edge per link. Rates are what
// payload gets, in Gb/s; links that never limit state none.
#include "weft/io/infragraph.hpp"
#include "weft/io/infragraph/write_network.hpp"
#include "weft/io/names.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Topology;

const char* choice_of(ComponentKind kind) {
  switch (kind) {
    case ComponentKind::gpu:
      return "xpu";
    case ComponentKind::nic:
      return "nic";
    case ComponentKind::memory:
      return "memory";
    case ComponentKind::socket:
    case ComponentKind::numa_node:
    case ComponentKind::host:
      return "cpu";
    case ComponentKind::port:
      return "port";
    default:
      return "switch";
  }
}

}  // namespace

std::string write_infragraph(const Topology& topology) {
  if (infragraph::is_network(topology)) return infragraph::write_network(topology);
  // Per component the number of its links so far: its next port.
  std::vector<std::size_t> ports(topology.component_count(), 0);
  std::map<std::string, double> links;  // name → Gb/s
  std::string edges;
  for (std::size_t i = 0; i < topology.link_count(); i += 2) {
    const topology::Link link = topology.link(LinkId(i));
    const double gbps = link.model.capacity().value() / link.model.load({}).forward * 8 / 1e9;
    std::string name = link.model.name();
    std::ranges::replace_if(
        name, [](char c) { return c == '"' || c == '\\'; }, '-');
    links[name] = gbps;
    edges += fmt::format(
        "- ep1:\n    instance: {}[{}]\n    component: port[{}]\n  ep2:\n    instance: {}[{}]\n    "
        "component: port[{}]\n  scheme: one2one\n  link: \"{}\"\n",
        word(topology.kind(link.from)), topology.ordinal(link.from), ports[link.from.index()]++,
        word(topology.kind(link.to)), topology.ordinal(link.to), ports[link.to.index()]++, name);
  }
  std::string devices;
  std::string instances;
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k) {
    const auto kind = static_cast<ComponentKind>(k);
    const auto all = topology.all(kind);
    if (all.empty()) continue;
    std::size_t most = 1;
    for (const ComponentId id : all) most = std::max(most, ports[id.index()]);
    devices += fmt::format(
        "- name: {0}\n  description: written by Weft\n  components:\n  - name: {0}\n    choice: "
        "{1}\n"
        "    count: 1\n  - name: port\n    choice: port\n    count: {2}\n  links:\n  - name: "
        "inside\n"
        "  edges:\n  - ep1:\n      component: {0}\n    ep2:\n      component: port\n    scheme: "
        "many2many\n    link: inside\n",
        word(kind), choice_of(kind), most);
    instances += fmt::format("- name: {0}\n  device: {0}\n  count: {1}\n", word(kind), all.size());
  }
  std::string out =
      fmt::format("name: weft\ndescription: written by Weft\ndevices:\n{}instances:\n{}links:\n",
                  devices, instances);
  for (const auto& [name, gbps] : links) {
    out += fmt::format("- name: \"{}\"\n", name);
    if (std::isfinite(gbps))
      out += fmt::format(
          "  physical:\n    bandwidth:\n      choice: gigabits_per_second\n      "
          "gigabits_per_second: {:.6g}\n",
          gbps);
  }
  return out + "edges:\n" + edges;
}

}  // namespace weft::io
