#include "weft/io/matrix/build.hpp"

#include "weft/facts/gpus.hpp"
#include "weft/facts/hosts.hpp"
#include "weft/facts/lines.hpp"
#include "weft/io/matrix/fabric.hpp"
#include "weft/io/matrix/text.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/pcie.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/host.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

using topology::Attributes;
using topology::Builder;
using topology::ComponentKind;
using topology::Place;
using topology::Provenance;

constexpr Place kServer{.server = 0};

using Members = std::vector<std::size_t>;

class Assembly {
 public:
  Assembly(const std::string& name, const Matrix& matrix, const Settled& settled,
           const Products& products, Remarks& remarks)
      : matrix_(matrix),
        settled_(settled),
        products_(products),
        remarks_(remarks),
        builder_(name) {}

  Expected<topology::Topology> run();

 private:
  using Done = Expected<void>;

  void add_nodes();
  void add_devices();
  Attributes attributes_of(std::size_t device) const;
  Done add_bridges(const Members& node, ComponentId numa);
  Done add_below(const Members& bridge, ComponentId numa, int number);
  Expected<ComponentId> add_switch(ComponentId parent);
  Done connect(ComponentId parent, std::size_t device);
  void mark(ComponentId top, int bridge);
  void say_what_was_assumed();

  // The groups at one distance among `members`, in the order of their first device.
  std::vector<Members> split(const Members& members, Nearness farthest) const;
  int numa_of(const Members& node);
  int own_number(int numa, const Members& members, std::set<int>& taken);
  facts::TypicalHost assumed_host();
  int first_cpu(const Members& node) const;
  bool is_coherent(std::size_t device) const;

  const Matrix& matrix_;
  const Settled& settled_;
  const Products& products_;
  Remarks& remarks_;
  Builder builder_;
  std::vector<std::pair<Members, ComponentId>> nodes_;
  std::vector<ComponentId> ids_;  // by device
};

Expected<topology::Topology> Assembly::run() {
  builder_.attributes().set("format", "device-matrix");
  builder_.attributes().set("command", matrix_.dialect->command);
  add_nodes();
  add_devices();
  for (const auto& [members, numa] : nodes_)
    if (const auto done = add_bridges(members, numa); !done)
      return tl::make_unexpected(done.error());
  const std::vector<ComponentId> accelerators(
      ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(matrix_.accelerators()));
  if (const auto done =
          connect_fabric(builder_, matrix_, settled_, products_, accelerators, remarks_);
      !done)
    return tl::make_unexpected(done.error());
  say_what_was_assumed();
  return std::move(builder_).build();
}

void Assembly::add_nodes() {
  Members all(matrix_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  std::vector<Members> groups = split(all, Nearness::node);
  std::vector<std::pair<int, Members>> nodes;
  std::set<int> taken;
  for (Members& members : groups) {
    const int numa = own_number(numa_of(members), members, taken);
    nodes.emplace_back(numa, std::move(members));
  }
  // Those with a number first, in its order, others by their CPUs: which socket a node is on
  // follows from its place.
  std::stable_sort(nodes.begin(), nodes.end(), [&](const auto& a, const auto& b) {
    constexpr int last = std::numeric_limits<int>::max();
    const auto key = [&](const std::pair<int, Members>& node) {
      const int cpu = first_cpu(node.second);
      return std::pair(node.first < 0 ? last : node.first, cpu < 0 ? last : cpu);
    };
    return key(a) < key(b);
  });
  const facts::TypicalHost typical = assumed_host();
  std::vector<topology::HostNuma> hosts;
  for (const auto& [numa, members] : nodes) {
    topology::HostNuma host;
    host.numa_id = numa;
    host.cpu = &typical.cpu;
    host.assumed = true;
    for (const std::size_t member : members) {
      const Device& device = matrix_.devices[member];
      if (!device.cpus.empty() && !host.attributes.has("cpus"))
        host.attributes.set("cpus", device.cpus);
      if (numa >= 0 || device.numa.empty()) continue;
      host.attributes.set("numa_affinity", device.numa);
      host.near_numa = plain_number(device.numa);
    }
    hosts.push_back(std::move(host));
  }
  const auto frame = add_host(builder_, hosts, kServer);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].first < 0)
      builder_.attributes(frame.numa[i]).set("numaid", "-1", Provenance::assumed);
    nodes_.emplace_back(std::move(nodes[i].second), frame.numa[i]);
  }
}

