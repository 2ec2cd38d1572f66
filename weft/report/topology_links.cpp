#include "weft/base/parse.hpp"
#include "weft/base/printable.hpp"
#include "weft/report/component_label.hpp"
#include "weft/report/table.hpp"
#include "weft/report/text.hpp"
#include "weft/report/topology_report.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace weft::report {
namespace {

using topology::ComponentKind;
using topology::LinkState;
using topology::Topology;

std::string rate(Bandwidth value) { return print_number(in_gigabytes_per_second(value)); }

std::string state_of(LinkState state) {
  return state == LinkState::up ? "" : state == LinkState::down ? "down" : "absent";
}

bool is_in_tree(const Topology& topology, LinkId down) {
  const auto parent = parent_of(topology, topology.link(down).to);
  return parent && parent->link == down;
}

// Links of the same model between the same kinds of ends are one line.
struct Group {
  std::string ends;
  std::string link;
  std::string state;
  Bandwidth usable;
  Bandwidth raw;
  std::size_t count = 0;
};

std::vector<Group> groups_beside_tree(const Topology& topology) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < topology.link_count(); i += 2) {
    const topology::Link link = topology.link(LinkId(i));
    if (is_in_tree(topology, LinkId(i))) continue;
    const Group group{
        fmt::format("{} - {}", noun(topology.kind(link.from)), noun(topology.kind(link.to))),
        link.model.name(), state_of(link.state), usable(link.model),
        link.model.waterfall({}).raw()};
    auto known = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return g.ends == group.ends && g.link == group.link && g.state == group.state;
    });
    if (known == groups.end()) known = groups.insert(known, group);
    ++known->count;
  }
  return groups;
}

// What all links of a GPU to other GPUs and switches come to: "18 NVLinks, 450 GB/s each way …".
std::string fabric_of(const Topology& topology, ComponentId gpu) {
  std::size_t links = 0;
  Bandwidth wire{0};
  Bandwidth payload{0};
  std::string kind;
  for (const LinkId id : topology.links_of(gpu)) {
    const topology::Link link = topology.link(id);
    if (!is_fabric(link.model) || link.state != LinkState::up) continue;
    links += static_cast<std::size_t>(links_in(link.model));
    wire += link.model.capacity();
    payload += usable(link.model);
    kind = link.model.kind();
  }
  if (links == 0) return {};
  return fmt::format("{}, {} each way, {} of it payload",
                     counted(links, kind == "nvlink" ? "NVLink"
                                    : kind == "xgmi" ? "xGMI link"
                                                     : "private link"),
                     print_rate(wire), print_rate(payload));
}

}  // namespace

std::string fabric_text(const Topology& topology) {
  const std::vector<Group> groups = groups_beside_tree(topology);
  if (groups.empty()) return {};
  Table table;
  table.column("beside the tree", Align::left).column("count").column("link", Align::left);
  table.column("usable (GB/s)").column("", Align::left);
  for (const Group& group : groups)
    table.row(
        {group.ends, std::to_string(group.count), group.link, rate(group.usable), group.state});
  std::string out = table.text();
  std::map<std::string, std::vector<std::string>> alike;
  for (const ComponentId gpu : topology.all(ComponentKind::gpu))
    if (const std::string fabric = fabric_of(topology, gpu); !fabric.empty())
      alike[fabric].push_back(topology.name(gpu));
  for (const auto& [fabric, gpus] : alike)
    out += fmt::format("{}: {}\n",
                       gpus.size() == topology.all(ComponentKind::gpu).size()
                           ? "each GPU"
                           : fmt::format("{}", fmt::join(gpus, " ")),
                       printable(fabric));
  return out;
}

std::string links_text(const Topology& topology) {
  Table table;
  table.column("from", Align::left).column("to", Align::left).column("", Align::left);
  table.column("link", Align::left).column("raw (GB/s)").column("usable (GB/s)");
  table.column("latency").column("known by", Align::left).column("", Align::left);
  const auto add = [&](LinkId id, const char* arrow) {
    const topology::Link link = topology.link(id);
    table.row({topology.name(link.from), topology.name(link.to), arrow, link.model.name(),
               rate(link.model.waterfall({}).raw()), rate(usable(link.model)),
               print_time(link.model.latency()), std::string(word(link.provenance)),
               state_of(link.state)});
  };
  for (std::size_t i = 0; i < topology.link_count(); i += 2) {
    const topology::Link down = topology.link(LinkId(i));
    const topology::Link up = topology.link(LinkId(i + 1));
    const bool is_alike =
        &down.model == &up.model && down.provenance == up.provenance && down.state == up.state;
    add(LinkId(i), is_alike ? "both ways" : "one way");
    if (!is_alike) add(LinkId(i + 1), "one way");
  }
  return table.text();
}

}  // namespace weft::report
