// What a topology XML wants to be told and kinds, links and products imply: classes, PCIe speeds,
// link counts. Used where no file gave the attribute.
#pragma once

#include "weft/link/model.hpp"
#include "weft/topology/graph.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::io::nccl {

// "0x030200"; the CPU's own class 0x068001 for a NUMA node.
std::string_view class_of(const topology::Topology& topology, ComponentId id);

struct PcieText {
  std::string speed;  // "16.0 GT/s PCIe"
  int lanes = 0;
};
std::optional<PcieText> pcie_of(const link::LinkModel& model);  // nullopt for other links
// What the product that the attribute "model" names has; nullopt where it is not on PCIe.
std::optional<PcieText> pcie_of_product(const topology::Attributes& attributes);

int links_in(const link::LinkModel& model);  // of a bundle of NVLink or xGMI

// sm, or sm and gcn, of the product that the attribute "model" names.
std::vector<std::pair<std::string, std::string>> architecture_of(
    const topology::Attributes& attributes);

bool has_pcie_parent(const topology::Topology& topology, ComponentId id);

}  // namespace weft::io::nccl
