// GPUs, CPUs and NICs as sections of the catalogue report.
#include "weft/base/parse.hpp"
#include "weft/facts/scaleup.hpp"
#include "weft/report/catalog_sections.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::report {
namespace {

using catalog::names_of;

std::string fabric_word(const facts::Gpu& gpu) {
  switch (gpu.fabric) {
    case facts::Fabric::nvlink:
      return fmt::format("NVLink {} x{}", gpu.fabric_gen, gpu.fabric_links);
    case facts::Fabric::xgmi:
      return fmt::format("xGMI x{}", gpu.fabric_links);
    case facts::Fabric::scale_up:
      return fmt::format("{} x{}", gpu.fabric_link, gpu.fabric_links);
    case facts::Fabric::none:
      break;
  }
  return {};
}

// The words of the data files, so that what is shown can be written into one's own.
std::string fabric_key(const facts::Gpu& gpu) {
  if (gpu.fabric == facts::Fabric::nvlink) return "nvlink";
  if (gpu.fabric == facts::Fabric::xgmi) return "xgmi";
  return gpu.fabric_link;
}

CatalogItem item_of(const catalog::Entry<facts::Gpu>& entry) {
  const facts::Gpu& gpu = entry.row;
  Json json = {{"name", gpu.name}};
  put(json, "aliases", gpu.aliases);
  json["pretty"] = gpu.pretty;
  json["vendor"] = gpu.vendor;
  put(json, "sm", gpu.sm);
  put(json, "gcn", gpu.gcn);
  json["pcie_gen"] = gpu.pcie_gen;
  json["pcie_lanes"] = gpu.pcie_lanes;
  put(json, "memory_GB", gpu.memory.value() / 1e9);
  put(json, "memory_GBps", in_gigabytes_per_second(gpu.memory_rate));
  put(json, "fabric", fabric_key(gpu));
  put(json, "fabric_gen", gpu.fabric_gen);
  put(json, "fabric_links", gpu.fabric_links);
  put(json, "fabric_GBps", in_gigabytes_per_second(gpu.fabric_rate));
  put(json, "c2c_links", gpu.c2c_links);
  json["peer_access"] = gpu.peer_access;
  put(json, "copy_engines", gpu.copy_engines);
  put(json, "bf16_tflops", gpu.bf16_tflops);
  put(json, "tdp_W", gpu.tdp_watts);
  put_evidence(json, gpu.evidence, gpu.doubt, entry.where);
  return {names_of(gpu),
          {gpu.name, cell(gpu.memory.value() / 1e9), cell_GBps(gpu.memory_rate), fabric_word(gpu),
           cell_GBps(gpu.fabric_rate), pcie_cell(gpu.pcie_gen, gpu.pcie_lanes),
           cell(gpu.bf16_tflops), cell(gpu.tdp_watts), source_cell(gpu.evidence)},
          std::move(json)};
}

std::string memory_word(const facts::Cpu& cpu) {
  return fmt::format("{} x {}-{}", cpu.memory_channels, cpu.memory, cpu.memory_MTps);
}

std::string socket_word(const facts::Cpu& cpu) {
  if (cpu.socket_link.empty()) return {};
  return fmt::format("{} x {}", cpu.socket_links, cpu.socket_link);
}

CatalogItem item_of(const facts::Cpu& cpu, const std::vector<std::string>& names,
                    const facts::CpuModel* model, const Where& where) {
  Json json = {{"name", cpu.name}};
  if (names.size() > 1) json["aliases"] = std::vector<std::string>(names.begin() + 1, names.end());
  json["pretty"] = cpu.pretty;
  put(json, "cpu", model == nullptr ? std::string() : model->cpu);
  put(json, "cores", model == nullptr ? 0 : model->cores);
  put(json, "tdp_W", model == nullptr ? 0 : model->tdp_watts);
  put(json, "vendor", cpu.vendor);
  put(json, "socket_link", cpu.socket_link);
  put(json, "socket_links", cpu.socket_link.empty() ? 0 : cpu.socket_links);
  json["memory"] = cpu.memory;
  json["memory_MTps"] = cpu.memory_MTps;
  json["memory_channels"] = cpu.memory_channels;
  put(json, "memory_GBps", in_gigabytes_per_second(cpu.memory_peak));
  json["pcie_gen"] = cpu.pcie_gen;
  json["pcie_lanes"] = cpu.pcie_lanes;
  put(json, "root_port_cap_GBps", in_gigabytes_per_second(cpu.root_port_cap));
  put(json, "nccl_intersocket_GBps", in_gigabytes_per_second(cpu.nccl_intersocket));
  put_evidence(json, cpu.evidence, "", where);
  return {names,
          {cpu.name, cpu.pretty, cell(model == nullptr ? 0 : model->cores), memory_word(cpu),
           cell_GBps(cpu.memory_peak), socket_word(cpu), pcie_cell(cpu.pcie_gen, cpu.pcie_lanes),
           cell(model == nullptr ? 0 : model->tdp_watts), source_cell(cpu.evidence)},
          std::move(json)};
}

CatalogItem item_of(const catalog::Entry<facts::Nic>& entry) {
  const facts::Nic& nic = entry.row;
  const double port = nic.port_rate.value() * 8e-9;
  Json json = {{"name", nic.name}};
  put(json, "aliases", nic.aliases);
  json["pretty"] = nic.pretty;
  json["vendor"] = nic.vendor;
  json["device"] = nic.device;
  json["line_rates"] = nic.line_rates;
  json["ports"] = nic.ports;
  json["port_Gbps"] = number(port);
  json["pcie_gen"] = nic.pcie_gen;
  json["pcie_lanes"] = nic.pcie_lanes;
  json["rdma"] = nic.rdma;
  json["in_order"] = nic.in_order;
  put(json, "latency_us", in_microseconds(nic.latency));
  put(json, "message_rate_Mpps", nic.message_rate_mpps);
  put(json, "power_W", nic.power_watts);
  put_evidence(json, nic.evidence, "", entry.where);
  return {names_of(nic),
          {nic.name, fmt::format("{} x {}", nic.ports, print_number(port)),
           fmt::format("{}", fmt::join(nic.line_rates, " ")),
           pcie_cell(nic.pcie_gen, nic.pcie_lanes), cell(in_microseconds(nic.latency)),
           cell(nic.message_rate_mpps), cell(nic.power_watts), source_cell(nic.evidence)},
          std::move(json)};
}

}  // namespace

