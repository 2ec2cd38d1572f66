// Checked records → graph. GPUs are added in the order of their `dev`, so that gpu[0] is the one
// that NCCL calls 0; all links in the order of the file, so that it can be written again.
#include "weft/base/parse.hpp"
#include "weft/facts/hosts.hpp"
#include "weft/io/nccl_xml_attributes.hpp"
#include "weft/io/nccl_xml_device.hpp"
#include "weft/io/nccl_xml_links.hpp"
#include "weft/io/nccl_xml_records.hpp"
#include "weft/link/fixed.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/host.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::io::nccl {
namespace {

using topology::Attributes;
using topology::ComponentKind;
using topology::Place;
using topology::Provenance;

int number_or(const Element& element, std::string_view name, int otherwise) {
  const auto value = parse_integer(element.get(name));
  if (!value || *value < 0 || *value > std::numeric_limits<int>::max()) return otherwise;
  return static_cast<int>(*value);
}

bool has_c2c(const PciRecord& device) {
  return (device.gpu &&
          std::any_of(device.gpu->links.begin(), device.gpu->links.end(),
                      [](const GpuLinkRecord& link) { return link.tag == LinkTag::c2c; })) ||
         std::any_of(device.children.begin(), device.children.end(), has_c2c);
}

void gpus_below(const PciRecord& device, std::vector<const PciRecord*>& found) {
  if (device.kind == ComponentKind::gpu) found.push_back(&device);
  for (const PciRecord& child : device.children) gpus_below(child, found);
}

void gpus_below(const CpuRecord& cpu, std::vector<const PciRecord*>& found) {
  for (const auto& child : cpu.children)
    if (const auto* device = std::get_if<PciRecord>(&child)) gpus_below(*device, found);
}

// A GPU that states NVLink-C2C and nothing of a PCIe link has none.
bool is_on_c2c_only(const PciRecord& device) {
  return device.gpu && device.find("link_speed") == nullptr &&
         device.find("link_width") == nullptr && has_c2c(device);
}

// The format names no makers of Arm processors, but only Grace has GPUs on NVLink-C2C.
bool is_grace(const CpuRecord& record) {
  return record.get("arch") == "arm64" &&
         std::any_of(record.children.begin(), record.children.end(), [](const auto& child) {
           const auto* device = std::get_if<PciRecord>(&child);
           return device != nullptr && has_c2c(*device);
         });
}

topology::HostNuma host_numa(const CpuRecord& record) {
  topology::HostNuma numa;
  numa.numa_id = record.numa_id;
  numa.arch = record.get("arch");
  numa.vendor = record.get("vendor");
  numa.family = number_or(record, "familyid", -1);
  numa.model = number_or(record, "modelid", -1);
  if (is_grace(record)) numa.cpu = facts::find_cpu("grace");
  keep("cpu", record, numa.attributes);
  return numa;
}

class Assembly {
 public:
  Assembly(const SystemRecord& system, const std::string& name, Remarks& remarks)
      : system_(system), remarks_(remarks), builder_(name) {}

  Expected<topology::Topology> run();

 private:
  using Done = Expected<void>;

  void add_hosts();
  std::optional<facts::TypicalHost> unknown_host(const std::vector<const CpuRecord*>& cpus);
  void add_gpus();
  void find_gpus(const PciRecord& device, const CpuRecord& cpu);
  Done add_tree();
  Done add_device(const PciRecord& device, ComponentId parent, const CpuRecord& cpu);
  Done add_bare_nic(const NicRecord& nic, const CpuRecord& cpu);
  Done add_ports(const NicRecord& nic, const PciRecord* device, ComponentId parent,
                 const CpuRecord& cpu);
  Attributes attributes_of(const PciRecord& device);

  Place place(const CpuRecord& cpu) const {
    return {.server = static_cast<std::int32_t>(cpu.host)};
  }

