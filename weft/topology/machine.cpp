#include "weft/topology/machine.hpp"

#include "weft/facts/nics.hpp"
#include "weft/facts/switches.hpp"
#include "weft/link/fixed.hpp"
#include "weft/topology/pci_link.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace weft::topology {
namespace {

std::string hexadecimal(std::uint16_t id) { return fmt::format("0x{:04x}", id); }

void name_product(const PciFunction& function, ComponentKind kind, Attributes& into) {
  if (!function.id) return;
  const facts::PciId id = *function.id;
  if (const facts::Gpu* gpu = facts::find_gpu(id); gpu != nullptr && kind == ComponentKind::gpu)
    into.set("model", gpu->name);
  if (const facts::Nic* nic = facts::find_nic(id); nic != nullptr && kind == ComponentKind::nic)
    into.set("model", nic->name);
  if (const auto* chip = facts::find_nvswitch(id);
      chip != nullptr && kind == ComponentKind::nvswitch)
    into.set("model", chip->name);
  if (kind != ComponentKind::pcie_switch) return;
  for (const facts::PcieSwitch& chip : facts::pcie_switches())
    if (std::ranges::find(chip.pci_ids, id) != chip.pci_ids.end()) into.set("model", chip.name);
}

Attributes attributes_of(const PciFunction& function, ComponentKind kind) {
  Attributes attributes;
  if (!function.busid.empty()) attributes.set("busid", function.busid);
  if (!function.class_code.empty())
    attributes.set("class", fmt::format("0x{:0<6}", function.class_code));
  if (function.id) {
    attributes.set("vendor", hexadecimal(function.id->vendor));
    attributes.set("device", hexadecimal(function.id->device));
  }
  if (function.subsystem) {
    attributes.set("subsystem_vendor", hexadecimal(function.subsystem->vendor));
    attributes.set("subsystem_device", hexadecimal(function.subsystem->device));
  }
  name_product(function, kind, attributes);
  for (const Attribute& own : function.attributes)
    attributes.set(own.key, own.value, own.provenance);
  return attributes;
}

class Assembly {
 public:
  Assembly(Builder& builder, const Machine& machine, Place place)
      : builder_(builder), machine_(machine), place_(place) {}

  Expected<PlacedMachine> run();

 private:
  void add_host_frame();
  void add_gpus();
  void find_gpus(const PciFunction& function, bool is_integrated,
                 std::vector<const PciFunction*>& found) const;
  // `above`: the root or downstream port at the upper end of the link, null directly on a host
  // bridge or behind an upstream port whose downstream ports are not there.
  Expected<void> add(const PciFunction& function, ComponentId parent, const PciFunction* above);
  Expected<void> add_bridge(const PciFunction& bridge, ComponentId parent,
                            const PciFunction* above);
  Expected<void> add_below(const PciFunction& bridge, ComponentId parent, const PciFunction* above);
  Expected<void> add_device(const PciFunction& function, ComponentKind kind, ComponentId parent,
                            const PciFunction* above);
  struct Sibling {
    LinkId link;
    link::LinkModelPtr model;
    ComponentId device;
  };
  void share_card_link(const std::vector<Sibling>& card, const std::string& port);
  bool holds_devices(const PciFunction& bridge) const;

