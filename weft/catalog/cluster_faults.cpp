#include "weft/catalog/cluster_faults.hpp"

#include "weft/base/parse.hpp"
#include "weft/catalog/server_links.hpp"
#include "weft/link/altered.hpp"
#include "weft/link/pcie.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/faults.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using topology::ComponentKind;
using topology::LinkState;
using topology::Topology;

// First of each pair of links, towards what is below.
using Links = std::vector<LinkId>;

LinkId down_of(LinkId id) { return Topology::leads_down(id) ? id : Topology::opposite(id); }

// "server[3].gpu[0]-leaf[1]": a dash within "pcie-switch[0]" parts no names.
Expected<Links> between(const Topology& cluster, const std::string& text, std::size_t dash) {
  const auto a = cluster.find(std::string_view(text).substr(0, dash));
  if (!a) return tl::make_unexpected(a.error());
  const auto b = cluster.find(std::string_view(text).substr(dash + 1));
  if (!b) return tl::make_unexpected(b.error());
  Links found;
  for (const LinkId leaving : cluster.links_of(*a))
    if (cluster.link(leaving).to == *b) found.push_back(down_of(leaving));
  if (found.empty())
    return fail(
        "FAULT_UNKNOWN",
        fmt::format("{} and {} are not joined by a link", cluster.name(*a), cluster.name(*b)),
        "`weft path` shows which links lead from one component to another.");
  return found;
}

bool is_uplink(const Topology& cluster, ComponentId id, LinkId leaving) {
  const topology::Link link = cluster.link(leaving);
  if (Topology::leads_down(leaving) || link.model.is_scale_up()) return false;
  // A port's uplink is its cable; what leads to its NIC is inside the adapter.
  return cluster.kind(id) != ComponentKind::port || cluster.kind(link.to) != ComponentKind::nic;
}

Links all_links(const Topology& cluster, ComponentId id) {
  Links found;
  for (const LinkId leaving : cluster.links_of(id)) found.push_back(down_of(leaving));
  return found;
}

// Switches that lie beside each other, and those of the top, have no uplinks: they fail as a whole.
bool stands_for_all(const Topology& cluster, ComponentId id) {
  switch (cluster.kind(id)) {
    case ComponentKind::router:
    case ComponentKind::gateway:
      return true;
    case ComponentKind::leaf:
    case ComponentKind::spine:
    case ComponentKind::core:
    case ComponentKind::super_core:
    case ComponentKind::access:
    case ComponentKind::aggregation:
    case ComponentKind::nvswitch:
      return std::ranges::none_of(cluster.links_of(id),
                                  [&](LinkId leaving) { return !Topology::leads_down(leaving); });
    default:
      return false;
  }
}

Expected<Links> links_named(const Topology& cluster, const std::string& text) {
  for (std::size_t dash = text.find('-'); dash != std::string::npos;
       dash = text.find('-', dash + 1))
    if (dash > 0 &&
        (text[dash - 1] == ']' || std::isdigit(static_cast<unsigned char>(text[dash - 1]))))
      return between(cluster, text, dash);
  const auto id = cluster.find(text);
  if (!id) return tl::make_unexpected(id.error());
  if (stands_for_all(cluster, *id)) return all_links(cluster, *id);
  Links found;
  for (const LinkId leaving : cluster.links_of(*id))
    if (is_uplink(cluster, *id, leaving)) found.push_back(down_of(leaving));
  if (found.empty())
    return fail("FAULT_UNKNOWN", fmt::format("{} has no uplink", cluster.name(*id)),
                "Name both ends of a link, as leaf[3]-spine[1].");
  return found;
}

std::optional<int> number_after(const std::string& text, std::string_view word,
                                std::string_view end) {
  if (!text.starts_with(word) || !text.ends_with(end) || text.size() <= word.size() + end.size())
    return std::nullopt;
  const auto number = parse_integer(
      std::string_view(text).substr(word.size(), text.size() - word.size() - end.size()));
  if (!number || *number < 1 || *number > 100) return std::nullopt;
  return static_cast<int>(*number);
}

// The same PCIe link with fewer lanes or of an older generation.
Expected<link::LinkModelPtr> narrowed(const Topology& cluster, LinkId id, std::optional<int> lanes,
                                      std::optional<int> gen) {
  const link::LinkModel& model = cluster.link(id).model;
  int has_gen = 0;
  int has_lanes = 0;
  if (model.kind() != "pcie" ||
      std::sscanf(model.name().c_str(), "PCIe %d.0 x%d", &has_gen, &has_lanes) != 2)
    return fail("FAULT_STATE",
                fmt::format("{} is {}, and only PCIe links have lanes and generations",
                            cluster.name(id), model.name()),
                "Use down, or a part of the rate, as 50%.");
  if (lanes.value_or(0) >= has_lanes || gen.value_or(0) >= has_gen)
    return fail(
        "FAULT_STATE",
        fmt::format("{} is {}, so the state would be no fault", cluster.name(id), model.name()),
        "State fewer lanes or an older generation.");
  return link::pcie_link({.gen = gen.value_or(has_gen), .lanes = lanes.value_or(has_lanes)});
}

}  // namespace

Expected<Topology> with_fault(Topology cluster, const facts::FaultSpec& fault) {
  const auto links = links_named(cluster, fault.link);
  if (!links) return tl::make_unexpected(links.error());
  const auto lanes = number_after(fault.state, "x", "");
  const auto gen = number_after(fault.state, "gen", "");
  const auto percent = number_after(fault.state, "", "%");
  const bool is_down = fault.state == "down";
  if (percent == 100)
    return fail("FAULT_STATE", "100% of the rate is no fault", "State less, as 50%, or down.");
  if (!is_down && !lanes && !gen && !percent)
    return fail("FAULT_STATE", fmt::format("'{}' is not the state of a link", fault.state),
                "Known are down, x8 (lanes), gen3 (generation of PCIe) and 50% (of the rate).");
  struct Change {
    LinkId link;
    link::LinkModelPtr model;
  };
  std::vector<Change> changes;
  if (lanes || gen)
    for (const LinkId id : *links) {
      auto model = narrowed(cluster, id, lanes, gen);
      if (!model) return tl::make_unexpected(std::move(model.error()));
      changes.push_back({id, std::move(*model)});
    }
  topology::Builder builder(std::move(cluster));
  if (changes.empty())
    for (const LinkId id : *links) {
      const link::LinkModelPtr model = builder.model_of(id);
      changes.push_back(
          {id, percent ? link::degraded(model, *percent / 100.0, fault.state) : model});
    }
  // What is down stays so, whatever else is said of it.
  for (const Change& change : changes)
    builder.change(change.link, change.model, topology::Provenance::specified,
                   is_down ? LinkState::down : builder.so_far().link(change.link).state);
  topology::add_fault(builder.attributes(), {fault.link, fault.state, changes.size()});
  return std::move(builder).build();
}

}  // namespace weft::catalog
