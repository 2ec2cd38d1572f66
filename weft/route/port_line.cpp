#include "weft/route/port_line.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

namespace weft::route {
namespace {

using topology::ComponentKind;

// The link from a port to its NIC; nullopt for what is no port of a NIC.
std::optional<LinkId> line_of(const Topology& topology, ComponentId id) {
  if (topology.kind(id) != ComponentKind::port) return std::nullopt;
  for (const LinkId leaving : topology.links_of(id))
    if (topology.kind(topology.link(leaving).to) == ComponentKind::nic) return leaving;
  return std::nullopt;
}

Expected<Hop> hop_over(const Topology& topology, LinkId line) {
  const topology::Link link = topology.link(line);
  if (link.state != topology::LinkState::up)
    return fail("NO_PATH", fmt::format("the line between {} and {} is down",
                                       topology.name(link.from), topology.name(link.to)));
  return Hop{link.from, link.to, {{line, 1.0}}, {.engine = link::Engine::nic}};
}

}  // namespace

ComponentId device_of(const Topology& topology, ComponentId id) {
  const auto line = line_of(topology, id);
  return line ? topology.link(*line).to : id;
}

bool is_line_only(const Topology& topology, ComponentId from, ComponentId to) {
  return device_of(topology, from) == device_of(topology, to);
}

Expected<Path> with_port_lines(const Topology& topology, Path path) {
  const auto add = [&](LinkId line, auto where) -> Expected<void> {
    auto hop = hop_over(topology, line);
    if (!hop) return tl::make_unexpected(std::move(hop.error()));
    add_uses(topology, *hop, path.uses);
    path.latency += topology.link(line).model.latency();
    path.hops.insert(where, std::move(*hop));
    return {};
  };
  if (const auto line = line_of(topology, path.from))
    if (auto added = add(*line, path.hops.begin()); !added)
      return tl::make_unexpected(std::move(added.error()));
  if (const auto line = line_of(topology, path.to))
    if (auto added = add(Topology::opposite(*line), path.hops.end()); !added)
      return tl::make_unexpected(std::move(added.error()));
  return path;
}

}  // namespace weft::route