  Builder& builder_;
  const Machine& machine_;
  Place place_;
  PlacedMachine placed_;
  std::map<const PciFunction*, ComponentId> gpu_ids_;
  std::vector<Sibling> siblings_;  // the functions that were added below one port
};

Expected<PlacedMachine> Assembly::run() {
  add_host_frame();
  add_gpus();
  for (std::size_t i = 0; i < machine_.nodes.size(); ++i)
    for (const PciFunction& device : machine_.nodes[i].devices)
      if (auto done = add(device, placed_.numa[i], nullptr); !done)
        return tl::make_unexpected(std::move(done.error()));
  return std::move(placed_);
}

void Assembly::add_host_frame() {
  std::vector<HostNuma> nodes;
  for (const MachineNode& node : machine_.nodes) nodes.push_back(node.numa);
  const HostFrame frame = add_host(builder_, nodes, place_);
  placed_.numa = frame.numa;
  for (std::size_t i = 0; i < frame.socket.size(); ++i)
    for (const Attribute& own : machine_.nodes[i].socket)
      builder_.attributes(frame.socket[i]).set(own.key, own.value, own.provenance);
  if (frame.socket.empty()) return;
  // Packages whose memory counts as part of another node: interleaved over all sockets.
  for (std::size_t i = frame.sockets; i < static_cast<std::size_t>(std::max(0, machine_.sockets));
       ++i) {
    const ComponentId socket =
        builder_.add(ComponentKind::socket, place_, builder_.attributes(frame.socket.front()));
    builder_.connect(socket, frame.numa.front(),
                     link::fixed_link({.name = "memory interleaved over sockets",
                                       .kind = "on-package",
                                       .rate = kUnlimited,
                                       .latency = Seconds(0),
                                       .source = "not limiting: no rate is known"}),
                     Provenance::assumed);
  }
}

void Assembly::add_gpus() {
  std::vector<const PciFunction*> gpus;
  for (const MachineNode& node : machine_.nodes)
    for (const PciFunction& device : node.devices)
      find_gpus(device, device.port == PciPort::none, gpus);
  std::ranges::stable_sort(gpus, {}, [](const PciFunction* gpu) { return gpu->busid; });
  for (const PciFunction* gpu : gpus)
    gpu_ids_[gpu] =
        builder_.add(ComponentKind::gpu, place_, attributes_of(*gpu, ComponentKind::gpu));
}

void Assembly::find_gpus(const PciFunction& function, bool is_integrated,
                         std::vector<const PciFunction*>& found) const {
  if (kind_of(function, is_integrated) == ComponentKind::gpu) found.push_back(&function);
  for (const PciFunction& below : function.below) find_gpus(below, false, found);
}

Expected<void> Assembly::add(const PciFunction& function, ComponentId parent,
                             const PciFunction* above) {
  const bool at_host = above == nullptr && builder_.kind(parent) == ComponentKind::numa_node;
  const auto kind = kind_of(function, at_host);
  if (!kind) return {};
  if (kind == ComponentKind::pcie_switch) return add_bridge(function, parent, above);
  return add_device(function, *kind, parent, above);
}

bool Assembly::holds_devices(const PciFunction& bridge) const {
  return std::ranges::any_of(bridge.below, [&](const PciFunction& below) {
    const auto kind = kind_of(below, false);
    return kind == ComponentKind::pcie_switch ? holds_devices(below) : kind.has_value();
  });
}

Expected<void> Assembly::add_bridge(const PciFunction& bridge, ComponentId parent,
                                    const PciFunction* above) {
  if (!holds_devices(bridge)) return {};
  const bool in_switch = builder_.kind(parent) == ComponentKind::pcie_switch;
  PciPort port = bridge.port;
  if (port != PciPort::root && port != PciPort::upstream && port != PciPort::downstream)
    port = above != nullptr ? PciPort::upstream : (in_switch ? PciPort::downstream : PciPort::root);
  if (port == PciPort::root || port == PciPort::downstream)
    return add_below(bridge, parent, &bridge);

  const auto reading = read_pcie_link(bridge, above, ComponentKind::pcie_switch, placed_.remarks);
  if (!reading) return tl::make_unexpected(reading.error());
  Attributes attributes = attributes_of(bridge, ComponentKind::pcie_switch);
  describe(*reading, above, attributes);
  const ComponentId id = builder_.add(ComponentKind::pcie_switch, place_, std::move(attributes));
  builder_.connect(parent, id, reading->model, reading->provenance);
  placed_.devices.try_emplace(bridge.busid, id);
  return add_below(bridge, id, nullptr);
}

Expected<void> Assembly::add_below(const PciFunction& bridge, ComponentId parent,
                                   const PciFunction* above) {
  std::vector<Sibling> outer;
  std::swap(outer, siblings_);
  for (const PciFunction& below : bridge.below)
    if (auto done = add(below, parent, above); !done) return done;
  if (above != nullptr) share_card_link(siblings_, above->busid);
  std::swap(outer, siblings_);
  return {};
}

Expected<void> Assembly::add_device(const PciFunction& function, ComponentKind kind,
                                    ComponentId parent, const PciFunction* above) {
  const auto reading = read_pcie_link(function, above, kind, placed_.remarks);
  if (!reading) return tl::make_unexpected(reading.error());
  Attributes attributes = attributes_of(function, kind);
  describe(*reading, above, attributes);
  const auto gpu = gpu_ids_.find(&function);
  const ComponentId id = gpu != gpu_ids_.end() ? gpu->second : builder_.add(kind, place_);
  builder_.attributes(id) = std::move(attributes);
  const LinkId link = builder_.connect(parent, id, reading->model, reading->provenance);
  siblings_.push_back({link, reading->model, id});
  if (!function.busid.empty()) placed_.devices.try_emplace(function.busid, id);
  for (const NetworkPort& port : function.ports) {
    const ComponentId end = builder_.add(ComponentKind::port, place_, port.attributes);
    builder_.connect(id, end, port.model, port.provenance);
  }
  return {};
}

// The functions of a card, virtual ones too, are behind one link: together they get its rate.
void Assembly::share_card_link(const std::vector<Sibling>& card, const std::string& port) {
  if (card.size() < 2) return;
  const link::LinkModel* model = card.front().model.get();
  for (const Sibling& function : card)
    if (function.model->capacity() > model->capacity()) model = function.model.get();
  for (const bool down : {true, false}) {
    std::vector<std::pair<LinkId, double>> draws;
    for (const Sibling& function : card)
      draws.emplace_back(down ? function.link : Topology::opposite(function.link), 1.0);
    builder_.share({.name = fmt::format("{} below {}, {}", model->name(), port,
                                        down ? "towards the card" : "towards the CPU"),
                    .kind = model->kind(),
                    .capacity = model->capacity(),
                    .at = card.front().device,
                    .role = CapacityRole::links,
                    .source = "functions of one card share its link"},
                   draws);
  }
}

}  // namespace

Expected<PlacedMachine> add_machine(Builder& builder, const Machine& machine, Place place) {
  return Assembly(builder, machine, place).run();
}

}  // namespace weft::topology
