// A network by its switches: what leads down and up, and how far the way up is oversubscribed.
#include "weft/base/parse.hpp"
#include "weft/report/component_label.hpp"
#include "weft/report/table.hpp"
#include "weft/report/text.hpp"
#include "weft/report/topology_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace weft::report {
namespace {

using topology::ComponentKind;
using topology::Topology;

// More switches than fit a screen are shown by kind, those alike together.
constexpr std::size_t kMostSwitches = 48;
constexpr std::size_t kMostRails = 4;

struct Direction {
  std::size_t links = 0;
  Bandwidth rate{0};
};

struct SwitchUse {
  std::string tier;
  Direction hosts;  // links to hosts and NICs
  Direction down;   // to switches below, and beside
  Direction up;
  std::set<std::string> rails;
  std::set<std::string> lines;  // "InfiniBand NDR 4x"
};

SwitchUse use_of(const Topology& topology, ComponentId id) {
  SwitchUse use;
  use.tier = topology.attributes(id).get("tier");
  for (const LinkId leaving : topology.links_of(id)) {
    const topology::Link link = topology.link(leaving);
    if (link.state != topology::LinkState::up) continue;
    const bool to_switch = topology.kind(link.to) == ComponentKind::network_switch;
    Direction& way = !to_switch ? use.hosts : (Topology::leads_down(leaving) ? use.down : use.up);
    ++way.links;
    way.rate += usable(link.model);
    use.lines.insert(link.model.name());
    const bool is_nic = topology.kind(link.to) == ComponentKind::nic;
    if (const auto name = topology.attributes(link.to).get("name"); is_nic && !name.empty())
      use.rails.emplace(name);
  }
  return use;
}

std::string rails_text(const std::set<std::string>& rails) {
  if (rails.size() > kMostRails) return fmt::format("{} kinds", rails.size());
  return fmt::format("{}", fmt::join(rails, " "));
}

// Rate down over rate up; nothing at the top, or where a rate is not known.
std::string oversubscription(const SwitchUse& use) {
  const Bandwidth down = use.hosts.rate + use.down.rate;
  if (use.up.links == 0 || !std::isfinite(down.value()) || !std::isfinite(use.up.rate.value()))
    return "";
  return print_number(down / use.up.rate);
}

std::string rate(const Direction& way) {
  if (way.links == 0) return "";
  return std::isfinite(way.rate.value()) ? print_number(in_gigabytes_per_second(way.rate))
                                         : "not stated";
}

std::vector<std::string> cells_of(const std::string& name, const std::string& what,
                                  const SwitchUse& use) {
  const auto count = [](std::size_t n) { return n == 0 ? std::string() : std::to_string(n); };
  return {name,
          what,
          use.tier,
          count(use.hosts.links),
          count(use.down.links),
          count(use.up.links),
          rate({use.hosts.links + use.down.links, use.hosts.rate + use.down.rate}),
          rate(use.up),
          oversubscription(use),
          use.lines.size() > 1 ? fmt::format("{} kinds", use.lines.size())
                               : fmt::format("{}", fmt::join(use.lines, "")),
          rails_text(use.rails)};
}

}  // namespace

std::string network_text(const Topology& topology) {
  const auto switches = topology.all(ComponentKind::network_switch);
  if (switches.empty()) return {};
  Table table;
  for (const char* title : {"switch", "name"}) table.column(title, Align::left);
  for (const char* title : {"tier", "to hosts", "down", "up", "GB/s down", "GB/s up", "down:up"})
    table.column(title);
  for (const char* title : {"links", "rails"}) table.column(title, Align::left);
  if (switches.size() <= kMostSwitches) {
    for (const ComponentId id : switches)
      table.row(cells_of(topology.name(id), std::string(topology.attributes(id).get("name")),
                         use_of(topology, id)));
    return table.text();
  }
  std::map<std::vector<std::string>, std::size_t> alike;
  for (const ComponentId id : switches) ++alike[cells_of("", "", use_of(topology, id))];
  std::vector<std::pair<std::vector<std::string>, std::size_t>> rows(alike.begin(), alike.end());
  std::ranges::stable_sort(rows, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::size_t shown = 0;
  for (auto& [cells, count] : rows) {
    if (++shown > kMostSwitches) break;
    cells[0] = counted(count, "switch");
    if (count > 1) cells[0] = fmt::format("{} switches", count);
    table.row(cells);
  }
  std::string out = table.text();
  if (rows.size() > kMostSwitches)
    out += fmt::format("and {} further kinds of switches.\n", rows.size() - kMostSwitches);
  return out;
}

}  // namespace weft::report
