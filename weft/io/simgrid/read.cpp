#include "weft/io/hostlist.hpp"
#include "weft/io/simgrid.hpp"
#include "weft/io/simgrid/units.hpp"
#include "weft/io/xml_document.hpp"
#include "weft/link/fixed.hpp"
#include "weft/topology/builder.hpp"

#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Provenance;

struct Cable {
  link::LinkModelPtr model;
  std::array<std::size_t, 2> ends{};  // places
  std::array<bool, 2> used{};
  int line = 0;
};

class Platform {
 public:
  Platform(const XmlDocument& document, const std::string& name, Remarks& remarks)
      : document_(document), remarks_(remarks), builder_(name) {}

  Expected<topology::Topology> run();

 private:
  using Done = Expected<void>;
  Done zone(pugi::xml_node node);
  Done add_link(pugi::xml_node node);
  Done add_cluster(pugi::xml_node node);
  Done add_route(pugi::xml_node node);
  std::size_t place_of(std::size_t place) {
    while (places_[place] != place) place = places_[place] = places_[places_[place]];
    return place;
  }
  std::size_t new_place() {
    places_.push_back(places_.size());
    return places_.size() - 1;
  }
  std::size_t named(const std::string& name, bool is_host);
  Expected<link::LinkModelPtr> model(pugi::xml_node node, const char* bandwidth,
                                     const char* latency, const std::string& name,
                                     std::string_view sharing);
  void connect_all();
  tl::unexpected<Error> invalid(std::string what, pugi::xml_node node) const {
    return remarks_.error("SIMGRID_INVALID", std::move(what),
                          "See simgrid.org, \"Platform reference\".", document_.line_of(node));
  }

  const XmlDocument& document_;
  Remarks& remarks_;
  topology::Builder builder_;
  std::vector<std::size_t> places_;  // union-find: where links and devices meet
  std::map<std::string, std::size_t> by_name_;
  std::map<std::string, bool> is_host_;
  std::map<std::string, Cable> cables_;
  std::vector<std::string> cable_order_;
  std::vector<pugi::xml_node> routes_;
  struct Star {
    std::vector<std::string> hosts;
    link::LinkModelPtr model;
    link::LinkModelPtr backbone;
    std::string name;
  };
  std::vector<Star> stars_;
};

Expected<link::LinkModelPtr> Platform::model(pugi::xml_node node, const char* bandwidth,
                                             const char* latency, const std::string& name,
                                             std::string_view sharing) {
  const double rate = simgrid::rate(node.attribute(bandwidth).value());
  const double time = node.attribute(latency) ? simgrid::time(node.attribute(latency).value()) : 0;
  if (rate <= 0 || time < 0)
    return invalid(fmt::format("'{}' has the bandwidth '{}' and latency '{}'", name,
                               node.attribute(bandwidth).value(), node.attribute(latency).value()),
                   node);
  const bool both = sharing.empty() || sharing == "SHARED";
  return link::fixed_link(
      {.name = fmt::format("{:g} Gb/s", rate * 8 / 1e9),
       .kind = "network",
       .rate = sharing == "FATPIPE" ? kUnlimited : Bandwidth(rate),
       .latency = Seconds(time),
       .source = "bandwidth of the platform file",
       .sharing = both ? link::half_duplex("both directions", "SHARED link of the platform file")
                       : link::Sharing{}});
}

std::size_t Platform::named(const std::string& name, bool is_host) {
  const auto [entry, is_new] = by_name_.try_emplace(name, 0);
  if (is_new) entry->second = new_place();
  is_host_[name] = is_host_[name] || is_host;
  return entry->second;
}

Expected<void> Platform::add_link(pugi::xml_node node) {
  const std::string name = node.attribute("id").value();
  if (name.empty()) return invalid("a link has no id", node);
  auto made = model(node, "bandwidth", "latency", name, node.attribute("sharing_policy").value());
  if (!made) return tl::make_unexpected(std::move(made.error()));
  Cable cable{std::move(*made), {new_place(), new_place()}, {}, document_.line_of(node)};
  if (cables_.try_emplace(name, std::move(cable)).second) cable_order_.push_back(name);
  return {};
}

