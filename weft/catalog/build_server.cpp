#include "weft/catalog/build_server.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/suggest.hpp"
#include "weft/catalog/fabric.hpp"
#include "weft/catalog/server_links.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/host.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using topology::Attributes;
using topology::Builder;
using topology::ComponentKind;
using topology::Place;
using topology::Provenance;
using topology::Topology;

// What an entry names was looked up when the catalogue was put together.
template <class Row>
const Row& need(const Table<Row>& table, std::string_view name) {
  const Row* row = find(table, name);
  WEFT_ASSERT(row != nullptr, "the checks of a catalogue look up every name");
  return *row;
}

link::LinkModelPtr must(Expected<link::LinkModelPtr> link) {
  WEFT_ASSERT(link.has_value(), "the checks of a catalogue make every link");
  return *std::move(link);
}

void set_pci_id(const std::vector<facts::PciId>& ids, Attributes& attributes) {
  if (ids.empty()) return;
  attributes.set("vendor", fmt::format("{:#06x}", ids.front().vendor));
  attributes.set("device", fmt::format("{:#06x}", ids.front().device));
}

// One server, or one of a rack.
class Assembly {
 public:
  Assembly(const Catalog& catalog, const facts::Server& server, Builder& builder, Place place)
      : catalog_(catalog),
        server_(server),
        cpu_(*find_cpu(catalog, server.cpu)),
        gpu_(server.gpus > 0 ? &need(catalog.gpus, server.gpu) : nullptr),
        builder_(builder),
        place_(place) {}

  // The NUMA nodes' attributes tell the hosts of a rack apart in a file.
  std::vector<ComponentId> run(const std::string& host_hash);
  void wire(const std::vector<ComponentId>& gpus, const facts::Server& boards, Place place) const;

 private:
  struct NicParts {
    const facts::Nic* model = nullptr;
    ComponentId id;
  };
  struct Hung {  // something, and the link that leads down to it
    ComponentId id;
    LinkId down;
    double wire = 1;  // bytes that the link carries per byte of payload
  };

  void add_cpus(const std::string& host_hash);
  void add_gpus();
  void add_nics();
  void add_ports(int number, const facts::ServerNics& described, const NicParts& nic);
  void add_tree();
  // Below `above`, which offers PCIe of generation `gen`; gives what hangs on `above` itself.
  std::vector<Hung> add_group(const facts::PcieGroup& group, ComponentId above, int gen);
  std::vector<Hung> add_devices(const facts::PcieGroup& group, ComponentId above, int gen);
  Hung hang(ComponentId above, ComponentId id, Expected<link::LinkModelPtr> link);
  void share_bridge(ComponentId node, const std::vector<Hung>& below);
  void add_coherent();
  void add_on_gpu();

  ComponentId gpu(int index) const { return gpus_.at(static_cast<std::size_t>(index)); }

  const Catalog& catalog_;
  const facts::Server& server_;
  facts::Cpu cpu_;
  const facts::Gpu* gpu_;
  Builder& builder_;
  Place place_;
  std::vector<ComponentId> nodes_;
  std::vector<ComponentId> gpus_;
  std::map<int, NicParts> nics_;  // by number
};

std::vector<ComponentId> Assembly::run(const std::string& host_hash) {
  add_cpus(host_hash);
  add_gpus();
  add_nics();
  add_tree();
  add_coherent();
  add_on_gpu();
  return gpus_;
}

void Assembly::add_cpus(const std::string& host_hash) {
  // Behind front-side buses all sockets have the one memory.
  const bool is_smp = !cpu_.front_side_bus.empty();
  std::vector<topology::HostNuma> nodes;
  for (int node = 0; node < (is_smp ? 1 : server_.nodes()); ++node) {
    topology::HostNuma numa;
    numa.numa_id = node;
    numa.socket = node / server_.nodes_per_socket;
    if (is_smp) numa.sockets = server_.sockets;
    numa.cpu = &cpu_;
    if (!host_hash.empty()) numa.attributes.set("host_hash", host_hash);
    numa.attributes.set("numaid", std::to_string(node));
    if (!cpu_.archs.empty()) numa.attributes.set("arch", cpu_.archs.front());
    if (!cpu_.vendor.empty()) numa.attributes.set("vendor", cpu_.vendor);
    if (!cpu_.families.empty())
      numa.attributes.set("familyid", std::to_string(cpu_.families.front()));
    if (!cpu_.models.empty())
      numa.attributes.set("modelid", std::to_string(cpu_.models.front().first));
    nodes.push_back(std::move(numa));
  }
  nodes_ = add_host(builder_, nodes, place_).numa;
  nodes_.resize(static_cast<std::size_t>(server_.nodes()), nodes_.front());
}