// A matrix names no CPU. GPU memory is a NUMA node of its own on Grace only.
facts::TypicalHost Assembly::assumed_host() {
  const facts::Gpu* gpu = products_.common();
  const bool is_grace = std::any_of(matrix_.devices.begin(), matrix_.devices.end(),
                                    [](const Device& d) { return plain_number(d.gpu_numa) >= 0; });
  if (gpu == nullptr && is_grace) gpu = facts::find_gpu("gb200");
  auto host =
      facts::typical_host(gpu, static_cast<int>(matrix_.accelerators()), products_.pcie_gen);
  remarks_.add(
      "HOST_ASSUMED",
      fmt::format("a matrix does not name the CPUs; the host is assumed as usual for such "
                  "GPUs: {}",
                  facts::describe(host)),
      "It matters for copies to and from host memory and for traffic through it or between "
      "sockets; the topology file that NCCL_TOPO_DUMP_FILE writes names the CPU.",
      matrix_.line);
  return host;
}

// Each number stands for one node. Groups that are apart by their distances and name the same node
// cannot all be it; what the others are is not known.
int Assembly::own_number(int numa, const Members& members, std::set<int>& taken) {
  if (numa < 0 || taken.insert(numa).second) return numa;
  remarks_.for_device(
      "MATRIX_AFFINITY_CONFLICT",
      fmt::format("devices that are on different NUMA nodes by their distances name "
                  "the same one ({}); the distances count",
                  numa),
      matrix_.devices[members.front()].label.text,
      matrix_.at(members.front(), members.front()).line,
      "Usual in virtual machines; on bare metal, run the command again.");
  return -1;
}

// The NUMA node that the GPUs of a group are nearest to; -1 where that is not one.
int Assembly::numa_of(const Members& node) {
  std::set<int> numbers;
  for (const std::size_t member : node)
    if (const int numa = plain_number(matrix_.devices[member].numa); numa >= 0)
      numbers.insert(numa);
  if (numbers.empty()) return -1;
  if (numbers.size() > 1)
    remarks_.for_device("MATRIX_AFFINITY_CONFLICT",
                        fmt::format("devices that share a NUMA node by their distances are near "
                                    "different nodes by their affinity ({}); the distances count",
                                    fmt::join(numbers, ", ")),
                        matrix_.devices[node.front()].label.text,
                        matrix_.at(node.front(), node.front()).line,
                        "Run the command again; where it repeats this, trust the distances.");
  return *numbers.begin();
}

void Assembly::add_devices() {
  for (std::size_t i = 0; i < matrix_.size(); ++i) {
    const bool is_gpu = matrix_.devices[i].label.is_accelerator;
    ids_.push_back(
        builder_.add(is_gpu ? ComponentKind::gpu : ComponentKind::nic, kServer, attributes_of(i)));
  }
}

Attributes Assembly::attributes_of(std::size_t device) const {
  const Device& d = matrix_.devices[device];
  Attributes attributes;
  attributes.set("label", d.label.text);
  if (!d.name.empty()) attributes.set("name", d.name);
  if (!d.label.is_accelerator) return attributes;
  attributes.set("gpu.dev", std::to_string(d.label.number));
  if (const facts::Gpu* gpu = products_.gpus[device])
    attributes.set("model", gpu->name, Provenance::specified);
  return attributes;
}

Expected<void> Assembly::add_bridges(const Members& node, ComponentId numa) {
  const std::vector<Members> bridges = split(node, Nearness::phb);
  for (std::size_t i = 0; i < bridges.size(); ++i) {
    const int number = bridges.size() > 1 ? static_cast<int>(i) : -1;
    if (const auto done = add_below(bridges[i], numa, number); !done) return done;
  }
  return {};
}

// Everything on one host bridge: devices, switches, switches above switches.
Expected<void> Assembly::add_below(const Members& bridge, ComponentId numa, int number) {
  for (const Members& tree : split(bridge, Nearness::pxb)) {
    const std::vector<Members> leaves = split(tree, Nearness::pix);
    ComponentId parent = numa;
    if (leaves.size() > 1) {
      const auto top = add_switch(numa);
      if (!top) return tl::make_unexpected(top.error());
      mark(*top, number);
      parent = *top;
    }
    for (const Members& leaf : leaves) {
      ComponentId above = parent;
      if (leaf.size() > 1 || leaves.size() > 1) {
        const auto made = add_switch(parent);
        if (!made) return tl::make_unexpected(made.error());
        above = *made;
        if (parent == numa) mark(above, number);
      }
      for (const std::size_t device : leaf) {
        if (const auto done = connect(above, device); !done) return done;
        if (above == numa) mark(ids_[device], number);
      }
    }
  }
  return {};
}

