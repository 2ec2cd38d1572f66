// Instances → components, edges → links.
#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/lines.hpp"
#include "weft/io/infragraph/model.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/pcie.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/host.hpp"

#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace weft::io::infragraph {
namespace {

using topology::ComponentKind;
using topology::Provenance;

enum class DeviceRole { server, network_switch, card };

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// A server that nobody looked into: a part "host", and perhaps NICs.
bool is_closed(const Device& device) {
  const Component* host = device.find("host");
  return host != nullptr && host->choice == "cpu" && !device.has("xpu");
}

DeviceRole role_of(const Device& device) {
  const bool computes =
      device.has("xpu") || device.has("npu") || device.has("nic") || device.has("device");
  return device.has("port") && !computes && !is_closed(device) ? DeviceRole::network_switch
                                                               : DeviceRole::server;
}

// The number behind a word: 4 for "pcie_gen4", 16 for " x16"; 0 where there is none.
int number_after(const std::string& text, std::string_view word) {
  const auto at = text.find(word);
  if (at == std::string::npos) return 0;
  int value = 0;
  const char* first = text.data() + at + word.size();
  std::from_chars(first, text.data() + text.size(), value);
  return value > 0 && value < 1000 ? value : 0;
}

int height(ComponentKind kind) {
  switch (kind) {
    case ComponentKind::network_switch:
      return 6;
    case ComponentKind::numa_node:
      return 5;
    case ComponentKind::pcie_switch:
      return 4;
    case ComponentKind::nvswitch:
      return 3;
    case ComponentKind::gpu:
      return 2;
    default:
      return 1;
  }
}

class Assembly {
 public:
  Assembly(const Infrastructure& model, const TopologyText& input, Remarks& remarks)
      : model_(model), remarks_(remarks), builder_(input.name) {}

  Expected<topology::Topology> run();

 private:
  using Part = std::pair<std::string, int>;  // component and index
  struct Placed {
    const Device* device = nullptr;
    DeviceRole role = DeviceRole::server;
    ComponentId whole;  // of a switch or card
    std::map<Part, ComponentId> parts;
  };

  void add_server(const Instance& instance, int index, std::int32_t place, Placed& placed);
  void add_host(const std::string& owner, std::int32_t place, Placed& placed);
  void add_part(const Component& part, int index, std::int32_t place, const std::string& owner,
                Placed& placed);
  Expected<void> join_inside(const Placed& placed);
  Expected<void> join_instances(const Edge& edge);
  std::optional<ComponentId> at(const Placed& placed, const std::string& name, int index) const;
  Expected<std::vector<ComponentId>> inside(const Placed& placed, const Endpoint& end) const;
  Expected<std::vector<ComponentId>> outside(const Endpoint& end) const;
  Expected<void> join(const std::vector<ComponentId>& a, const std::vector<ComponentId>& b,
                      const Edge& edge, const std::map<std::string, LinkType>& links);
  void connect(ComponentId a, ComponentId b, const std::string& name, const LinkType& type);
  link::LinkModelPtr model_of(ComponentKind upper, ComponentKind lower, const std::string& name,
                              const LinkType& type);
  int component_count(const Device& device, const std::string& text) const;