void Assembly::add_gpus() {
  for (int i = 0; i < server_.gpus; ++i) {
    Attributes attributes;
    set_pci_id(gpu_->pci_ids, attributes);
    attributes.set("model", gpu_->name);
    state_peer_access(*gpu_, attributes);
    gpus_.push_back(builder_.add(ComponentKind::gpu, place_, std::move(attributes)));
  }
}

void Assembly::add_nics() {
  std::map<int, const facts::ServerNics*> described;
  for (const facts::ServerNics& nics : server_.nics)
    for (const int number : nics.numbers) described[number] = &nics;
  for (const auto& [number, nics] : described) {
    const facts::Nic& model = need(catalog_.nics, nics->model);
    Attributes attributes;
    set_pci_id(model.pci_ids, attributes);
    attributes.set("model", model.name);
    attributes.set("role", to_string(nics->role));
    const ComponentId id = builder_.add(ComponentKind::nic, place_, std::move(attributes));
    nics_[number] = {&model, id};
  }
  for (const auto& [number, nics] : described) add_ports(number, *nics, nics_.at(number));
}

void Assembly::add_ports(int number, const facts::ServerNics& described, const NicParts& nic) {
  const link::LinkModelPtr line = must(link_of_port(*nic.model, described));
  for (int port = 1; port <= described.ports; ++port) {
    Attributes attributes;
    attributes.set("name", fmt::format("{}{}", nic.model->device, number));
    attributes.set("port", nic.model->rdma ? std::to_string(port) : "0");
    const ComponentId id = builder_.add(ComponentKind::port, place_, std::move(attributes));
    builder_.connect(nic.id, id, line, Provenance::specified);
  }
}

void Assembly::add_tree() {
  int own = 0;  // groups that name no host bridge have one of their own, after the named ones
  for (const facts::PcieGroup& group : server_.pcie) own = std::max(own, group.bridge + 1);
  std::map<std::pair<int, int>, std::vector<Hung>> bridges;
  for (const facts::PcieGroup& group : server_.pcie) {
    const int bridge = group.bridge >= 0 ? group.bridge : own++;
    const ComponentId node = nodes_.at(static_cast<std::size_t>(group.node));
    for (const Hung& hung : add_group(group, node, cpu_.pcie_gen)) {
      builder_.attributes(hung.id).set(topology::kHostBridge, std::to_string(bridge));
      bridges[{group.node, bridge}].push_back(hung);
    }
  }
  for (const auto& [at, below] : bridges)
    share_bridge(nodes_.at(static_cast<std::size_t>(at.first)), below);
}

std::vector<Assembly::Hung> Assembly::add_group(const facts::PcieGroup& group, ComponentId above,
                                                int gen) {
  if (group.chip.empty()) return add_devices(group, above, gen);
  const facts::PcieSwitch& chip = need(catalog_.pcie_switches, group.chip);
  Attributes attributes;
  set_pci_id(chip.pci_ids, attributes);
  attributes.set("model", chip.name);
  const ComponentId id = builder_.add(ComponentKind::pcie_switch, place_, std::move(attributes));
  const Hung hung = hang(above, id, uplink_of(group, &chip, gen));
  const int below = generation_below(group, &chip, gen);
  add_devices(group, id, below);
  for (const facts::PcieGroup& each : group.below) add_group(each, id, below);
  return {hung};
}

Assembly::Hung Assembly::hang(ComponentId above, ComponentId id,
                              Expected<link::LinkModelPtr> link) {
  const link::LinkModelPtr model = must(std::move(link));
  const double wire = model->load({.engine = link::Engine::copy_engine}).forward;
  return {id, builder_.connect(above, id, model, Provenance::specified), wire};
}

