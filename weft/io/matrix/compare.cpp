// A matrix against a graph that came from elsewhere: what they say of the same two devices.
#include "weft/base/parse.hpp"
#include "weft/io/matrix/merge.hpp"
#include "weft/io/matrix/text.hpp"
#include "weft/link/scaleup.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

using topology::ComponentKind;
using topology::Link;
using topology::LinkState;
using topology::Topology;

bool is_fabric(const Link& link) { return link.state == LinkState::up && link.model.is_scale_up(); }

int width(const Topology& topology, LinkId link) {
  const auto stated = parse_integer(topology.attributes(link).get("count"));
  return stated && *stated > 0 && *stated < 1024 ? static_cast<int>(*stated) : 1;
}

// Private links between two GPUs: direct ones, else the fewer of both over switches.
int links_between(const Topology& topology, ComponentId a, ComponentId b) {
  int direct = 0;
  std::set<ComponentId> hubs;
  int from_a = 0;
  int from_b = 0;
  for (const LinkId id : topology.links_of(a)) {
    const Link link = topology.link(id);
    if (!is_fabric(link)) continue;
    if (link.to == b) direct += width(topology, id);
    if (topology.kind(link.to) == ComponentKind::nvswitch) {
      hubs.insert(link.to);
      from_a += width(topology, id);
    }
  }
  if (direct > 0) return direct;
  for (const LinkId id : topology.links_of(b))
    if (const Link link = topology.link(id); is_fabric(link) && hubs.contains(link.to))
      from_b += width(topology, id);
  return from_b > 0 ? std::min(from_a, from_b) : 0;
}

// From a device up to its NUMA node: switches on the way, the node last.
std::vector<ComponentId> upwards(const Topology& topology, ComponentId device) {
  std::vector<ComponentId> way = {device};
  while (topology.kind(way.back()) != ComponentKind::numa_node) {
    std::optional<ComponentId> above;
    for (const LinkId id : topology.links_of(way.back()))
      if (!Topology::leads_down(id) && !is_fabric(topology.link(id)) && !above &&
          topology.kind(topology.link(id).to) != ComponentKind::gpu)
        above = topology.link(id).to;
    if (!above || way.size() > topology.component_count()) break;
    way.push_back(*above);
  }
  return way;
}

Nearness tree_distance(const Topology& topology, ComponentId a, ComponentId b) {
  const auto from_a = upwards(topology, a);
  const auto from_b = upwards(topology, b);
  for (std::size_t i = 0; i < from_a.size(); ++i) {
    const auto met = std::find(from_b.begin(), from_b.end(), from_a[i]);
    if (met == from_b.end()) continue;
    const auto j = static_cast<std::size_t>(met - from_b.begin());
    if (topology.kind(from_a[i]) != ComponentKind::numa_node)
      return i <= 1 && j <= 1 ? Nearness::pix : Nearness::pxb;
    const auto bridge = [&](const std::vector<ComponentId>& way, std::size_t at) {
      return at == 0 ? std::string_view()
                     : topology.attributes(way[at - 1]).get(topology::kHostBridge);
    };
    const auto one = bridge(from_a, i);
    const auto two = bridge(from_b, j);
    return !one.empty() && !two.empty() && one != two ? Nearness::node : Nearness::phb;
  }
  return Nearness::sys;
}

// The component that a device of the matrix is; nullopt where the graph has none of its name.
std::optional<ComponentId> find(const Topology& topology, const GpuIndex& gpus,
                                const Device& device) {
  if (device.label.is_accelerator) {
    const auto found = gpus.find(device.label.number);
    return found == gpus.end() ? std::nullopt : std::optional(found->second);
  }
  if (device.name.empty()) return std::nullopt;
  for (const ComponentId nic : topology.all(ComponentKind::nic)) {
    if (topology.attributes(nic).get("name") == device.name) return nic;
    for (const LinkId link : topology.links_of(nic))
      if (topology.attributes(topology.link(link).to).get("name") == device.name) return nic;
  }
  return std::nullopt;
}

}  // namespace

void compare(const Topology& topology, const Matrix& matrix, Remarks& remarks) {
  const GpuIndex gpus = gpus_by_number(topology);
  if (matrix.accelerators() != gpus.size())
    remarks.add("FILES_DISAGREE",
                fmt::format("the matrix has {} GPUs, and {} has {}", matrix.accelerators(),
                            topology.name(), gpus.size()),
                "Give files of one machine, taken outside of a container.", matrix.line);
  std::vector<std::optional<ComponentId>> ids;
  for (const Device& device : matrix.devices) ids.push_back(find(topology, gpus, device));
  for (std::size_t a = 0; a < matrix.size(); ++a)
    for (std::size_t b = a + 1; b < matrix.size(); ++b) {
      const Cell& cell = matrix.at(a, b).is_given() ? matrix.at(a, b) : matrix.at(b, a);
      if (!ids[a] || !ids[b] || cell.relation.nearness == Nearness::unknown) continue;
      const int links = links_between(topology, *ids[a], *ids[b]);
      const bool is_fabric = cell.relation.nearness == Nearness::fabric;
      const Nearness found =
          links > 0 ? Nearness::fabric : tree_distance(topology, *ids[a], *ids[b]);
      const bool same =
          is_fabric ? links > 0 && (cell.relation.links == 0 || cell.relation.links == links)
                    : found == cell.relation.nearness;
      if (same) continue;
      const std::string theirs =
          links > 0 ? fmt::format("{} private links", links) : std::string(word(found));
      remarks.for_device(
          "FILES_DISAGREE",
          fmt::format("a cell of the matrix differs from {}, which is used", topology.name()),
          fmt::format("{}-{}: {} in line {}, {} there", matrix.devices[a].label.text,
                      matrix.devices[b].label.text, cell.word, cell.line, theirs),
          cell.line, "Check that both files are of one machine, taken at the same time.");
    }
}

}  // namespace weft::io::matrix
