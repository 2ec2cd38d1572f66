#include "weft/io/nccl_xml_device.hpp"

#include "weft/base/parse.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/pcie.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace weft::io::nccl {
namespace {

using topology::ComponentKind;
using topology::Provenance;

// The spellings of NCCL's own table (src/graph/topo.cc, kvDictPciGen). It takes all others as Gen3.
constexpr std::array<std::string_view, 11> kNcclSpeeds = {
    "2.5 GT/s",       "5 GT/s",         "8 GT/s",        "16 GT/s",
    "32 GT/s",        "2.5 GT/s PCIe",  "5.0 GT/s PCIe", "8.0 GT/s PCIe",
    "16.0 GT/s PCIe", "32.0 GT/s PCIe", "64.0 GT/s PCIe"};
constexpr int kNcclDefaultGeneration = 3;
constexpr int kNcclDefaultLanes = 16;

std::string_view without_prefix(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  return text;
}

// The generation that "16.0 GT/s PCIe" means; 0 where the text is no known speed.
int generation_of(std::string_view text) {
  double gtps = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), gtps);
  if (status != std::errc{}) return 0;
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  if (unit != "GT/s" && unit != "GT/s PCIe") return 0;
  for (const facts::PcieGeneration& known : facts::pcie_generations())
    if (std::abs(known.gtps - gtps) < 0.01) return known.gen;
  return 0;
}

int read_generation(const PciRecord& device, Provenance& provenance, Remarks& remarks) {
  const std::string_view text = device.get("link_speed");
  const std::string_view busid = device.get("busid");
  if (const int gen = generation_of(text); gen > 0) {
    if (std::find(kNcclSpeeds.begin(), kNcclSpeeds.end(), text) == kNcclSpeeds.end())
      remarks.for_device("LINK_SPEED_SPELLING",
                         fmt::format("NCCL does not know the link speed '{}' as it is spelt and "
                                     "would take 8 GT/s",
                                     text),
                         busid, device.line, "Write it as the kernel does: 16.0 GT/s PCIe.");
    return gen;
  }
  provenance = Provenance::assumed;
  const facts::Gpu* gpu = device.kind == ComponentKind::gpu ? identify_gpu(device).gpu : nullptr;
  const bool from_product = gpu != nullptr && gpu->pcie_gen > 0;
  const int gen = from_product ? gpu->pcie_gen : kNcclDefaultGeneration;
  remarks.for_device(
      "LINK_SPEED_UNKNOWN",
      from_product
          ? fmt::format("no known link speed is stated; PCIe {}.0 is assumed after the "
                        "product, while NCCL takes 3.0",
                        gen)
          : fmt::format("no known link speed is stated; PCIe {}.0 is assumed, as in NCCL", gen),
      busid, device.line, "Write link_speed=\"16.0 GT/s PCIe\" or what the machine has.");
  return gen;
}

Expected<int> read_lanes(const PciRecord& device, Provenance& provenance, Remarks& remarks) {
  constexpr std::array widths = {1, 2, 4, 8, 12, 16, 32};
  // All ones in a register of 6 or 8 bits: the kernel could not read the width.
  constexpr std::array unknown = {0, 63, 255};
  const std::string_view text = device.get("link_width");
  const auto width = parse_integer(text);
  if (width && std::find(widths.begin(), widths.end(), *width) != widths.end())
    return static_cast<int>(*width);
  const bool is_unknown =
      text.empty() || (width && std::find(unknown.begin(), unknown.end(), *width) != unknown.end());
  if (!is_unknown)
    return remarks.error(
        "LINK_WIDTH_INVALID",
        fmt::format("device {} has the link width '{}'", device.get("busid"), text),
        "PCIe links have 1, 2, 4, 8, 12, 16 or 32 lanes; 0 means not known.", device.line);
  provenance = Provenance::assumed;
  remarks.for_device(
      "LINK_WIDTH_UNKNOWN",
      fmt::format("no link width is stated; x{} is assumed, as in NCCL", kNcclDefaultLanes),
      device.get("busid"), device.line,
      "Usual in virtual machines; write link_width=\"16\" or what the slot has.");
  return kNcclDefaultLanes;
}

std::optional<facts::PciId> pci_id(const PciRecord& device) {
  return facts::parse_pci_id(fmt::format("{}:{}", without_prefix(device.get("vendor")),
                                         without_prefix(device.get("device"))));
}

}  // namespace

bool has_class(std::string_view text, std::string_view prefix) {
  const std::string_view digits = without_prefix(text).substr(0, prefix.size());
  return std::equal(digits.begin(), digits.end(), prefix.begin(), prefix.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'F' ? a - 'A' + 'a' : a) == b; });
}

ComponentKind kind_of(const PciRecord& device, Remarks& remarks) {
  const std::string_view text = device.get("class");
  ComponentKind by_class = ComponentKind::pci_device;
  if (has_class(text, "0604")) by_class = ComponentKind::pcie_switch;
  if (has_class(text, "03") || has_class(text, "12")) by_class = ComponentKind::gpu;
  if (has_class(text, "02")) by_class = ComponentKind::nic;
  if (has_class(text, "0680")) by_class = ComponentKind::nvswitch;

  ComponentKind by_child = by_class;
  if (device.gpu) by_child = ComponentKind::gpu;
  if (device.nic) by_child = ComponentKind::nic;
  if (by_class == ComponentKind::pci_device && !device.gpu && !device.nic &&
      !device.children.empty())
    by_child = ComponentKind::pcie_switch;
  if (by_child != by_class && by_class != ComponentKind::pci_device)
    remarks.for_device("PCI_CLASS_MISMATCH",
                       fmt::format("class {} means a {}, yet the element holds a {}; it is taken "
                                   "as the latter, as in NCCL",
                                   text, word(by_class), word(by_child)),
                       device.get("busid"), device.line, "Correct the class.");
  return by_child;
}

GpuIdentity identify_gpu(const PciRecord& device) {
  if (const auto id = pci_id(device))
    if (const facts::Gpu* gpu = facts::find_gpu(*id)) return {gpu, Provenance::specified};
  if (!device.gpu) return {};
  // RCCL also writes `sm`, there the number of compute units; gcn tells the two apart.
  if (const std::string* gcn = device.gpu->find("gcn"))
    return {facts::find_gpu_by_gcn(*gcn), Provenance::assumed};
  const auto sm = parse_integer(device.gpu->get("sm"));
  if (!sm || *sm < 0 || *sm > 1000) return {};
  return {facts::find_gpu_by_sm(static_cast<int>(*sm)), Provenance::assumed};
}

const facts::Nic* identify_nic(const PciRecord& device) {
  const auto id = device.kind == ComponentKind::nic ? pci_id(device) : std::nullopt;
  return id ? facts::find_nic(*id) : nullptr;
}

Expected<LinkReading> pcie_reading(const PciRecord& device, Remarks& remarks) {
  LinkReading reading;
  const int gen = read_generation(device, reading.provenance, remarks);
  const auto lanes = read_lanes(device, reading.provenance, remarks);
  if (!lanes) return tl::make_unexpected(lanes.error());
  auto model = link::pcie_link({.gen = gen, .lanes = *lanes});
  if (!model) return tl::make_unexpected(model.error());
  reading.model = *model;
  return reading;
}

int stated_generation(const PciRecord& device) { return generation_of(device.get("link_speed")); }

bool is_virtual_bridge(const PciRecord& device) {
  return without_prefix(device.get("vendor")) == "104c" &&
         without_prefix(device.get("device")) == "8232" && device.get("link_width") == "1";
}

}  // namespace weft::io::nccl
