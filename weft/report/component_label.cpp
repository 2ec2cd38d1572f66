#include "weft/report/component_label.hpp"

#include "weft/facts/gpus.hpp"
#include "weft/facts/nics.hpp"
#include "weft/facts/switches.hpp"
#include "weft/link/scaleup.hpp"

#include <array>
#include <cmath>

namespace weft::report {

using topology::ComponentKind;
using topology::Topology;

std::string_view noun(ComponentKind kind) {
  constexpr std::array<std::string_view, topology::kComponentKinds> kNouns = {
      "socket",
      "NUMA node",
      "memory",
      "PCIe switch",
      "GPU",
      "NVSwitch",
      "NIC",
      "port",
      "PCI device",
      "host",
      "network switch",
      "outside device",
      "leaf switch",
      "spine switch",
      "core switch",
      "super-core switch",
      "access switch",
      "aggregation switch",
      "router",
      "optical circuit switch",
      "gateway"};
  return kNouns.at(static_cast<std::size_t>(kind));
}

std::string model_of(const Topology& topology, ComponentId id) {
  const std::string model(topology.attributes(id).get("model"));
  switch (topology.kind(id)) {
    case ComponentKind::gpu:
      if (const facts::Gpu* gpu = facts::find_gpu(model)) return gpu->pretty;
      break;
    case ComponentKind::nic:
      if (const facts::Nic* nic = facts::find_nic(model)) return nic->pretty;
      break;
    case ComponentKind::pcie_switch:
      if (const facts::PcieSwitch* chip = facts::find_pcie_switch(model)) return chip->pretty;
      break;
    case ComponentKind::nvswitch:
      if (const facts::NvSwitchChip* chip = facts::find_nvswitch(model)) return chip->pretty;
      break;
    default:
      break;
  }
  return model;
}

std::string device_of(const Topology& topology, ComponentId id) {
  std::string names(topology.attributes(id).get("name"));
  if (!names.empty() || topology.kind(id) != ComponentKind::nic) return names;
  for (const LinkId leaving : topology.links_of(id)) {
    const ComponentId port = topology.link(leaving).to;
    if (topology.kind(port) != ComponentKind::port) continue;
    const std::string_view name = topology.attributes(port).get("name");
    // The ports of one adapter often share its name.
    if (name.empty() || names.ends_with(name)) continue;
    names += (names.empty() ? "" : " ") + std::string(name);
  }
  return names;
}

std::string label_of(const Topology& topology, ComponentId id) {
  for (std::string known : {device_of(topology, id), model_of(topology, id),
                            std::string(topology.attributes(id).get("busid"))})
    if (!known.empty()) return known;
  return topology.name(id);
}

bool is_fabric(const link::LinkModel& model) { return model.is_scale_up(); }

int links_in(const link::LinkModel& model) {
  // The last factor for lanes is the number of links; those before it are lanes of one link.
  double links = 1;
  for (const link::Factor& factor : model.waterfall({}).factors())
    if (factor.role == link::Role::lanes) links = factor.value;
  return static_cast<int>(std::lround(links));
}

std::optional<Parent> parent_of(const Topology& topology, ComponentId id) {
  for (const LinkId leaving : topology.links_of(id)) {
    const topology::Link link = topology.link(leaving);
    const bool is_sibling = topology.kind(link.to) == topology.kind(id) &&
                            topology.kind(id) != ComponentKind::pcie_switch;
    if (Topology::leads_down(leaving) || is_fabric(link.model) || is_sibling) continue;
    return Parent{link.to, Topology::opposite(leaving)};
  }
  return std::nullopt;
}

std::string numa_of(const Topology& topology, ComponentId id) {
  std::optional<Parent> at = Parent{id, {}};
  // A tree is never as deep as it has components, whatever a file says.
  for (std::size_t step = 0; at && step < topology.component_count(); ++step) {
    if (topology.kind(at->id) == ComponentKind::numa_node)
      return std::string(topology.attributes(at->id).get("numaid"));
    at = parent_of(topology, at->id);
  }
  return {};
}

Bandwidth usable(const link::LinkModel& model) { return model.capacity() / model.load({}).forward; }

}  // namespace weft::report
