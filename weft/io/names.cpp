#include "weft/io/names.hpp"

#include <cctype>
#include <unordered_set>

#include <fmt/format.h>

namespace weft::io {

using topology::ComponentKind;
using topology::Topology;

Names::Names(const Topology& topology) {
  std::unordered_set<std::string> taken;
  for (std::size_t i = 0; i < topology.component_count(); ++i) {
    const ComponentId id(i);
    std::string name;
    for (const char c : topology.attributes(id).get("name")) {
      const auto byte = static_cast<unsigned char>(c);
      const bool is_plain =
          byte < 128 && (std::isalnum(byte) != 0 || c == '.' || c == '_' || c == '-');
      name += is_plain ? c : '-';
    }
    const std::string plain = fmt::format("{}{}", word(topology.kind(id)), topology.ordinal(id));
    if (name.empty() || taken.contains(name)) name = plain;
    while (taken.contains(name)) name += '_';
    taken.insert(name);
    names_.push_back(std::move(name));
  }
}

std::optional<ComponentId> host_of(const Topology& topology, ComponentId id) {
  if (topology.kind(id) == ComponentKind::host) return id;
  if (topology.kind(id) != ComponentKind::nic && topology.kind(id) != ComponentKind::port)
    return std::nullopt;
  for (const LinkId link : topology.links_of(id)) {
    const ComponentId other = topology.link(link).to;
    if (topology.kind(other) == ComponentKind::host) return other;
    if (topology.kind(id) == ComponentKind::port && topology.kind(other) == ComponentKind::nic)
      return host_of(topology, other);
  }
  return std::nullopt;
}

}  // namespace weft::io
