#include "weft/io/dot.hpp"

#include "weft/base/parse.hpp"

#include <map>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Topology;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 32) out += c;
  }
  return out + '"';
}

const char* style(ComponentKind kind) {
  switch (kind) {
    case ComponentKind::gpu:
      return "shape=box, style=filled, fillcolor=\"#cfe8cf\"";
    case ComponentKind::nic:
    case ComponentKind::port:
      return "shape=box, style=filled, fillcolor=\"#cfdff5\"";
    case ComponentKind::network_switch:
      return "shape=box, style=filled, fillcolor=\"#f5e3c0\"";
    case ComponentKind::nvswitch:
    case ComponentKind::pcie_switch:
      return "shape=hexagon";
    default:
      return "shape=ellipse";
  }
}

}  // namespace

std::string write_dot(const Topology& topology) {
  std::string out = fmt::format("graph {} {{\n  rankdir=TB;\n  node [fontname=\"sans-serif\"];\n",
                                quoted(topology.name()));
  std::map<std::int32_t, std::string> servers;
  for (std::size_t i = 0; i < topology.component_count(); ++i) {
    const ComponentId id(i);
    const auto& attributes = topology.attributes(id);
    std::string label = topology.name(id);
    for (const char* key : {"name", "model"})
      if (const auto value = attributes.get(key); !value.empty())
        label += fmt::format(" {}", value);
    servers[topology.place_of(id).server] +=
        fmt::format("    {} [label={}, {}];\n", quoted(topology.name(id)), quoted(label),
                    style(topology.kind(id)));
  }
  for (const auto& [server, nodes] : servers) {
    if (server < 0 || servers.size() == 1)
      out += nodes;
    else
      out += fmt::format("  subgraph cluster_server{0} {{\n    label=\"server {0}\";\n{1}  }}\n",
                         server, nodes);
  }
  for (std::size_t i = 0; i < topology.link_count(); i += 2) {
    const topology::Link link = topology.link(LinkId(i));
    out += fmt::format("  {} -- {} [label={}{}];\n", quoted(topology.name(link.from)),
                       quoted(topology.name(link.to)), quoted(link.model.name()),
                       link.state == topology::LinkState::up ? "" : ", style=dashed");
  }
  return out + "}\n";
}

}  // namespace weft::io
