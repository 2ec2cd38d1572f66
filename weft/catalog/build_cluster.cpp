#include "weft/catalog/build_cluster.hpp"

#include "weft/base/suggest.hpp"
#include "weft/catalog/cabling.hpp"
#include "weft/catalog/cluster_faults.hpp"
#include "weft/catalog/cluster_server.hpp"
#include "weft/catalog/network_kinds.hpp"
#include "weft/link/family.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/network/sites.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using facts::ClusterSpec;
using facts::NetworkSpec;
using topology::PlanPtr;
using topology::Routing;
using topology::Topology;

template <class T>
Expected<T> at(Expected<T> result, const std::string& file, int line) {
  if (result || !result.error().where.file.empty()) return result;
  Where& where = result.error().where;
  where = {file, file.empty() ? 0 : where.line > 0 ? where.line : line, 0};
  return result;
}

Expected<Routing> routing_of(const NetworkSpec& spec) {
  std::vector<std::string> known;
  for (const Routing routing : {Routing::fixed, Routing::ecmp, Routing::spray, Routing::adaptive}) {
    if (spec.routing.empty() || spec.routing == word(routing)) return routing;
    known.emplace_back(word(routing));
  }
  return fail("NETWORK_INVALID", fmt::format("'{}' is not a way of routing", spec.routing),
              known_names(spec.routing, known));
}

// The lines of a network and the ports of its switches, as the switch and the NIC allow both.
struct Lines {
  CableLines cables;
  std::uint32_t radix = 0;
  Seconds switch_latency{0};
  std::string in_network;
};

Expected<Lines> lines_of(const NetworkSpec& spec, const Attachment& attachment,
                         const Catalog& catalog) {
  Lines lines;
  link::LinkModelPtr host = attachment.line;
  link::LinkModelPtr between = host;
  if (!spec.switch_name.empty()) {
    const facts::NetworkSwitch* box = find(catalog.network_switches, spec.switch_name);
    if (box == nullptr)
      return fail("CLUSTER_NAME", fmt::format("there is no switch '{}'", spec.switch_name),
                  known_names(spec.switch_name, all_names(catalog.network_switches)));
    // Adapters speak both, and their ports what the switch does; unless the file says otherwise.
    const bool is_other = (box->network == "ethernet" && host->kind() == "infiniband") ||
                          (box->network == "infiniband" && host->kind() == "ethernet");
    if (is_other) {
      auto spoken = line_of(box->network, host->capacity());
      if (!spec.host_link.empty() || !spoken)
        return fail("NETWORK_INVALID",
                    fmt::format("{} is a switch for {}, and the endpoints have {}", box->name,
                                box->network, host->name()),
                    "State another host_link, or another switch.");
      host = between = std::move(*spoken);
    }
    lines.switch_latency = box->latency;
    lines.in_network = box->in_network;
    const bool is_split =
        box->radix > box->ports && host->capacity() <= box->radix_rate * (1 + 1e-9);
    const Bandwidth rate = is_split ? box->radix_rate : box->port_rate;
    lines.radix = static_cast<std::uint32_t>(is_split ? box->radix : box->ports);
    const int most = std::max(box->radix, box->ports);
    if (spec.k > most)
      return fail("NETWORK_TOO_SMALL",
                  fmt::format("k is {} and {} has {} ports", spec.k, box->name, most),
                  "Leave k out, or leave out the switch.");
    const bool is_alike = std::abs(host->capacity() / rate - 1) < 1e-6;
    const auto as_switch =
        is_alike ? Expected<link::LinkModelPtr>(host) : line_of(host->kind(), rate);
    if (as_switch) {
      between = *as_switch;
      if (host->capacity() > rate * (1 + 1e-9)) host = *as_switch;
    } else if (spec.switch_link.empty()) {
      return tl::make_unexpected(as_switch.error());
    }
  }
  if (!spec.switch_link.empty()) {
    auto stated = stated_line(spec.switch_link, host->is_scale_up());
    if (!stated) return tl::make_unexpected(std::move(stated.error()));
    between = std::move(*stated);
  }
  if (spec.k > 0) lines.radix = static_cast<std::uint32_t>(spec.k);
  if (!spec.in_network.empty()) {
    static const std::vector<std::string> kKnown = {"sharp-v1", "sharp-v2", "sharp-v3", "sharp-v4"};
    if (std::ranges::find(kKnown, spec.in_network) == kKnown.end())
      return fail("NETWORK_INVALID",
                  fmt::format("'{}' is no reduction in the network", spec.in_network),
                  known_names(spec.in_network, kKnown));
    lines.in_network = spec.in_network;
  }
  lines.cables = {host, between, between};
  return lines;
}

