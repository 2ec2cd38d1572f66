#include "weft/io/nccl_xml_facts.hpp"

#include "weft/facts/gpus.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/waterfall.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace weft::io::nccl {
namespace {

using topology::ComponentKind;
using topology::Topology;

// Whether a port of the NIC has an InfiniBand link; the class of the device says so too.
bool has_infiniband(const Topology& topology, ComponentId nic) {
  const auto links = topology.links_of(nic);
  return std::any_of(links.begin(), links.end(),
                     [&](LinkId id) { return topology.link(id).model.kind() == "infiniband"; });
}

bool is_amd(const topology::Attributes& attributes) {
  const facts::Gpu* gpu = facts::find_gpu(attributes.get("model"));
  return gpu != nullptr && gpu->vendor == "amd";
}

}  // namespace

std::string_view class_of(const Topology& topology, ComponentId id) {
  if (const std::string_view stated = topology.attributes(id).get("class"); !stated.empty())
    return stated;
  switch (topology.kind(id)) {
    case ComponentKind::pcie_switch:
      return "0x060400";
    case ComponentKind::gpu:
      return is_amd(topology.attributes(id)) ? "0x120000" : "0x030200";
    case ComponentKind::nic:
      return has_infiniband(topology, id) ? "0x020700" : "0x020000";
    case ComponentKind::nvswitch:
      return "0x068000";
    case ComponentKind::numa_node:
      return "0x068001";
    default:
      return {};
  }
}

std::optional<PcieText> pcie_of(const link::LinkModel& model) {
  if (model.kind() != "pcie") return std::nullopt;
  PcieText text;
  double gtps = 0;
  const link::Waterfall waterfall = model.waterfall({});
  for (const link::Factor& factor : waterfall.factors()) {
    // One transfer is one bit of a lane, and the factor is in GB/s.
    if (factor.role == link::Role::signalling) gtps = factor.value * 8;
    if (factor.role == link::Role::lanes) text.lanes = static_cast<int>(std::lround(factor.value));
  }
  text.speed = fmt::format("{:.1f} GT/s PCIe", gtps);
  return text;
}

std::optional<PcieText> pcie_of_product(const topology::Attributes& attributes) {
  const facts::Gpu* gpu = facts::find_gpu(attributes.get("model"));
  const facts::PcieGeneration* generation =
      gpu != nullptr ? facts::find_pcie(gpu->pcie_gen) : nullptr;
  if (generation == nullptr) return std::nullopt;
  return PcieText{fmt::format("{:.1f} GT/s PCIe", generation->gtps), gpu->pcie_lanes};
}

int links_in(const link::LinkModel& model) {
  // The last factor for lanes is the number of links; those before it are lanes of one link.
  double links = 1;
  const link::Waterfall waterfall = model.waterfall({});
  for (const link::Factor& factor : waterfall.factors())
    if (factor.role == link::Role::lanes) links = factor.value;
  return static_cast<int>(std::lround(links));
}

std::vector<std::pair<std::string, std::string>> architecture_of(
    const topology::Attributes& attributes) {
  const facts::Gpu* gpu = facts::find_gpu(attributes.get("model"));
  std::vector<std::pair<std::string, std::string>> names;
  if (gpu == nullptr) return names;
  if (gpu->sm > 0) names.emplace_back("sm", std::to_string(gpu->sm));
  if (!gpu->gcn.empty()) names.emplace_back("gcn", gpu->gcn);
  return names;
}

bool has_pcie_parent(const Topology& topology, ComponentId id) {
  const auto links = topology.links_of(id);
  return std::any_of(links.begin(), links.end(), [&](LinkId link) {
    return !Topology::leads_down(link) && topology.link(link).model.kind() == "pcie";
  });
}

}  // namespace weft::io::nccl