  const Infrastructure& model_;
  Remarks& remarks_;
  topology::Builder builder_;
  std::map<std::pair<std::string, int>, Placed> placed_;
  std::map<std::string, link::LinkModelPtr> models_;
  link::LinkModelPtr inside_host_;
  std::size_t links_ = 0;
};

std::string front(const std::string& text) { return text.substr(0, text.find('[')); }

int Assembly::component_count(const Device& device, const std::string& text) const {
  const Component* part = device.find(front(text));
  return part == nullptr ? 0 : part->count;
}

Expected<topology::Topology> Assembly::run() {
  builder_.attributes().set("format", "infragraph");
  std::int32_t servers = 0;
  for (const Instance& instance : model_.instances) {
    const Device& device = model_.devices.at(instance.device);
    for (int i = 0; i < instance.count; ++i) {
      Placed& placed = placed_[{instance.name, i}];
      placed.device = &device;
      placed.role = role_of(device);
      if (placed.role == DeviceRole::server) {
        add_server(instance, i, servers++, placed);
        continue;
      }
      topology::Attributes attributes;
      attributes.set("name", fmt::format("{}.{}", instance.name, i));
      attributes.set("device", device.name);
      placed.whole = builder_.add(ComponentKind::network_switch, {}, std::move(attributes));
    }
  }
  for (const auto& [key, placed] : placed_)
    if (placed.role == DeviceRole::server)
      if (auto done = join_inside(placed); !done)
        return tl::make_unexpected(std::move(done.error()));
  for (const Edge& edge : model_.edges)
    if (auto done = join_instances(edge); !done)
      return tl::make_unexpected(std::move(done.error()));
  if (links_ == 0)
    return remarks_.error("FABRIC_NO_LINKS", "no edge of the file joins two components",
                          "An infrastructure has edges inside devices or between instances.");
  return std::move(builder_).build();
}

void Assembly::add_server(const Instance& instance, int index, std::int32_t place, Placed& placed) {
  const std::string owner = fmt::format("{}.{}", instance.name, index);
  if (is_closed(*placed.device)) return add_host(owner, place, placed);
  std::vector<topology::HostNuma> nodes;
  std::vector<Part> cpus;
  for (const Component& part : placed.device->components)
    for (int i = 0; part.choice == "cpu" && i < part.count; ++i) {
      topology::HostNuma node;
      node.numa_id = static_cast<int>(nodes.size());
      node.socket = node.numa_id;
      const std::string text = lower(part.description);
      if (text.find("amd") != std::string::npos) node.vendor = "AuthenticAMD";
      if (text.find("intel") != std::string::npos) node.vendor = "GenuineIntel";
      if (!node.vendor.empty()) node.arch = "x86_64";
      nodes.push_back(std::move(node));
      cpus.emplace_back(part.name, i);
    }
  if (nodes.empty()) nodes.emplace_back();
  const auto frame = topology::add_host(builder_, nodes, {.server = place});
  for (std::size_t i = 0; i < cpus.size(); ++i) placed.parts[cpus[i]] = frame.numa[i];
  for (const Component& part : placed.device->components)
    for (int i = 0; part.choice != "cpu" && i < part.count; ++i)
      add_part(part, i, place, owner, placed);
}

void Assembly::add_host(const std::string& owner, std::int32_t place, Placed& placed) {
  topology::Attributes attributes;
  attributes.set("name", owner);
  const ComponentId host =
      builder_.add(ComponentKind::host, {.server = place}, std::move(attributes));
  placed.parts[{"host", 0}] = host;
  if (inside_host_ == nullptr)
    inside_host_ = link::fixed_link({.name = "host to NIC, no PCIe device stated",
                                     .kind = "internal",
                                     .rate = kUnlimited,
                                     .latency = Seconds(0),
                                     .source = "not limiting: the file does not look into hosts"});
  for (const Component& part : placed.device->components)
    for (int i = 0; part.choice == "nic" && i < part.count; ++i) {
      add_part(part, i, place, owner, placed);
      builder_.connect(host, placed.parts.at({part.name, i}), inside_host_, Provenance::assumed);
    }
}

void Assembly::add_part(const Component& part, int index, std::int32_t place,
                        const std::string& owner, Placed& placed) {
  const std::string text = lower(part.name + " " + part.description);
  ComponentKind kind = ComponentKind::pci_device;
  if (part.choice == "xpu" || part.choice == "npu") kind = ComponentKind::gpu;
  if (part.choice == "nic" || part.choice == "device") kind = ComponentKind::nic;
  if (part.choice == "custom" && text.find("nic") != std::string::npos) kind = ComponentKind::nic;
  // Slots join what is plugged into them, as switches do.
  if (part.choice == "switch" || (part.choice == "custom" && kind != ComponentKind::nic))
    kind =
        text.find("nv") != std::string::npos ? ComponentKind::nvswitch : ComponentKind::pcie_switch;
  if (part.choice == "memory") return;
  topology::Attributes attributes;
  attributes.set("name", fmt::format("{}.{}.{}", owner, part.name, index));
  if (!part.description.empty()) attributes.set("description", part.description);
  placed.parts[{part.name, index}] = builder_.add(kind, {.server = place}, std::move(attributes));
}

std::optional<ComponentId> Assembly::at(const Placed& placed, const std::string& name,
                                        int index) const {
  if (placed.role != DeviceRole::server) return placed.whole;
  const auto found = placed.parts.find({name, index});
  return found == placed.parts.end() ? std::nullopt : std::optional(found->second);
}

// Inside a device: `device` names a card, whose own parts are one with it.
Expected<std::vector<ComponentId>> Assembly::inside(const Placed& placed,
                                                    const Endpoint& end) const {
  const std::string& text = end.owner.empty() ? end.component : end.owner;
  const auto slice = parse_slice(text, component_count(*placed.device, text), remarks_);
  if (!slice) return tl::make_unexpected(slice.error());
  std::vector<ComponentId> ids;
  for (int i = slice->first; i < slice->last; ++i)
    if (const auto id = at(placed, slice->name, i)) ids.push_back(*id);
  return ids;
}

Expected<std::vector<ComponentId>> Assembly::outside(const Endpoint& end) const {
  const std::string name = front(end.owner);
  const Instance* instance = nullptr;
  for (const Instance& one : model_.instances)
    if (one.name == name) instance = &one;
  if (instance == nullptr)
    return remarks_.error("INFRAGRAPH_NAME_UNKNOWN",
                          fmt::format("an edge names the instance '{}', which is not there", name),
                          "Name one of the file's instances.");
  const auto owners = parse_slice(end.owner, instance->count, remarks_);
  if (!owners) return tl::make_unexpected(owners.error());
  const Device& device = model_.devices.at(instance->device);
  const auto parts = parse_slice(end.component, component_count(device, end.component), remarks_);
  if (!parts) return tl::make_unexpected(parts.error());
  std::vector<ComponentId> ids;
  for (int i = owners->first; i < owners->last; ++i)
    for (int p = parts->first; p < parts->last; ++p)
      if (const auto id = at(placed_.at({name, i}), parts->name, p)) ids.push_back(*id);
  return ids;
}

Expected<void> Assembly::join_inside(const Placed& placed) {
  for (const Edge& edge : placed.device->edges) {
    const auto a = inside(placed, edge.a);
    const auto b = inside(placed, edge.b);
    if (!a) return tl::make_unexpected(a.error());
    if (!b) return tl::make_unexpected(b.error());
    if (auto done = join(*a, *b, edge, placed.device->links); !done) return done;
  }
  return {};
}

Expected<void> Assembly::join_instances(const Edge& edge) {
  const auto a = outside(edge.a);
  const auto b = outside(edge.b);
  if (!a) return tl::make_unexpected(a.error());
  if (!b) return tl::make_unexpected(b.error());
  return join(*a, *b, edge, model_.links);
}

Expected<void> Assembly::join(const std::vector<ComponentId>& a, const std::vector<ComponentId>& b,
                              const Edge& edge, const std::map<std::string, LinkType>& links) {
  const auto known = links.find(edge.link);
  const LinkType type = known == links.end() ? LinkType{} : known->second;
  if (links_ > 50'000'000 || a.size() * (edge.many_to_many ? b.size() : 1) > 50'000'000)
    return remarks_.error("INFRAGRAPH_TOO_LARGE", "the edges make more than 50 million links",
                          "Check slices and counts.");
  if (edge.many_to_many) {
    std::set<std::pair<ComponentId, ComponentId>> done;
    for (const ComponentId from : a)
      for (const ComponentId to : b)
        if (from != to && done.insert(std::minmax(from, to)).second)
          connect(from, to, edge.link, type);
    return {};
  }
  if (a.size() != b.size())
    remarks_.for_device(
        "INFRAGRAPH_UNEVEN",
        "an edge joins different numbers of ends one to one; those over are left out",
        fmt::format("{}.{} - {}.{}", edge.a.owner, edge.a.component, edge.b.owner,
                    edge.b.component),
        0, "Give both ends slices of one length.");
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (a[i] != b[i]) connect(a[i], b[i], edge.link, type);
  return {};
}

void Assembly::connect(ComponentId a, ComponentId b, const std::string& name,
                       const LinkType& type) {
  ++links_;
  // Processors are joined by what follows from them.
  if (builder_.kind(a) == ComponentKind::numa_node && builder_.kind(b) == ComponentKind::numa_node)
    return;
  const bool swapped = height(builder_.kind(a)) < height(builder_.kind(b));
  const ComponentId upper = swapped ? b : a;
  const ComponentId lower = swapped ? a : b;
  const auto model = model_of(builder_.kind(upper), builder_.kind(lower), name, type);
  const LinkId link = builder_.connect(
      upper, lower, model, type.gigabits > 0 ? Provenance::specified : Provenance::assumed);
  if (model->kind() != "nvlink") return;
  for (const LinkId way : {link, topology::Topology::opposite(link)})
    builder_.attributes(way).set("count", "1");
}

link::LinkModelPtr Assembly::model_of(ComponentKind upper, ComponentKind lower,
                                      const std::string& name, const LinkType& type) {
  const bool network = upper == ComponentKind::network_switch;
  const bool fabric = !network && (upper == ComponentKind::nvswitch || lower == upper);
  auto& known = models_[fmt::format("{}/{}/{}/{}/{}", name, type.description, type.gigabits,
                                    network, fabric)];
  if (known != nullptr) return known;
  const std::string text = infragraph::lower(name + " " + type.description);
  const int gen = number_after(text, "gen");
  const int nvlink = number_after(text, "nvlink_");
  const std::string kind = network ? "network" : (fabric ? "nvlink" : "pcie");
  if (type.gigabits > 0) {
    known = link::fixed_link({.name = fmt::format("{} {:g} Gb/s", name, type.gigabits),
                              .kind = kind,
                              .rate = gigabits_per_second(type.gigabits),
                              .latency = Seconds(0),
                              .source = "bandwidth of the file"});
  } else if (!network && !fabric && gen > 0) {
    if (auto made = link::pcie_link({.gen = gen, .lanes = std::max(1, number_after(text, " x"))}))
      known = *made;
  } else if (fabric && nvlink > 0) {
    if (auto made = link::nvlink_link({.gen = nvlink, .links = 1})) known = *made;
  }
  if (known != nullptr) return known;
  remarks_.for_device("FABRIC_RATE_UNSTATED",
                      "a kind of link states no bandwidth, so it limits nothing", name, 0,
                      "Give it physical: bandwidth: gigabits_per_second.");
  return known = link::fixed_link({.name = fmt::format("{} of unstated rate", name),
                                   .kind = kind,
                                   .rate = kUnlimited,
                                   .latency = Seconds(0),
                                   .source = "not limiting: the file states no bandwidth"});
}

}  // namespace

Expected<TopologyRead> build(const Infrastructure& model, const TopologyText& input,
                             Remarks& remarks) {
  auto topology = Assembly(model, input, remarks).run();
  if (!topology) return tl::make_unexpected(std::move(topology.error()));
  return TopologyRead{std::move(*topology), std::move(remarks).take()};
}

}  // namespace weft::io::infragraph