// radical="0-3,7": host numbers between prefix and suffix.
Expected<void> Platform::add_cluster(pugi::xml_node node) {
  const std::string name = node.attribute("id").value();
  const std::string_view topology = node.attribute("topology").value();
  if (!topology.empty() && topology != "FLAT")
    return remarks_.error(
        "SIMGRID_UNSUPPORTED",
        fmt::format("the cluster '{}' is a {}; flat ones are read", name, topology),
        "Describe it as a cluster file of Weft: fat-tree, torus and dragonfly are "
        "kinds of networks there.",
        document_.line_of(node));
  auto numbers = expand_hostlist(fmt::format("[{}]", node.attribute("radical").value()));
  if (!numbers)
    return invalid(fmt::format("the cluster '{}' has the radical '{}'", name,
                               node.attribute("radical").value()),
                   node);
  Star star;
  star.name = name;
  auto own =
      model(node, "bw", "lat", name,
            node.attribute("sharing_policy").empty() ? "SPLITDUPLEX"
                                                     : node.attribute("sharing_policy").value());
  if (!own) return tl::make_unexpected(std::move(own.error()));
  star.model = std::move(*own);
  if (node.attribute("bb_bw")) {
    auto backbone = model(node, "bb_bw", "bb_lat", name, "SPLITDUPLEX");
    if (!backbone) return tl::make_unexpected(std::move(backbone.error()));
    star.backbone = std::move(*backbone);
  }
  for (const std::string& number : *numbers)
    star.hosts.push_back(fmt::format("{}{}{}", node.attribute("prefix").value(), number,
                                     node.attribute("suffix").value()));
  stars_.push_back(std::move(star));
  return {};
}

Expected<void> Platform::zone(pugi::xml_node node) {
  for (const pugi::xml_node child : node.children()) {
    const std::string_view tag = child.name();
    Done done{};
    if (tag == "zone" || tag == "AS")
      done = zone(child);
    else if (tag == "host")
      named(child.attribute("id").value(), true);
    else if (tag == "router")
      named(child.attribute("id").value(), false);
    else if (tag == "link")
      done = add_link(child);
    else if (tag == "cluster")
      done = add_cluster(child);
    else if (tag == "route" || tag == "zoneRoute" || tag == "ASroute")
      routes_.push_back(child);
    else if (tag == "cabinet" || tag == "peer" || tag == "host_link" || tag == "backbone")
      remarks_.for_device("SIMGRID_ELEMENT_LEFT_OUT", "an element is not read and left out", tag,
                          document_.line_of(child), "Write it with hosts, links and routes.");
    if (!done) return done;
  }
  return {};
}

// Along a route each link begins where the one before it ends. A link that no route has used yet
// may be turned either way.
Expected<void> Platform::add_route(pugi::xml_node node) {
  const bool between_zones = std::string_view(node.name()) != "route";
  const std::string from = node.attribute(between_zones ? "gw_src" : "src").value();
  const std::string to = node.attribute(between_zones ? "gw_dst" : "dst").value();
  if (from.empty() || to.empty() || from == to) return {};
  std::size_t here = named(from, false);
  const std::size_t last = named(to, false);
  for (const pugi::xml_node step : node.children("link_ctn")) {
    const auto found = cables_.find(step.attribute("id").value());
    if (found == cables_.end())
      return invalid(fmt::format("a route names the link '{}', which is not there",
                                 step.attribute("id").value()),
                     step);
    Cable& cable = found->second;
    int entry = 0;
    if (place_of(cable.ends[1]) == place_of(here))
      entry = 1;
    else if (place_of(cable.ends[0]) != place_of(here) && cable.used[0] && !cable.used[1])
      entry = 1;
    const auto in = static_cast<std::size_t>(entry);
    places_[place_of(cable.ends[in])] = place_of(here);
    cable.used[in] = true;
    here = cable.ends[1 - in];
    cable.used[1 - in] = true;
  }
  if (place_of(here) != place_of(last)) places_[place_of(here)] = place_of(last);
  return {};
}

