// Nodes and cables → hosts, their NICs, switches by tier, links that lead down from the upper tier.
#include "weft/io/fabric/cables.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/link/fixed.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace weft::io::fabric {
namespace {

using topology::ComponentKind;
using topology::Provenance;

class Assembly {
 public:
  Assembly(Fabric fabric, const std::string& name, Remarks& remarks)
      : fabric_(std::move(fabric)), builder_(name), remarks_(remarks) {}

  Expected<topology::Topology> run(std::string_view format);

 private:
  void find_tiers();
  void add_components();
  void add_hosts();
  void connect();
  void remark_unlisted();

  Fabric fabric_;
  topology::Builder builder_;
  Remarks& remarks_;
  std::vector<End> cables_;
  std::vector<int> tier_;  // hosts and adapters 0, switches from 1; -1: reached by no host
  std::vector<ComponentId> id_;
};

Expected<topology::Topology> Assembly::run(std::string_view format) {
  builder_.attributes().set("format", format);
  cables_ = cables_of(fabric_, remarks_);
  if (cables_.empty())
    return remarks_.error(
        "FABRIC_NO_LINKS",
        fmt::format("the dump holds {} device{} and no link between two of them",
                    fabric_.nodes.size(), fabric_.nodes.size() == 1 ? "" : "s"),
        "Discovery ran where the port is down or no subnet manager is running: check ibstat, and "
        "take the dump on a node that is connected.");
  remark_unlisted();
  find_tiers();
  add_components();
  connect();
  return std::move(builder_).build();
}

void Assembly::remark_unlisted() {
  if (fabric_.one_sided) return;
  for (const Node& node : fabric_.nodes)
    if (!node.listed)
      remarks_.for_device("FABRIC_PARTIAL",
                          "a device is named as a peer and has no entry of its own: the dump is a "
                          "part of the fabric",
                          node.label(), node.line, "Take the whole dump to see all of its links.");
}

// A switch is one tier above the lowest of its neighbours, counted from the hosts.
void Assembly::find_tiers() {
  std::vector<std::vector<std::uint32_t>> neighbours(fabric_.nodes.size());
  for (const End& cable : cables_) {
    neighbours[cable.node].push_back(cable.peer);
    neighbours[cable.peer].push_back(cable.node);
  }
  tier_.assign(fabric_.nodes.size(), -1);
  std::deque<std::uint32_t> open;
  for (std::uint32_t i = 0; i < fabric_.nodes.size(); ++i) {
    if (fabric_.nodes[i].role == Role::network_switch) continue;
    tier_[i] = 0;
    open.push_back(i);
  }
  while (!open.empty()) {
    const std::uint32_t here = open.front();
    open.pop_front();
    for (const std::uint32_t next : neighbours[here]) {
      if (tier_[next] >= 0) continue;
      tier_[next] = tier_[here] + 1;
      open.push_back(next);
    }
  }
}

void Assembly::add_components() {
  id_.resize(fabric_.nodes.size());
  builder_.reserve(2 * fabric_.nodes.size(), cables_.size() + fabric_.nodes.size());
  add_hosts();
  for (std::size_t i = 0; i < fabric_.nodes.size(); ++i) {
    Node& node = fabric_.nodes[i];
    if (node.role != Role::network_switch) continue;
    node.attributes.set("name", node.name);
    if (tier_[i] > 0) node.attributes.set("tier", std::to_string(tier_[i]), Provenance::assumed);
    id_[i] = builder_.add(ComponentKind::network_switch, {}, std::move(node.attributes));
  }
}

void Assembly::add_hosts() {
  const auto inside =
      link::fixed_link({.name = "host to NIC, no PCIe device stated",
                        .kind = "internal",
                        .rate = kUnlimited,
                        .latency = Seconds(0),
                        .source = "not limiting: the dump does not look into hosts"});
  std::unordered_map<std::string, ComponentId> hosts;
  std::int32_t server = 0;
  for (const Node& node : fabric_.nodes) {
    if (node.role == Role::network_switch) continue;
    const std::string& name = node.role == Role::adapter ? node.host : node.name;
    if (hosts.contains(name)) continue;
    topology::Attributes attributes;
    if (node.role == Role::host) attributes = node.attributes;
    attributes.set("name", name);
    hosts.emplace(name,
                  builder_.add(ComponentKind::host, {.server = server++}, std::move(attributes)));
  }
  for (std::size_t i = 0; i < fabric_.nodes.size(); ++i) {
    Node& node = fabric_.nodes[i];
    if (node.role == Role::network_switch) continue;
    const ComponentId host = hosts.at(node.role == Role::adapter ? node.host : node.name);
    id_[i] = host;
    if (node.role != Role::adapter) continue;
    if (!node.name.empty()) node.attributes.set("name", node.name);
    id_[i] = builder_.add(ComponentKind::nic, {.server = static_cast<std::int32_t>(host.index())},
                          std::move(node.attributes));
    builder_.connect(host, id_[i], inside, Provenance::assumed);
  }
}

void Assembly::connect() {
  for (const End& cable : cables_) {
    const bool swapped = tier_[cable.node] < tier_[cable.peer];
    const std::uint32_t upper = swapped ? cable.peer : cable.node;
    const std::uint32_t lower = swapped ? cable.node : cable.peer;
    if (id_[upper] == id_[lower]) continue;  // two entries for one host
    const Rate& rate = fabric_.rates[cable.rate];
    const LinkId link = builder_.connect(id_[upper], id_[lower], rate.model, rate.provenance);
    const std::uint32_t upper_port = swapped ? cable.peer_port : cable.port;
    const std::uint32_t lower_port = swapped ? cable.port : cable.peer_port;
    if (upper_port > 0) builder_.attributes(link).set("port", std::to_string(upper_port));
    if (lower_port > 0)
      builder_.attributes(topology::Topology::opposite(link))
          .set("port", std::to_string(lower_port));
  }
}

}  // namespace

std::string Node::label() const {
  if (role != Role::adapter || host == name) return name;
  return name.empty() ? host : host + " " + name;
}

std::uint32_t Fabric::add(Node node) {
  nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(nodes.size() - 1);
}

Rate unstated_rate() {
  return {link::fixed_link({.name = "link of unstated rate",
                            .kind = "network",
                            .rate = kUnlimited,
                            .latency = Seconds(0),
                            .source = "not limiting: the file states no rate"}),
          Provenance::assumed};
}

Rate stated_rate(Bandwidth rate, std::string_view kind, Seconds latency, std::string_view source) {
  return {link::fixed_link({.name = fmt::format("{:g} Gb/s", rate.value() * 8 / 1e9),
                            .kind = std::string(kind),
                            .rate = rate,
                            .latency = latency,
                            .source = std::string(source)}),
          Provenance::specified};
}

Expected<topology::Topology> build_fabric(Fabric fabric, const std::string& name,
                                          std::string_view format, Remarks& remarks) {
  return Assembly(std::move(fabric), name, remarks).run(format);
}

}  // namespace weft::io::fabric
