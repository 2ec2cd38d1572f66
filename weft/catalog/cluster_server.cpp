#include "weft/catalog/cluster_server.hpp"

#include "weft/base/parse.hpp"
#include "weft/catalog/fabric.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/family.hpp"
#include "weft/link/fixed.hpp"
#include "weft/topology/builder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using topology::Builder;
using topology::ComponentKind;
using topology::Provenance;
using topology::Topology;

bool alike(Bandwidth a, Bandwidth b) { return std::abs(a / b - 1) < 1e-6; }

// A file that says nothing of what NICs are for is taken to list those of the compute network.
bool has_role(const Topology& server, ComponentId nic, const std::string& network) {
  const std::string_view role = server.attributes(nic).get("role");
  return role.empty() ? network == "compute" : role == network;
}

struct Port {
  ComponentId port;
  LinkId down;  // from its NIC
};

std::vector<Port> ports_of(const Topology& server, ComponentId nic) {
  std::vector<Port> ports;
  for (const LinkId leaving : server.links_of(nic)) {
    const topology::Link link = server.link(leaving);
    if (server.kind(link.to) == ComponentKind::port && link.state == topology::LinkState::up)
      ports.push_back({link.to, leaving});
  }
  return ports;
}

link::LinkModelPtr adapter(const Topology& server, ComponentId nic, const Catalog& catalog) {
  const facts::Nic* model = find(catalog.nics, server.attributes(nic).get("model"));
  // Published figures are of both adapters together.
  const Seconds both = model != nullptr && model->latency.value() > 0
                           ? model->latency
                           : nanoseconds(facts::classes().latency.nic_ns.value);
  return link::fixed_link({.name = "adapter",
                           .kind = "internal",
                           .rate = kUnlimited,
                           .latency = both / 2,
                           .source = "not limiting beside its cable"});
}

class Preparation {
 public:
  Preparation(Topology server, const facts::ClusterSpec& spec, const Catalog& catalog)
      : spec_(spec), catalog_(catalog), original_(server), builder_(std::move(server)) {}

  Expected<ClusterServer> run() {
    ClusterServer made;
    for (const facts::NetworkSpec& network : spec_.networks) {
      const auto kind = find_network_kind(network.kind);
      auto attachment = kind ? ((*kind)->of_gpus ? gpus(network) : nics(network, **kind))
                             : Expected<Attachment>(tl::make_unexpected(kind.error()));
      if (!attachment) {
        attachment.error().where.line = network.line;
        return tl::make_unexpected(std::move(attachment.error()));
      }
      made.attachments.push_back(std::move(*attachment));
    }
    made.topology = std::make_shared<const Topology>(std::move(builder_).build());
    return made;
  }

 private:
  Expected<Attachment> nics(const facts::NetworkSpec& network, const NetworkKind& kind) {
    int wanted = kind.ports_per_nic;
    if (wanted != 1 && (wanted == 0 || network.planes > 0))
      wanted = network.planes > 0 ? network.planes : 2;
    Attachment found;
    for (const ComponentId nic : original_.all(ComponentKind::nic)) {
      if (!has_role(original_, nic, network.name)) continue;
      std::vector<Port> ports = ports_of(original_, nic);
      const auto line = line_of_nic(network, ports);
      if (!line) return tl::make_unexpected(line.error());
      if (auto added = attach(nic, ports, *line, wanted, !network.host_link.empty(), found); !added)
        return tl::make_unexpected(std::move(added.error()));
    }
    if (found.outlets.empty())
      return fail(
          "CLUSTER_NO_NICS",
          fmt::format("'{}' has no NICs for the {} network", original_.name(), network.name),
          "Describe a server that has such, or leave the network out.");
    return found;
  }

  // What the file states, else the line of the NIC's first port.
  Expected<link::LinkModelPtr> line_of_nic(const facts::NetworkSpec& network,
                                           const std::vector<Port>& ports) {
    if (!network.host_link.empty()) return stated_line(network.host_link);
    if (ports.empty())
      return fail("NETWORK_INVALID",
                  fmt::format("'{}' does not say how fast its NICs are", original_.name()),
                  "State the line of an endpoint, as host_link = \"ib-ndr\" or \"eth400\".");
    return builder_.model_of(ports.front().down);
  }

  Expected<void> attach(ComponentId nic, std::vector<Port> ports, const link::LinkModelPtr& line,
                        int wanted, bool is_stated, Attachment& found) {
    link::LinkModelPtr each = line;
    const link::LinkModelPtr inside = adapter(original_, nic, catalog_);
    const auto have = static_cast<int>(ports.size());
    if (wanted > 1 && have != wanted && !is_stated) {
      const auto part = line_of(line->kind(), line->capacity() * std::max(have, 1) / wanted);
      if (!part) return tl::make_unexpected(part.error());
      each = *part;
    }
    for (const Port& port : ports)
      builder_.change(port.down, inside, Provenance::specified, topology::LinkState::up);
    const int most = wanted > 1 ? wanted : std::max(have, 1);
    for (int i = 0; i < most; ++i) {
      if (i < have) {
        found.outlets.push_back(ports[static_cast<std::size_t>(i)].port);
        continue;
      }
      topology::Attributes attributes;
      attributes.set("port", std::to_string(i + 1));
      const ComponentId port =
          builder_.add(ComponentKind::port, original_.place_of(nic), std::move(attributes));
      builder_.connect(nic, port, inside, Provenance::specified);
      found.outlets.push_back(port);
    }
    if (found.line == nullptr || each->capacity() < found.line->capacity()) found.line = each;
    return {};
  }