void Assembly::mark(ComponentId top, int bridge) {
  if (bridge >= 0)
    builder_.attributes(top).set(topology::kHostBridge, std::to_string(bridge),
                                 Provenance::assumed);
}

Expected<ComponentId> Assembly::add_switch(ComponentId parent) {
  const ComponentId id = builder_.add(ComponentKind::pcie_switch, kServer);
  auto model = link::pcie_link({.gen = products_.pcie_gen, .lanes = products_.pcie_lanes});
  if (!model) return tl::make_unexpected(std::move(model.error()));
  builder_.connect(parent, id, std::move(*model), Provenance::assumed);
  return id;
}

Expected<void> Assembly::connect(ComponentId parent, std::size_t device) {
  if (is_coherent(device)) {
    const facts::Gpu* gpu = products_.gpus[device];
    auto model = link::nvlink_c2c_link(
        gpu != nullptr && gpu->c2c_links > 0 ? gpu->c2c_links : facts::nvlink_c2c().links_per_gpu);
    if (!model) return tl::make_unexpected(std::move(model.error()));
    builder_.connect(parent, ids_[device], std::move(*model), Provenance::assumed);
    return {};
  }
  const facts::Gpu* gpu =
      matrix_.devices[device].label.is_accelerator ? products_.gpus[device] : nullptr;
  const bool is_known = gpu != nullptr && gpu->pcie_gen > 0;
  auto model = link::pcie_link({.gen = is_known ? gpu->pcie_gen : products_.pcie_gen,
                                .lanes = is_known ? gpu->pcie_lanes : products_.pcie_lanes});
  if (!model) return tl::make_unexpected(std::move(model.error()));
  builder_.connect(parent, ids_[device], std::move(*model), Provenance::assumed);
  return {};
}

// The first CPU that a device of a group is near to; -1 where none is stated.
int Assembly::first_cpu(const Members& node) const {
  for (const std::size_t member : node) {
    const std::string& cpus = matrix_.devices[member].cpus;
    const int first = plain_number(std::string_view(cpus).substr(0, cpus.find_first_of(",-")));
    if (first >= 0) return first;
  }
  return -1;
}

// A GPU whose memory is a NUMA node hangs on its CPU by NVLink-C2C. The matrix has no word for what
// is between it and another device of the node, and then its own word counts.
bool Assembly::is_coherent(std::size_t device) const {
  if (plain_number(matrix_.devices[device].gpu_numa) < 0) return false;
  for (std::size_t other = 0; other < settled_.size; ++other)
    if (other != device && settled_.pcie_between(device, other) <= Nearness::node) return false;
  return true;
}

std::vector<Members> Assembly::split(const Members& members, Nearness farthest) const {
  std::vector<Members> found;
  for (const std::size_t member : members) {
    const auto group = std::find_if(found.begin(), found.end(), [&](const Members& known) {
      return settled_.pcie_between(known.front(), member) <= farthest;
    });
    if (group == found.end())
      found.push_back({member});
    else
      group->push_back(member);
  }
  return found;
}

void Assembly::say_what_was_assumed() {
  std::size_t hidden = 0;
  for (std::size_t a = 0; a < settled_.size; ++a)
    for (std::size_t b = a + 1; b < settled_.size; ++b)
      if (settled_.assumed[a * settled_.size + b]) ++hidden;
  if (hidden > 0)
    remarks_.add("MATRIX_PCIE_HIDDEN",
                 fmt::format("private links hide the PCIe distance of {} pair{} of devices; it is "
                             "assumed from other devices and CPU affinities",
                             hidden, hidden == 1 ? "" : "s"),
                 "It matters only where traffic takes PCIe or host memory.", matrix_.line);
}

}  // namespace

Expected<topology::Topology> build(const std::string& name, const Matrix& matrix,
                                   const Settled& settled, const Products& products,
                                   Remarks& remarks) {
  return Assembly(name, matrix, settled, products, remarks).run();
}

}  // namespace weft::io::matrix
