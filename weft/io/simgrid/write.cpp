#include "weft/io/names.hpp"
#include "weft/io/simgrid.hpp"

#include <cmath>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Topology;

// SimGrid wants a number: a rate that no link reaches.
constexpr double kNeverLimiting = 1e15;

bool is_end(const Topology& topology, ComponentId id) {
  const bool has_hosts = !topology.all(ComponentKind::host).empty();
  return topology.kind(id) == (has_hosts ? ComponentKind::host : ComponentKind::gpu);
}

}  // namespace

std::string write_simgrid(const Topology& topology) {
  const Names names(topology);
  std::string out =
      "<?xml version='1.0'?>\n"
      "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
      "<platform version=\"4.1\">\n  <zone id=\"weft\" routing=\"Floyd\">\n";
  for (std::size_t i = 0; i < topology.component_count(); ++i) {
    const ComponentId id(i);
    if (is_end(topology, id))
      out += fmt::format("    <host id=\"{}\" speed=\"1Gf\"/>\n", names.of(id));
    else
      out += fmt::format("    <router id=\"{}\"/>\n", names.of(id));
  }
  std::string routes;
  for (std::size_t i = 0; i < topology.link_count(); i += 2) {
    const topology::Link link = topology.link(LinkId(i));
    if (link.state != topology::LinkState::up) continue;
    const double rate = link.model.capacity().value() / link.model.load({}).forward;
    const bool shared = link.model.sharing().both_ways < 2;
    out += fmt::format(
        "    <link id=\"l{}\" bandwidth=\"{:.0f}Bps\" latency=\"{:.12g}s\" "
        "sharing_policy=\"{}\"/>\n",
        i / 2, std::isfinite(rate) ? rate : kNeverLimiting, link.model.latency().value(),
        shared ? "SHARED" : "SPLITDUPLEX");
    routes += fmt::format("    <route src=\"{}\" dst=\"{}\"><link_ctn id=\"l{}\"{}/></route>\n",
                          names.of(link.from), names.of(link.to), i / 2,
                          shared ? "" : " direction=\"UP\"");
  }
  return out + routes + "  </zone>\n</platform>\n";
}

}  // namespace weft::io
