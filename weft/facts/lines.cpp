#include "weft/facts/lines.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

#include <fmt/format.h>

namespace weft::facts {
namespace {

PcieGeneration read_pcie(const Record& r) {
  return {.gen = r.integer("gen"),
          .gtps = r.number("GTps"),
          .code = read_code(r, "code"),
          .flit = r.flag_or("flit", false),
          .evidence = r.evidence()};
}

NvlinkPackets read_nvlink_packets(const Record& r) {
  return {.flit_bytes = r.integer("flit_bytes"),
          .kernel_payload = r.integer("kernel_payload"),
          .copy_payload = r.integer("copy_payload"),
          .header_flits = r.integer("header_flits"),
          .response_flits = r.integer("response_flits"),
          .evidence = r.evidence()};
}

NvlinkGeneration read_nvlink(const Record& r) {
  return {.gen = r.integer_or("gen", 0),
          .lanes = r.integer("lanes"),
          .signal_gbps = r.number("signal_Gbps"),
          .code = read_code(r, "code"),
          .link_GBps = r.number("link_GBps"),
          .links_per_gpu = r.integer("links_per_gpu"),
          .packets = read_section(r, "packets", read_nvlink_packets),
          .evidence = r.evidence()};
}

XgmiGeneration read_xgmi(const Record& r) {
  return {.arch = r.text("arch"),
          .aliases = r.texts("aliases"),
          .gtps = r.number("GTps"),
          .lanes = r.integer("lanes"),
          .efficiency = r.number("efficiency"),
          .rccl_GBps = r.number_or("rccl_GBps", 0),
          .evidence = r.evidence()};
}

CpuLink read_cpu_link(const Record& r) {
  return {.name = r.text("name"),
          .pretty = r.text("pretty"),
          .gtps = r.number("GTps"),
          .data_bits = r.integer("data_bits"),
          .efficiency = r.number("efficiency"),
          .evidence = r.evidence()};
}

NetworkRate read_network_rate(const Record& r) {
  return {.name = r.text("name"),
          .pretty = r.text("pretty"),
          .lanes = r.integer("lanes"),
          .gbaud = r.number("GBd"),
          .symbol_bits = r.integer("symbol_bits"),
          .code = read_code(r, "code"),
          .fec = read_code(r, "fec"),
          .gbps = r.number("Gbps"),
          .aliases = r.texts("aliases"),
          .evidence = r.evidence()};
}

MemoryKind read_memory(const Record& r) {
  return {.name = r.text("name"),
          .bytes = r.integer("bytes"),
          .stream = r.number("stream"),
          .unit = r.text_or("unit", "channel"),
          .usual = r.integers("usual_MTps"),
          .usual_channels = r.integers("usual_channels"),
          .evidence = r.evidence()};
}

}  // namespace

LineCode read_code(const Record& record, std::string_view prefix) {
  const std::string key(prefix);
  return {record.text_or(key, "none"), record.integer_or(key + "_num", 1),
          record.integer_or(key + "_den", 1)};
}

const std::vector<PcieGeneration>& pcie_generations() {
  static const auto rows = Document("pcie.toml").table<PcieGeneration>("generation", read_pcie);
  return rows;
}

const std::vector<NvlinkGeneration>& nvlink_generations() {
  static const auto rows =
      Document("nvlink.toml").table<NvlinkGeneration>("generation", read_nvlink);
  return rows;
}

const NvlinkGeneration& nvlink_c2c() {
  static const auto row = read_section(Document("nvlink.toml").root(), "c2c", read_nvlink);
  return row;
}

const std::vector<XgmiGeneration>& xgmi_generations() {
  static const auto rows = Document("xgmi.toml").table<XgmiGeneration>("generation", read_xgmi);
  return rows;
}

const std::vector<CpuLink>& cpu_links() {
  static const auto rows = Document("cpu-links.toml").table<CpuLink>("link", read_cpu_link);
  return rows;
}

const std::vector<NetworkRate>& infiniband_rates() {
  static const auto rows =
      Document("infiniband.toml").table<NetworkRate>("rate", read_network_rate);
  return rows;
}

const std::vector<NetworkRate>& ethernet_rates() {
  static const auto rows = Document("ethernet.toml").table<NetworkRate>("rate", read_network_rate);
  return rows;
}

const std::vector<MemoryKind>& memory_kinds() {
  static const auto rows = Document("memory.toml").table<MemoryKind>("kind", read_memory);
  return rows;
}

int read_pcie_generation(const Record& record, std::string_view key) {
  const int gen = record.integer(key);
  if (gen != 0 && find_pcie(gen) == nullptr)
    record.malformed(fmt::format("there is no PCIe {}.0 ('{}')", gen, key));
  return gen;
}

const PcieGeneration* find_pcie(int gen) {
  return find_row(pcie_generations(), &PcieGeneration::gen, gen);
}

const NvlinkGeneration* find_nvlink(int gen) {
  return find_row(nvlink_generations(), &NvlinkGeneration::gen, gen);
}

const XgmiGeneration* find_xgmi(std::string_view arch_or_alias) {
  const auto* row = find_row(xgmi_generations(), &XgmiGeneration::arch, arch_or_alias);
  return row != nullptr ? row : find_alias(xgmi_generations(), arch_or_alias);
}

const CpuLink* find_cpu_link(std::string_view name) {
  return find_row(cpu_links(), &CpuLink::name, name);
}

const NetworkRate* find_infiniband(std::string_view name) {
  return find_named(infiniband_rates(), name);
}

const NetworkRate* find_ethernet(std::string_view name) {
  return find_named(ethernet_rates(), name);
}

const MemoryKind* find_memory(std::string_view name) {
  return find_row(memory_kinds(), &MemoryKind::name, name);
}

}  // namespace weft::facts