std::vector<CatalogSection> device_sections(const catalog::Catalog& catalog) {
  CatalogSection gpus{"gpus",
                      "GPUs and other accelerators, GB/s of one direction",
                      {"devices", "gpu", "accelerators"},
                      {{"name", Align::left},
                       {"GB"},
                       {"GB/s"},
                       {"fabric", Align::left},
                       {"GB/s"},
                       {"PCIe", Align::left},
                       {"BF16 TFLOPS"},
                       {"W"},
                       {"source", Align::left}},
                      {}};
  for (const auto& entry : catalog.gpus) gpus.items.push_back(item_of(entry));
  CatalogSection cpus{"cpus",
                      "CPUs, of one socket",
                      {"devices", "cpu"},
                      {{"name", Align::left},
                       {"what", Align::left},
                       {"cores"},
                       {"memory", Align::left},
                       {"GB/s"},
                       {"between sockets", Align::left},
                       {"PCIe", Align::left},
                       {"W"},
                       {"source", Align::left}},
                      {}};
  for (const auto& entry : catalog.cpus)
    cpus.items.push_back(item_of(entry.row, {entry.row.name}, nullptr, entry.where));
  for (const auto& entry : catalog.cpu_models)
    if (const auto cpu = find_cpu(catalog, entry.row.name))
      cpus.items.push_back(item_of(*cpu, names_of(entry.row), &entry.row, entry.where));
  CatalogSection nics{"nics",
                      "Network adapters",
                      {"devices", "nic"},
                      {{"name", Align::left},
                       {"ports x Gb/s"},
                       {"lines", Align::left},
                       {"PCIe", Align::left},
                       {"us"},
                       {"Mpps"},
                       {"W"},
                       {"source", Align::left}},
                      {}};
  for (const auto& entry : catalog.nics) nics.items.push_back(item_of(entry));
  return {std::move(gpus), std::move(cpus), std::move(nics)};
}

}  // namespace weft::report