  // How many cables share the links of a GPU: one to each plane, or both ways along each dimension.
  static int cables_of_gpu(const facts::NetworkSpec& network, const facts::Gpu& gpu) {
    if (network.planes > 0) return network.planes;
    int cables = 0;
    for (const int k : network.dims) cables += k > 2 ? 2 : k - 1;
    return cables > 0 ? cables : gpu.fabric_links;
  }

  // Links between the GPUs of a server are then part of the network.
  Expected<Attachment> gpus(const facts::NetworkSpec& network) {
    Attachment found;
    for (const ComponentId gpu : original_.all(ComponentKind::gpu)) found.outlets.push_back(gpu);
    const facts::Gpu* model =
        found.outlets.empty()
            ? nullptr
            : find(catalog_.gpus, original_.attributes(found.outlets.front()).get("model"));
    if (model != nullptr) found.gpu_links = model->fabric_links;
    if (!network.host_link.empty()) {
      auto line = stated_line(network.host_link, true);
      if (!line) return tl::make_unexpected(std::move(line.error()));
      found.line = std::move(*line);
    } else if (model != nullptr && model->fabric_links > 0) {
      const int cables = cables_of_gpu(network, *model);
      if (cables > model->fabric_links)
        return fail("NETWORK_INVALID",
                    fmt::format("each GPU would have {} cables, and {} has {} scale-up links",
                                cables, model->name, model->fabric_links),
                    "State fewer planes or dimensions, or a link of your own as host_link.");
      const int each = model->fabric_links / cables;
      if (each * cables < model->fabric_links)
        found.unused_links = model->fabric_links - each * cables;
      found.line = fabric_link(*model, each);
    } else {
      return fail(
          "NETWORK_INVALID",
          fmt::format("'{}' has no GPUs with scale-up links, which a network of kind {} "
                      "joins",
                      original_.name(), network.kind),
          "Describe another server, or state the link of a GPU, as host_link = \"ici-v4\".");
    }
    for (std::size_t i = 0; i < original_.link_count(); i += 2) {
      const topology::Link link = original_.link(LinkId(i));
      if (link.model.is_scale_up())
        builder_.change(LinkId(i), builder_.model_of(LinkId(i)), link.provenance,
                        topology::LinkState::absent);
    }
    return found;
  }

  const facts::ClusterSpec& spec_;
  const Catalog& catalog_;
  Topology original_;
  Builder builder_;
};

}  // namespace

Expected<link::LinkModelPtr> stated_line(const std::string& name, bool of_gpus) {
  link::LinkOptions options;
  if (name.starts_with("eth")) options.protocol = link::EthernetProtocol::rocev2;
  auto line = link::parse_link(name, options);
  if (!line) return line;
  const std::string& kind = (*line)->kind();
  if (kind == "infiniband" || kind == "ethernet" || (of_gpus && (*line)->is_scale_up()))
    return line;
  return fail("NETWORK_INVALID", fmt::format("{} is no cable of a network", (*line)->name()),
              "State an InfiniBand or Ethernet line, as \"ib-ndr\" or \"eth400\".");
}

Expected<link::LinkModelPtr> line_of(const std::string& kind, Bandwidth rate) {
  std::vector<std::string> names;
  link::LinkOptions options;
  if (kind == "infiniband") {
    for (const auto& row : facts::infiniband_rates()) names.push_back("ib-" + row.name);
    names.insert(names.end(), {"ib-hdr100", "ib-ndr200", "ib-xdr400"});
  } else {
    for (const auto& row : facts::ethernet_rates()) names.push_back(row.name);
    options.protocol = link::EthernetProtocol::rocev2;
  }
  for (const std::string& name : names) {
    auto line = link::parse_link(name, options);
    if (line && (*line)->kind() == kind && alike((*line)->capacity(), rate)) return line;
  }
  return fail("NETWORK_INVALID",
              fmt::format("there is no {} line of {} Gb/s", kind,
                          print_number(in_gigabytes_per_second(rate) * 8)),
              "State lines that there are with host_link and switch_link, as \"ib-ndr\".");
}

Expected<ClusterServer> prepare_server(Topology server, const facts::ClusterSpec& spec,
                                       const Catalog& catalog) {
  return Preparation(std::move(server), spec, catalog).run();
}

}  // namespace weft::catalog
