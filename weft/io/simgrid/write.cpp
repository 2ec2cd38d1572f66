#include "weft/io/names.hpp"
#include "weft/io/simgrid.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

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

// A NIC and its ports are one with their host where the topology has hosts.
ComponentId netpoint(const Topology& topology, ComponentId id) {
  return host_of(topology, id).value_or(id);
}

// SimGrid knows one route between two netpoints: cables beside each other are one link.
struct Bundle {
  LinkId first;
  double rate = 0;
};

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
    else if (netpoint(topology, id) == id)
      out += fmt::format("    <router id=\"{}\"/>\n", names.of(id));
  }
  std::vector<Bundle> bundles;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known;
  for (std::size_t i = 0; i < topology.link_count(); i += 2) {
    const topology::Link link = topology.link(LinkId(i));
    const std::uint32_t from = netpoint(topology, link.from).value;
    const std::uint32_t to = netpoint(topology, link.to).value;
    const auto [low, high] = std::minmax(from, to);
    if (link.state != topology::LinkState::up || low == high) continue;
    const double rate = link.model.capacity().value() / link.model.load({}).forward;
    const auto [at, is_new] = known.try_emplace({low, high}, bundles.size());
    if (is_new) bundles.push_back({LinkId(i), 0});
    bundles[at->second].rate += std::isfinite(rate) ? rate : kNeverLimiting;
  }
  std::string routes;
  for (const Bundle& bundle : bundles) {
    const topology::Link link = topology.link(bundle.first);
    const bool shared = link.model.sharing().both_ways < 2;
    const std::size_t number = bundle.first.index() / 2;
    out += fmt::format(
        "    <link id=\"l{}\" bandwidth=\"{:.0f}Bps\" latency=\"{:.12g}s\" "
        "sharing_policy=\"{}\"/>\n",
        number, std::min(bundle.rate, kNeverLimiting), link.model.latency().value(),
        shared ? "SHARED" : "SPLITDUPLEX");
    routes +=
        fmt::format("    <route src=\"{}\" dst=\"{}\"><link_ctn id=\"l{}\"{}/></route>\n",
                    names.of(netpoint(topology, link.from)), names.of(netpoint(topology, link.to)),
                    number, shared ? "" : " direction=\"UP\"");
  }
  return out + routes + "  </zone>\n</platform>\n";
}

}  // namespace weft::io
