#include "weft/facts/cpus.hpp"

#include "weft/base/assert.hpp"
#include "weft/facts/buses.hpp"
#include "weft/facts/lines.hpp"
#include "weft/facts/reader.hpp"

#include <algorithm>

namespace weft::facts {
namespace {

std::vector<ModelRange> read_models(const Record& r) {
  const std::vector<int> bounds = r.integers("models");
  if (bounds.size() % 2 != 0) r.malformed("'models' must hold pairs of first and last");
  std::vector<ModelRange> ranges;
  for (std::size_t i = 0; i < bounds.size(); i += 2) ranges.push_back({bounds[i], bounds[i + 1]});
  return ranges;
}

Bandwidth rate_or_none(const Record& r, std::string_view key) {
  return gigabytes_per_second(r.number_or(key, 0));
}

bool matches(const Cpu& cpu, std::string_view vendor, std::string_view arch, int family,
             int model) {
  const auto in_range = [model](ModelRange range) {
    return range.first <= model && model <= range.last;
  };
  return (cpu.vendor.empty() || cpu.vendor == vendor) &&
         (cpu.archs.empty() || std::ranges::find(cpu.archs, arch) != cpu.archs.end()) &&
         (cpu.families.empty() || std::ranges::find(cpu.families, family) != cpu.families.end()) &&
         (cpu.models.empty() || std::ranges::any_of(cpu.models, in_range));
}

}  // namespace

Cpu read_cpu(const Record& r) {
  Cpu cpu{.name = r.text("name"),
          .pretty = r.text("pretty"),
          .vendor = r.text_or("vendor", ""),
          .archs = r.texts("archs"),
          .families = r.integers("families"),
          .models = read_models(r),
          .fallback = r.flag_or("fallback", false),
          .socket_link = r.text_or("socket_link", ""),
          .socket_links = r.integer_or("socket_links", 0),
          .most_sockets = r.integer_or("most_sockets", 0),
          .nodes_per_socket = r.integer_or("nodes_per_socket", 0),
          .front_side_bus = r.text_or("front_side_bus", ""),
          .bus_sockets = r.integer_or("bus_sockets", 1),
          .bus_usual_sockets = r.integer_or("bus_usual_sockets", 1),
          .memory = r.text("memory"),
          .memory_MTps = r.integer("memory_MTps"),
          .memory_channels = r.integer("memory_channels"),
          .memory_peak = {},
          .memory_stream = 1,
          .pcie_gen = read_pcie_generation(r, "pcie_gen"),
          .pcie_lanes = r.integer("pcie_lanes"),
          .p2p_payload = Bytes(r.number_or("p2p_payload", 0)),
          .root_port_cap = rate_or_none(r, "root_port_cap_GBps"),
          .gpu_nic_p2p_cap = rate_or_none(r, "gpu_nic_p2p_cap_GBps"),
          .nccl_intersocket = rate_or_none(r, "nccl_intersocket_GBps"),
          .nccl_p2p_charge = r.flag_or("nccl_p2p_charge", false),
          .evidence = r.evidence()};
  const MemoryKind* memory = find_memory(cpu.memory);
  if (memory == nullptr) r.malformed("the memory '" + cpu.memory + "' is not in memory.toml");
  if (!cpu.socket_link.empty() && find_cpu_link(cpu.socket_link) == nullptr)
    r.malformed("the link '" + cpu.socket_link + "' is not in cpu-links.toml");
  if (!cpu.front_side_bus.empty() && find_bus(cpu.front_side_bus) == nullptr)
    r.malformed("the bus '" + cpu.front_side_bus + "' is not in buses.toml");
  if (cpu.bus_sockets < 1 || cpu.bus_usual_sockets < 1)
    r.malformed("'bus_sockets' and 'bus_usual_sockets' must be at least 1");
  if (cpu.memory_MTps < 1 || cpu.memory_channels < 1)
    r.malformed("'memory_MTps' and 'memory_channels' must be at least 1");
  cpu.memory_peak = gigabytes_per_second(cpu.memory_MTps * 1e-3 * memory->bytes) *
                    static_cast<double>(cpu.memory_channels);
  cpu.memory_stream = memory->stream;
  return cpu;
}

const std::vector<Cpu>& cpus() {
  static const auto rows = Document("cpus.toml").table<Cpu>("cpu", read_cpu);
  return rows;
}

const Cpu& find_cpu(std::string_view vendor, std::string_view arch, int family, int model) {
  const auto found = std::ranges::find_if(
      cpus(), [&](const Cpu& cpu) { return matches(cpu, vendor, arch, family, model); });
  WEFT_ASSERT(found != cpus().end(), "the last row of cpus.toml matches any processor");
  return *found;
}

const Cpu* find_cpu(std::string_view name) {
  const auto found = std::ranges::find(cpus(), name, &Cpu::name);
  return found == cpus().end() ? nullptr : &*found;
}

int kernel_family(int family) {
  // A family above 15 is base 15 plus an extension; NCCL shifts the extension instead of adding.
  return family >= 0x80 && family % 16 == 15 ? 15 + family / 16 : family;
}

}  // namespace weft::facts