// As makers state it: what the wires carry after their code, whatever protocols leave of it.
Bandwidth stated_rate(const link::LinkModel& line) {
  double rate = 1;
  for (const link::Factor& factor : line.waterfall({}).factors())
    if (factor.role == link::Role::signalling || factor.role == link::Role::lanes ||
        factor.role == link::Role::line_code)
      rate *= factor.value;
  return gigabytes_per_second(rate);
}

class Assembly {
 public:
  Assembly(const ClusterSpec& spec, const Catalog& catalog, std::string file)
      : spec_(spec), catalog_(catalog), file_(std::move(file)) {}

  Expected<Topology> run(Topology server);

 private:
  struct Planned {
    topology::Network network;
    CableLines lines;
  };

  Expected<void> check_sites() const;
  Expected<void> check_size(const Topology& server) const;
  Expected<Planned> plan(const NetworkSpec& spec, const Attachment& attachment) const;
  Expected<PlanPtr> plan_of(const NetworkKind& kind, KindRequest request, CableLines& lines) const;
  topology::Layout layout() const;
  std::size_t sites() const { return spec_.sites.size() + 1; }

  const ClusterSpec& spec_;
  const Catalog& catalog_;
  std::string file_;
  std::uint32_t units_ = 1;  // servers in one, where that is a rack
};

Expected<void> Assembly::check_sites() const {
  constexpr int kMostLinks = 1 << 20;
  const auto unequal = [&](const facts::SiteSpec& site, std::string message, std::string hint) {
    return at<void>(fail("SITES_UNEQUAL", std::move(message), std::move(hint)), file_, site.line);
  };
  const facts::SiteSpec* first = spec_.sites.empty() ? nullptr : &spec_.sites.front();
  for (const facts::SiteSpec& site : spec_.sites) {
    if (site.servers > 0 && site.servers != spec_.servers)
      return unequal(site,
                     fmt::format("the site has {} servers and the first one {}; expected equal "
                                 "sites",
                                 site.servers, spec_.servers),
                     "Leave servers out of [[site]]: each has as many as [cluster] says.");
    if ((site.links > 0 && site.links != first->links) ||
        (!site.link.empty() && site.link != first->link))
      return unequal(site, "the site has other cables to the first one than the [[site]] before it",
                     "State links and link in the first [[site]]; they hold for all, and only km "
                     "differs.");
    if (site.links > kMostLinks)
      return at<void>(fail("CLUSTER_TOO_LARGE",
                           fmt::format("{} cables between sites; at most {} are possible",
                                       site.links, kMostLinks),
                           "State fewer links."),
                      file_, site.line);
  }
  return {};
}

// Ids have 32 bits.
Expected<void> Assembly::check_size(const Topology& server) const {
  constexpr double kMostIds = 4e9;
  const double count = static_cast<double>(spec_.servers) * static_cast<double>(sites());
  const auto each = static_cast<double>(server.resource_count() + server.component_count() + 64);
  if (count * each < kMostIds) return {};
  return at<void>(
      fail("CLUSTER_TOO_LARGE",
           fmt::format("{:.0f} servers of {} components and {} links are more than can be counted; "
                       "at most {:.0f} servers are possible",
                       count, server.component_count(), server.link_count(), kMostIds / each),
           "Describe fewer servers."),
      file_, spec_.line);
}

topology::Layout Assembly::layout() const {
  topology::Layout layout = usual_layout(find(catalog_.servers, spec_.server));
  if (spec_.servers_per_rack > 0) layout.servers_per_rack = spec_.servers_per_rack;
  if (spec_.racks_per_row > 0) layout.racks_per_row = spec_.racks_per_row;
  if (spec_.rows_per_hall > 0) layout.rows_per_hall = spec_.rows_per_hall;
  return layout;
}

Expected<PlanPtr> Assembly::plan_of(const NetworkKind& kind, KindRequest request,
                                    CableLines& lines) const {
  if (spec_.sites.empty()) return kind.make(request);
  const facts::SiteSpec& site = spec_.sites.front();
  const auto no_gateway = [&] {
    return at<PlanPtr>(
        fail(
            "NETWORK_INVALID",
            fmt::format(
                "a network of kind {} has no place for the gateway of a site: its nodes are "
                "as many as its endpoints",
                kind.name),
            "Join sites by a network of switches, as fat-tree or dragonfly, or describe one site."),
        file_, site.line);
  };
  if (!kind.takes_sites) return no_gateway();
  // The gateway stands where further servers would; rails are then its ports' too.
  const std::uint32_t inside = request.endpoints();
  const auto links = static_cast<std::uint32_t>(std::max(site.links, 1));
  request.gateway = (links + request.per_server - 1) / request.per_server * request.per_server;
  if (!site.link.empty()) {
    auto line = at(stated_line(site.link), file_, site.line);
    if (!line) return tl::make_unexpected(std::move(line.error()));
    lines[topology::kOptical] = std::move(*line);
  }
  return kind.make(request).and_then([&](PlanPtr plan) -> Expected<PlanPtr> {
    if (plan->switch_count() == 0) return no_gateway();
    return topology::sites({.site = std::move(plan),
                            .endpoints = inside,
                            .sites = static_cast<std::uint32_t>(sites()),
                            .links = links});
  });
}