  const SystemRecord& system_;
  Remarks& remarks_;
  topology::Builder builder_;
  std::map<const CpuRecord*, ComponentId> numa_;
  std::vector<PlacedDevice> gpus_;  // in the order of the file
  std::map<const PciRecord*, ComponentId> gpu_ids_;
  DeviceIndex devices_;
};

Expected<topology::Topology> Assembly::run() {
  builder_.attributes().set("format", "nccl-xml");
  keep("system", system_, builder_.attributes());
  add_hosts();
  add_gpus();
  if (const auto done = add_tree(); !done) return tl::make_unexpected(done.error());
  if (const auto done = connect_gpus(builder_, gpus_, devices_, remarks_); !done)
    return tl::make_unexpected(done.error());
  return std::move(builder_).build();
}

void Assembly::add_hosts() {
  std::vector<std::vector<const CpuRecord*>> hosts(system_.hosts);
  for (const CpuRecord& cpu : system_.cpus) hosts[cpu.host].push_back(&cpu);
  for (const auto& cpus : hosts) {
    std::vector<topology::HostNuma> nodes;
    const std::optional<facts::TypicalHost> assumed = unknown_host(cpus);
    for (const CpuRecord* cpu : cpus) {
      nodes.push_back(host_numa(*cpu));
      if (assumed) {
        nodes.back().cpu = &assumed->cpu;
        nodes.back().assumed = true;
      }
      // The hosts of a file may alternate, while NUMA nodes are added host by host.
      if (system_.hosts > 1)
        nodes.back().attributes.set("position", std::to_string(cpu - system_.cpus.data()));
    }
    const auto frame = add_host(builder_, nodes, place(*cpus.front()));
    for (std::size_t i = 0; i < cpus.size(); ++i) {
      numa_[cpus[i]] = frame.numa.at(i);
      if (cpus[i]->find("numaid") == nullptr)
        builder_.attributes(frame.numa[i]).set("numaid", "-1", Provenance::assumed);
    }
  }
}

// A host whose CPU the file does not name, or names one that is not known. The former gets what is
// usual for its GPUs, the latter has a row for its maker.
std::optional<facts::TypicalHost> Assembly::unknown_host(
    const std::vector<const CpuRecord*>& cpus) {
  const CpuRecord& first = *cpus.front();
  const topology::HostNuma numa = host_numa(first);
  const facts::Cpu& cpu = topology::cpu_of(numa);
  if (!cpu.fallback) return std::nullopt;
  const std::string hint =
      "Copies to and from host memory and traffic through it or between sockets follow from it; "
      "give the cpu element its arch, vendor, familyid and modelid.";
  if (!cpu.vendor.empty() || !cpu.archs.empty()) {
    remarks_.add("CPU_UNKNOWN",
                 fmt::format("the CPU (vendor '{}', family '{}', model '{}') is not known: {}",
                             first.get("vendor"), first.get("familyid"), first.get("modelid"),
                             facts::describe({cpu, cpu.evidence.source})),
                 hint, first.line);
    return std::nullopt;
  }
  std::vector<const PciRecord*> gpus;
  for (const CpuRecord* each : cpus) gpus_below(*each, gpus);
  const facts::Gpu* gpu = gpus.empty() ? nullptr : identify_gpu(*gpus.front()).gpu;
  const int gen = gpus.empty() ? 0 : stated_generation(*gpus.front());
  auto host = facts::typical_host(gpu, static_cast<int>(gpus.size()), gen > 0 ? gen : 4);
  remarks_.add(
      "CPU_UNKNOWN",
      fmt::format("the file does not name the CPU; it is assumed as usual for such devices: "
                  "{}",
                  facts::describe(host)),
      hint, first.line);
  return host;
}

void Assembly::add_gpus() {
  for (const CpuRecord& cpu : system_.cpus)
    for (const auto& child : cpu.children)
      if (const auto* device = std::get_if<PciRecord>(&child)) find_gpus(*device, cpu);

  constexpr int last = std::numeric_limits<int>::max();
  const auto dev = [&](const PlacedDevice& gpu) {
    return gpu.record->gpu ? gpu.record->gpu->dev.value_or(last) : last;
  };
  std::vector<PlacedDevice*> order;
  for (PlacedDevice& gpu : gpus_) order.push_back(&gpu);
  std::stable_sort(order.begin(), order.end(), [&](const auto* a, const auto* b) {
    return std::pair(a->host, dev(*a)) < std::pair(b->host, dev(*b));
  });
  for (PlacedDevice* gpu : order) {
    const Place where{.server = static_cast<std::int32_t>(gpu->host)};
    gpu->id = builder_.add(ComponentKind::gpu, where, attributes_of(*gpu->record));
    gpu_ids_[gpu->record] = gpu->id;
  }
}

void Assembly::find_gpus(const PciRecord& device, const CpuRecord& cpu) {
  if (device.kind == ComponentKind::gpu) gpus_.push_back({&device, {}, numa_.at(&cpu), cpu.host});
  for (const PciRecord& child : device.children) find_gpus(child, cpu);
}

Expected<void> Assembly::add_tree() {
  for (const CpuRecord& cpu : system_.cpus) {
    for (const auto& child : cpu.children) {
      const auto* device = std::get_if<PciRecord>(&child);
      const auto done = device != nullptr ? add_device(*device, numa_.at(&cpu), cpu)
                                          : add_bare_nic(std::get<NicRecord>(child), cpu);
      if (!done) return done;
    }
  }
  return {};
}

Expected<void> Assembly::add_device(const PciRecord& device, ComponentId parent,
                                    const CpuRecord& cpu) {
  const ComponentId id = device.kind == ComponentKind::gpu
                             ? gpu_ids_.at(&device)
                             : builder_.add(device.kind, place(cpu), attributes_of(device));
  if (!is_on_c2c_only(device)) {
    const auto reading = pcie_reading(device, remarks_);
    if (!reading) return tl::make_unexpected(reading.error());
    builder_.connect(parent, id, reading->model, reading->provenance);
  }
  devices_.try_emplace({cpu.host, device.busid.value}, PlacedDevice{&device, id, parent, cpu.host});
  if (device.nic)
    if (const auto done = add_ports(*device.nic, &device, id, cpu); !done) return done;
  for (const PciRecord& child : device.children)
    if (const auto done = add_device(child, id, cpu); !done) return done;
  return {};
}

// NCCL puts sockets and other interfaces without a PCIe device of their own beside the CPU.
Expected<void> Assembly::add_bare_nic(const NicRecord& nic, const CpuRecord& cpu) {
  Attributes attributes;
  keep("nic", nic, attributes);
  const ComponentId id = builder_.add(ComponentKind::nic, place(cpu), std::move(attributes));
  const auto model = link::fixed_link({.name = "CPU to NIC, no PCIe device stated",
                                       .kind = "internal",
                                       .rate = kUnlimited,
                                       .latency = Seconds(0),
                                       .source = "as NCCL: not limiting"});
  builder_.connect(numa_.at(&cpu), id, model, Provenance::assumed);
  return add_ports(nic, nullptr, id, cpu);
}

Expected<void> Assembly::add_ports(const NicRecord& nic, const PciRecord* device,
                                   ComponentId parent, const CpuRecord& cpu) {
  for (const NetRecord& net : nic.nets) {
    const auto reading = network_reading(net, device, remarks_);
    if (!reading) return tl::make_unexpected(reading.error());
    Attributes attributes;
    keep("net", net, attributes);
    const ComponentId id = builder_.add(ComponentKind::port, place(cpu), std::move(attributes));
    builder_.connect(parent, id, reading->model, reading->provenance);
  }
  return {};
}

Attributes Assembly::attributes_of(const PciRecord& device) {
  Attributes attributes;
  keep("pci", device, attributes);
  if (device.gpu) keep("gpu", *device.gpu, attributes);
  if (device.nic) keep("nic", *device.nic, attributes);
  const bool is_gpu = device.kind == ComponentKind::gpu;
  // Cloud files list devices only; NCCL adds what it finds below them on the machine.
  if ((is_gpu && !device.gpu) || (device.kind == ComponentKind::nic && !device.nic))
    attributes.set("skeleton", "true");
  if (is_gpu) {
    const GpuIdentity identity = identify_gpu(device);
    if (identity.gpu != nullptr) attributes.set("model", identity.gpu->name, identity.provenance);
  }
  if (const facts::Nic* nic = identify_nic(device); nic != nullptr)
    attributes.set("model", nic->name);
  if (is_virtual_bridge(device)) {
    attributes.set("virtual-bridge", "true");
    remarks_.for_device(
        "VIRTUAL_BRIDGE_X1",
        "a bridge that the hypervisor made up states 2.5 GT/s x1; this matters only "
        "if a needed path crosses its upper link",
        device.get("busid"), device.line,
        "Look at the paths between GPUs and NICs; fix the file where one crosses it.");
  }
  return attributes;
}

}  // namespace

Expected<topology::Topology> build(const SystemRecord& system, const std::string& name,
                                   Remarks& remarks) {
  return Assembly(system, name, remarks).run();
}

}  // namespace weft::io::nccl