std::vector<Assembly::Hung> Assembly::add_devices(const facts::PcieGroup& group, ComponentId above,
                                                  int gen) {
  std::vector<Hung> hung;
  for (const int index : group.gpus)
    hung.push_back(hang(above, gpu(index), link_of_gpu(group, *gpu_, gen)));
  for (const int number : group.nics) {
    const NicParts& nic = nics_.at(number);
    hung.push_back(hang(above, nic.id, link_of_nic(group, *nic.model, gen)));
  }
  return hung;
}

// A host bridge of some CPUs carries less than the links below it together, one way as the other.
// It was measured in payload, so a byte of a link counts for the payload that it carries.
void Assembly::share_bridge(ComponentId node, const std::vector<Hung>& below) {
  if (cpu_.root_port_cap.value() <= 0 || below.size() < 2) return;
  for (const bool up : {true, false}) {
    std::vector<std::pair<LinkId, double>> draws;
    for (const Hung& each : below)
      draws.emplace_back(up ? Topology::opposite(each.down) : each.down, 1 / each.wire);
    builder_.share({.name = fmt::format("a host bridge of {}, {}", cpu_.pretty,
                                        up ? "towards the CPU" : "away from the CPU"),
                    .kind = "root-complex",
                    .capacity = cpu_.root_port_cap,
                    .at = node,
                    .role = topology::CapacityRole::links,
                    .source = to_string(cpu_.evidence)},
                   draws);
  }
}

void Assembly::add_coherent() {
  for (const facts::CoherentGpus& group : server_.coherent) {
    const link::LinkModelPtr model = must(link::nvlink_c2c_link(gpu_->c2c_links));
    for (const int index : group.gpus)
      builder_.connect(nodes_.at(static_cast<std::size_t>(group.node)), gpu(index), model,
                       Provenance::specified);
  }
}

void Assembly::add_on_gpu() {
  for (const facts::GpuNics& group : server_.on_gpu)
    for (const int number : group.nics)
      builder_.connect(gpu(group.gpu), nics_.at(number).id, must(link_on_gpu(group)),
                       Provenance::specified);
}

void Assembly::wire(const std::vector<ComponentId>& gpus, const facts::Server& boards,
                    Place place) const {
  for (const facts::ServerBoard& wired : boards.boards) {
    std::vector<ComponentId> on_board;
    for (const int index : wired.gpus) on_board.push_back(gpus.at(static_cast<std::size_t>(index)));
    add_wiring(builder_, on_board, *gpu_, need(catalog_.boards, wired.board), place,
               Provenance::specified);
  }
}

// The servers of a rack side by side, with the boards of the rack between their GPUs.
void build_rack(const Catalog& catalog, const facts::Server& rack, Builder& builder) {
  const facts::Server& unit = need(catalog.servers, rack.unit);
  std::vector<ComponentId> gpus;
  for (int i = 0; i < rack.units; ++i) {
    Assembly assembly(catalog, unit, builder, {.server = i, .rack = 0});
    for (const ComponentId gpu : assembly.run(fmt::format("{:#x}", i + 1))) gpus.push_back(gpu);
    if (i + 1 == rack.units) assembly.wire(gpus, rack, {.rack = 0});
  }
}

}  // namespace

Expected<Topology> build_server(std::string_view name) { return build_server(shipped(), name); }

Expected<Topology> build_server(const Catalog& catalog, std::string_view name) {
  const facts::Server* server = find(catalog.servers, name);
  if (server == nullptr) {
    const std::string near = did_you_mean(name, all_names(catalog.servers));
    return fail("SERVER_UNKNOWN", fmt::format("there is no server named '{}'", name),
                near.empty() ? "`weft catalog servers` lists them." : near);
  }
  Builder builder(server->name);
  builder.attributes().set("server", server->pretty);
  if (!server->unit.empty()) {
    build_rack(catalog, *server, builder);
  } else {
    Assembly assembly(catalog, *server, builder, {.server = 0});
    const auto gpus = assembly.run("");
    assembly.wire(gpus, *server, {.server = 0});
  }
  return std::move(builder).build();
}

}  // namespace weft::catalog