Expected<Assembly::Planned> Assembly::plan(const NetworkSpec& spec,
                                           const Attachment& attachment) const {
  const auto kind = find_network_kind(spec.kind);
  if (!kind) return tl::make_unexpected(kind.error());
  if (auto known = check_keys(**kind, spec); !known)
    return tl::make_unexpected(std::move(known.error()));
  const auto routing = routing_of(spec);
  if (!routing) return tl::make_unexpected(routing.error());
  auto lines = lines_of(spec, attachment, catalog_);
  if (!lines) return tl::make_unexpected(std::move(lines.error()));
  const double endpoints =
      static_cast<double>(spec_.servers) * static_cast<double>(attachment.outlets.size() * sites());
  if (auto fits = check_cables(endpoints); !fits)
    return tl::make_unexpected(std::move(fits.error()));
  KindRequest request{.spec = &spec,
                      .servers = static_cast<std::uint32_t>(spec_.servers),
                      .per_server = static_cast<std::uint32_t>(attachment.outlets.size()),
                      .units = units_,
                      .radix = lines->radix,
                      .up_rate = lines->cables[topology::kSwitchCable]->capacity() /
                                 lines->cables[topology::kHostCable]->capacity(),
                      .gpu_links = attachment.gpu_links};
  auto made = plan_of(**kind, request, lines->cables);
  if (!made) return tl::make_unexpected(std::move(made.error()));
  topology::Network network{.name = spec.name,
                            .kind = spec.kind,
                            .plan = std::move(*made),
                            .routing = *routing,
                            .switch_latency = lines->switch_latency,
                            .outlets = attachment.outlets};
  network.in_network = lines->in_network;
  for (const auto& line : lines->cables) network.rates.push_back(stated_rate(*line));
  if (network.switch_latency.value() == 0)
    network.switch_latency = usual_switch_latency(lines->cables[topology::kSwitchCable]->kind());
  return Planned{std::move(network), lines->cables};
}

Expected<Topology> Assembly::run(Topology server) {
  if (auto equal = check_sites(); !equal) return tl::make_unexpected(std::move(equal.error()));
  auto prepared = prepare_server(std::move(server), spec_, catalog_);
  if (!prepared)
    return at<Topology>(tl::make_unexpected(std::move(prepared.error())), file_, spec_.line);
  if (auto fits = check_size(*prepared->topology); !fits)
    return tl::make_unexpected(std::move(fits.error()));
  for (const ComponentId gpu : prepared->topology->all(topology::ComponentKind::gpu))
    units_ =
        std::max(units_, static_cast<std::uint32_t>(prepared->topology->place_of(gpu).server + 1));
  std::vector<Planned> networks;
  std::vector<ComponentId> outlets;
  for (std::size_t i = 0; i < spec_.networks.size(); ++i) {
    auto planned =
        at(plan(spec_.networks[i], prepared->attachments[i]), file_, spec_.networks[i].line);
    if (!planned) return tl::make_unexpected(std::move(planned.error()));
    networks.push_back(std::move(*planned));
    const auto& more = prepared->attachments[i].outlets;
    outlets.insert(outlets.end(), more.begin(), more.end());
  }

  topology::Builder builder(!spec_.name.empty()
                                ? spec_.name
                                : fmt::format("{} x {}",
                                              static_cast<std::size_t>(spec_.servers) * sites(),
                                              prepared->topology->name()));
  builder.attributes().set("format", "cluster");
  topology::Layout where = layout();
  for (std::size_t site = 0; site < sites(); ++site) {
    where.site = sites() > 1 ? static_cast<std::int32_t>(site) : -1;
    builder.add_instances(prepared->topology, static_cast<std::size_t>(spec_.servers), where,
                          outlets);
  }
  std::vector<double> km = {0};
  for (const facts::SiteSpec& site : spec_.sites) km.push_back(site.km);
  for (Planned& planned : networks)
    add_network(builder, std::move(planned.network), planned.lines, where, km);
  for (const Attachment& attachment : prepared->attachments)
    if (attachment.unused_links > 0)
      builder.attributes().set(kUnusedLinks, std::to_string(attachment.unused_links));
  Topology cluster = std::move(builder).build();
  for (const facts::FaultSpec& fault : spec_.faults) {
    auto broken = at(with_fault(std::move(cluster), fault), file_, fault.line);
    if (!broken) return broken;
    cluster = std::move(*broken);
  }
  return cluster;
}

}  // namespace

Expected<Topology> build_cluster(const ClusterSpec& spec, Topology server, const Catalog& catalog,
                                 const std::string& file) {
  return Assembly(spec, catalog, file).run(std::move(server));
}

}  // namespace weft::catalog
