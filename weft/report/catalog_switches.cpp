// Switches of networks, of NVLink and of PCIe as sections of the catalogue report.
#include "weft/base/parse.hpp"
#include "weft/report/catalog_sections.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::report {
namespace {

using catalog::names_of;

double gigabits(Bandwidth rate) { return rate.value() * 8e-9; }

CatalogItem item_of(const catalog::Entry<facts::NetworkSwitch>& entry) {
  const facts::NetworkSwitch& one = entry.row;
  Json json = {{"name", one.name}};
  put(json, "aliases", one.aliases);
  json["pretty"] = one.pretty;
  json["network"] = one.network;
  json["chip"] = one.chip;
  json["ports"] = one.ports;
  json["port_Gbps"] = number(gigabits(one.port_rate));
  json["radix"] = one.radix;
  json["radix_Gbps"] = number(gigabits(one.radix_rate));
  json["total_Tbps"] = number(gigabits(one.total()) / 1000);
  put(json, "latency_ns", one.latency.value() * 1e9);
  put(json, "power_W", one.power_watts);
  put(json, "most_W", one.most_watts);
  put(json, "height_U", one.height_units);
  put(json, "in_network", one.in_network);
  put_evidence(json, one.evidence, one.doubt, entry.where);
  return {names_of(one),
          {one.name, one.pretty,
           fmt::format("{} x {}", one.ports, print_number(gigabits(one.port_rate))),
           fmt::format("{} x {}", one.radix, print_number(gigabits(one.radix_rate))),
           cell(gigabits(one.total()) / 1000), cell(one.latency.value() * 1e9),
           cell(one.power_watts), one.in_network, source_cell(one.evidence)},
          std::move(json)};
}

CatalogItem item_of(const catalog::Entry<facts::NvSwitchChip>& entry) {
  const facts::NvSwitchChip& chip = entry.row;
  Json json = {{"name", chip.name}, {"pretty", chip.pretty}, {"nvlink_gen", chip.nvlink_gen}};
  json["ports"] = chip.ports;
  json["in_network"] = chip.in_network;
  put_evidence(json, chip.evidence, "", entry.where);
  return {{chip.name},
          {chip.name, chip.pretty, cell(chip.nvlink_gen), std::to_string(chip.ports),
           chip.in_network ? "yes" : "", source_cell(chip.evidence)},
          std::move(json)};
}

CatalogItem item_of(const catalog::Entry<facts::PcieSwitch>& entry) {
  const facts::PcieSwitch& one = entry.row;
  Json json = {{"name", one.name}};
  put(json, "aliases", one.aliases);
  json["pretty"] = one.pretty;
  json["pcie_gen"] = one.pcie_gen;
  json["lanes"] = one.lanes;
  put(json, "power_W", one.power_watts);
  put_evidence(json, one.evidence, "", entry.where);
  return {names_of(one),
          {one.name, one.pretty, std::to_string(one.pcie_gen), cell(one.lanes),
           cell(one.power_watts), source_cell(one.evidence)},
          std::move(json)};
}

}  // namespace

std::vector<CatalogSection> switch_sections(const catalog::Catalog& catalog) {
  CatalogSection networks{"switches",
                          "Network switches and their chips",
                          {"devices", "switch"},
                          {{"name", Align::left},
                           {"what", Align::left},
                           {"ports x Gb/s"},
                           {"split"},
                           {"Tb/s"},
                           {"ns"},
                           {"W"},
                           {"reduces", Align::left},
                           {"source", Align::left}},
                          {}};
  for (const auto& entry : catalog.network_switches) networks.items.push_back(item_of(entry));
  CatalogSection chips{"nvswitches",
                       "Switches between GPUs",
                       {"devices", "switches", "switch"},
                       {{"name", Align::left},
                        {"what", Align::left},
                        {"NVLink"},
                        {"ports"},
                        {"reduces", Align::left},
                        {"source", Align::left}},
                       {}};
  for (const auto& entry : catalog.nvswitches) chips.items.push_back(item_of(entry));
  CatalogSection pcie{"pcie_switches",
                      "PCIe switches inside servers",
                      {"devices", "switches", "switch"},
                      {{"name", Align::left},
                       {"what", Align::left},
                       {"generation"},
                       {"lanes"},
                       {"W"},
                       {"source", Align::left}},
                      {}};
  for (const auto& entry : catalog.pcie_switches) pcie.items.push_back(item_of(entry));
  return {std::move(networks), std::move(chips), std::move(pcie)};
}

}  // namespace weft::report
