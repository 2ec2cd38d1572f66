#include "weft/topology/pci_function.hpp"

#include "weft/facts/lines.hpp"
#include "weft/facts/nics.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace weft::topology {
namespace {

// Graphics of management controllers and hypervisors, which no computation runs on: ASPEED, Matrox,
// Huawei iBMC, QEMU, QXL, VMware, Cirrus, Hyper-V. PCI ids: pci.ids 2023-04-11.
constexpr std::array<std::uint16_t, 8> kDisplayOnly = {0x1a03, 0x102b, 0x19e5, 0x1234,
                                                       0x1b36, 0x15ad, 0x1013, 0x1414};
constexpr std::uint16_t kIntel = 0x8086;
constexpr std::uint16_t kNvidia = 0x10de;

bool is_display_only(const PciFunction& function, bool is_integrated) {
  if (is_integrated && function.vendor_id() == kIntel) return true;  // the processor's own
  return std::ranges::find(kDisplayOnly, function.vendor_id()) != kDisplayOnly.end();
}

PcieState product_state(std::optional<facts::PciId> id) {
  if (!id) return {};
  int gen = 0;
  PcieState state;
  if (const facts::Gpu* gpu = facts::find_gpu(*id)) {
    gen = gpu->pcie_gen;
    state.lanes = gpu->pcie_lanes;
  } else if (const facts::Nic* nic = facts::find_nic(*id)) {
    gen = nic->pcie_gen;
    state.lanes = nic->pcie_lanes;
  }
  if (const auto* generation = facts::find_pcie(gen)) state.gtps = generation->gtps;
  return state;
}

}  // namespace

std::optional<ComponentKind> kind_of(const PciFunction& function, bool is_integrated) {
  const std::string& code = function.class_code;
  if (function.port != PciPort::none || code.starts_with("0604")) return ComponentKind::pcie_switch;
  if (code.starts_with("02")) return ComponentKind::nic;
  if (code.starts_with("03"))
    return is_display_only(function, is_integrated) ? ComponentKind::pci_device
                                                    : ComponentKind::gpu;
  if (code.starts_with("12")) return ComponentKind::gpu;
  if (code.starts_with("0680") && function.vendor_id() == kNvidia) return ComponentKind::nvswitch;
  if (code.starts_with("01")) return ComponentKind::pci_device;
  if (!code.empty() || !function.id) return std::nullopt;
  // Only the product tells, as in the tree that `lspci -tv` draws.
  if (facts::find_gpu(*function.id) != nullptr) return ComponentKind::gpu;
  if (facts::find_nic(*function.id) != nullptr) return ComponentKind::nic;
  if (facts::find_nvswitch(*function.id) != nullptr) return ComponentKind::nvswitch;
  return std::nullopt;
}

int pcie_generation_of(double gtps) {
  for (const facts::PcieGeneration& known : facts::pcie_generations())
    if (std::abs(known.gtps - gtps) < 0.01) return known.gen;
  return 0;
}

double pcie_speed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return 0;
  text.remove_prefix(first);
  double gtps = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), gtps);
  if (status != std::errc{} || !std::isfinite(gtps)) return 0;
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  if (!unit.starts_with("GT/s")) return 0;
  return pcie_generation_of(gtps) > 0 ? gtps : 0;
}

std::string pcie_speed_text(double gtps) { return fmt::format("{:.1f} GT/s PCIe", gtps); }

PcieState pcie_state_of_rate(double rate, std::optional<facts::PciId> product) {
  constexpr std::array kLanes = {16, 8, 4, 2, 1, 12, 32};
  if (!(rate > 0) || rate > 1e4) return {};
  const auto gives_rate = [&](const facts::PcieGeneration& generation, int lanes) {
    const double whole = generation.gtps * generation.code.factor() / 8 * lanes;
    return std::abs(whole - rate) < 0.01 * rate;
  };
  const PcieState own = product_state(product);
  if (own.is_known())
    for (const facts::PcieGeneration& generation : facts::pcie_generations())
      if (generation.gtps == own.gtps && gives_rate(generation, own.lanes)) return own;
  for (const int lanes : kLanes)
    for (const facts::PcieGeneration& generation : facts::pcie_generations())
      if (gives_rate(generation, lanes)) return {generation.gtps, lanes};
  return {};
}

}  // namespace weft::topology
