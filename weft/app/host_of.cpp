#include "weft/app/host_of.hpp"

#include "weft/base/parse.hpp"
#include "weft/topology/component.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::app {
namespace {

using topology::ComponentKind;
using topology::Topology;

int number_of(std::string_view text) {
  const auto number = parse_integer(text);
  return number ? static_cast<int>(*number) : 0;
}

}  // namespace

const facts::Cpu& cpu_of(const Topology& topology, ComponentId numa) {
  const auto& attributes = topology.attributes(numa);
  return facts::find_cpu(attributes.get("vendor"), attributes.get("arch"),
                         number_of(attributes.get("familyid")),
                         number_of(attributes.get("modelid")));
}

Expected<HostMemory> host_memory(const Topology& topology, std::string_view named) {
  if (topology.count(ComponentKind::numa_node) == 0)
    return fail("OPTION_UNFIT", fmt::format("'{}' has no CPU with memory", topology.name()),
                "Name a server, or a file that has its NUMA nodes.");
  ComponentId at = topology.nth(ComponentKind::numa_node, 0);
  if (!named.empty()) {
    const auto found = topology.find(named);
    if (!found) return tl::make_unexpected(found.error());
    at = *found;
  }
  const auto nodes = topology.beside(at, ComponentKind::numa_node);
  if (nodes.empty())
    return fail("OPTION_UNFIT", fmt::format("{} is in no server with memory", topology.name(at)),
                "Name a NUMA node, e.g. --from numa[0].");
  const ComponentId numa = topology.kind(at) == ComponentKind::numa_node ? at : nodes.front();
  HostMemory host;
  host.cpu = &cpu_of(topology, numa);
  host.sockets =
      static_cast<int>(std::max<std::size_t>(1, topology.beside(at, ComponentKind::socket).size()));
  host.parts = std::max(1, static_cast<int>(nodes.size()) / host.sockets);
  for (const LinkId id : topology.links_of(numa)) {
    const topology::Link link = topology.link(id);
    if (topology.kind(link.to) != ComponentKind::memory) continue;
    host.memory = Topology::resource_of(id);
    host.socket_peak =
        link.model.capacity() * (static_cast<double>(host.parts) / host.cpu->memory_stream);
  }
  if (host.socket_peak <= Bandwidth(0))
    return fail("OPTION_UNFIT",
                fmt::format("how fast the memory of '{}' is, is not known", topology.name()),
                "Take a server of the catalogue with the same CPU.");
  for (const ComponentId socket : topology.beside(at, ComponentKind::socket))
    for (const LinkId id : topology.links_of(socket)) {
      const topology::Link link = topology.link(id);
      if (topology.kind(link.to) != ComponentKind::socket || !host.socket_link_name.empty())
        continue;
      const link::Waterfall waterfall = link.model.waterfall({});
      host.socket_link = waterfall.usable();
      host.socket_link_latency = link.model.latency();
      host.socket_link_name = fmt::format("{} ({})", topology.name(id), link.model.name());
      host.socket_link_source = waterfall.factors().back().source;
      host.link = Topology::resource_of(id);
    }
  return host;
}

}  // namespace weft::app
