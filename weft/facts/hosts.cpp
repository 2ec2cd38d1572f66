#include "weft/facts/hosts.hpp"

#include "weft/base/assert.hpp"
#include "weft/facts/cpu_models.hpp"
#include "weft/facts/lines.hpp"
#include "weft/facts/reader.hpp"
#include "weft/facts/servers.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace weft::facts {
namespace {

struct HostClass {
  int pcie_gen = 0;
  std::string cpu;
  Evidence evidence;
};

std::optional<Cpu> cpu_named(std::string_view name) {
  if (const Cpu* family = find_cpu(name)) return *family;
  const CpuModel* model = find_cpu_model(name);
  const Cpu* family = model != nullptr ? find_cpu(model->cpu) : nullptr;
  return family != nullptr ? std::optional(as_cpu(*model, *family)) : std::nullopt;
}

HostClass read_class(const Record& r) {
  HostClass row{.pcie_gen = r.integer("pcie_gen"), .cpu = r.text("cpu"), .evidence = r.evidence()};
  if (!cpu_named(row.cpu)) r.malformed("the CPU '" + row.cpu + "' is not known");
  return row;
}

// Slowest first.
const std::vector<HostClass>& classes_of_hosts() {
  static const auto rows = Document("hosts.toml").table<HostClass>("host", read_class);
  return rows;
}

const Server* server_with(const Gpu& gpu, int count) {
  const Server* any = nullptr;
  for (const Server& server : servers()) {
    if (server.gpu != gpu.name || server.cpu.empty()) continue;
    if (server.gpus == count) return &server;
    if (any == nullptr) any = &server;
  }
  return any;
}

}  // namespace

TypicalHost typical_host(const Gpu* gpu, int count, int pcie_gen) {
  if (gpu != nullptr)
    if (const Server* server = server_with(*gpu, count))
      if (auto cpu = cpu_named(server->cpu)) return {*std::move(cpu), server->pretty};
  if (gpu != nullptr && gpu->pcie_gen > 0) pcie_gen = gpu->pcie_gen;
  const auto& rows = classes_of_hosts();
  WEFT_ASSERT(!rows.empty(), "hosts.toml has a row");
  const auto found =
      std::ranges::find_if(rows, [&](const HostClass& row) { return row.pcie_gen >= pcie_gen; });
  const HostClass& row = found != rows.end() ? *found : rows.back();
  return {*cpu_named(row.cpu), row.evidence.source};
}

std::string describe(const TypicalHost& host) {
  const Cpu& cpu = host.cpu;
  const CpuLink* link = find_cpu_link(cpu.socket_link);
  const std::string joined =
      link == nullptr
          ? ""
          : fmt::format(", sockets joined by {}{}", link->pretty,
                        cpu.socket_links > 1 ? fmt::format(" x{}", cpu.socket_links) : "");
  return fmt::format("{} with {} {} MT/s x{} a socket{}, as in {}", cpu.pretty, cpu.memory,
                     cpu.memory_MTps, cpu.memory_channels, joined, host.like);
}

}  // namespace weft::facts