void Platform::connect_all() {
  std::map<std::size_t, ComponentId> at;
  std::map<std::size_t, std::string> merged;
  for (const auto& [name, place] : by_name_) {
    const std::size_t root = place_of(place);
    if (at.contains(root)) {
      remarks_.for_device(
          "SIMGRID_SAME_PLACE", "two devices are joined by no link and are taken as one place",
          fmt::format("{} and {}", merged[root], name), 0, "Give the route between them a link.");
      continue;
    }
    topology::Attributes attributes;
    attributes.set("name", name);
    at.emplace(
        root, builder_.add(is_host_[name] ? ComponentKind::host : ComponentKind::network_switch, {},
                           std::move(attributes)));
    merged[root] = name;
  }
  for (const std::string& name : cable_order_) {
    const Cable& cable = cables_.at(name);
    if (!cable.used[0]) continue;  // on no route
    std::array<ComponentId, 2> ends;
    for (std::size_t e = 0; e < 2; ++e) {
      const std::size_t root = place_of(cable.ends[e]);
      if (!at.contains(root)) at.emplace(root, builder_.add(ComponentKind::network_switch));
      ends[e] = at.at(root);
    }
    if (ends[0] == ends[1]) {
      remarks_.for_device("FABRIC_LOOPBACK", "a link leads back to its own place; it is left out",
                          name, cable.line, "A loopback says nothing of the network.");
      continue;
    }
    const bool first_is_host = builder_.kind(ends[0]) == ComponentKind::host;
    const LinkId link = builder_.connect(ends[first_is_host ? 1 : 0], ends[first_is_host ? 0 : 1],
                                         cable.model, Provenance::specified);
    builder_.attributes(link).set("name", name);
  }
  for (const Star& star : stars_) {
    topology::Attributes attributes;
    attributes.set("name", star.name);
    const ComponentId hub = builder_.add(ComponentKind::network_switch, {}, std::move(attributes));
    std::vector<std::pair<LinkId, double>> draws;
    for (const std::string& host : star.hosts) {
      topology::Attributes own;
      own.set("name", host);
      const ComponentId id = builder_.add(ComponentKind::host, {}, std::move(own));
      // Each message crosses the backbone once: on its way to the host that receives it.
      draws.emplace_back(builder_.connect(hub, id, star.model, Provenance::specified), 1.0);
    }
    if (star.backbone != nullptr)
      builder_.share({.name = fmt::format("backbone of {}", star.name),
                      .kind = "network",
                      .capacity = star.backbone->capacity(),
                      .at = hub,
                      .role = topology::CapacityRole::links,
                      .source = "bb_bw of the platform file"},
                     draws);
  }
}

Expected<topology::Topology> Platform::run() {
  builder_.attributes().set("format", "simgrid");
  if (auto done = zone(document_.root()); !done)
    return tl::make_unexpected(std::move(done.error()));
  for (const pugi::xml_node route : routes_)
    if (auto done = add_route(route); !done) return tl::make_unexpected(std::move(done.error()));
  connect_all();
  topology::Topology topology = std::move(builder_).build();
  if (topology.link_count() == 0)
    return remarks_.error("FABRIC_NO_LINKS", "no route of the platform joins two hosts",
                          "Give it routes with links, or a cluster.");
  return topology;
}

}  // namespace

bool is_simgrid(std::string_view text) { return root_element(text) == "platform"; }

Expected<TopologyRead> read_simgrid(const TopologyText& input) {
  Remarks remarks(input.name);
  const auto document = load_xml(input, remarks);
  if (!document) return tl::make_unexpected(document.error());
  auto topology = Platform(*document, input.name, remarks).run();
  if (!topology) return tl::make_unexpected(std::move(topology.error()));
  return TopologyRead{std::move(*topology), std::move(remarks).take()};
}

}  // namespace weft::io
