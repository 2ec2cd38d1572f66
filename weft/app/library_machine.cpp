#include "weft/app/library_machine.hpp"

#include "weft/app/ranks.hpp"
#include "weft/base/parse.hpp"
#include "weft/collective/arrangement.hpp"
#include "weft/facts/nccl.hpp"
#include "weft/facts/nics.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace weft::app {
namespace {

using collective::Fabric;
using collective::LibraryMachine;
using collective::Stack;
using topology::ComponentKind;
using topology::Topology;

template <class Row>
const Row* model_of(const Topology& topology, ComponentId id,
                    const Row* (*by_name)(std::string_view), const Row* (*by_id)(facts::PciId)) {
  const auto& attributes = topology.attributes(id);
  if (const Row* named = by_name(attributes.get("model"))) return named;
  const auto number = [&](std::string_view key) {
    std::string_view text = attributes.get(key);
    if (text.starts_with("0x")) text.remove_prefix(2);
    return std::string(text);
  };
  const auto id_of = facts::parse_pci_id(number("vendor") + ":" + number("device"));
  return id_of ? by_id(*id_of) : nullptr;
}

const facts::Gpu* gpu_model(const Topology& topology, ComponentId gpu) {
  return model_of<facts::Gpu>(topology, gpu, facts::find_gpu, facts::find_gpu);
}

int compute_capability(const Topology& topology, ComponentId gpu) {
  if (const auto* known = gpu_model(topology, gpu)) return known->sm;
  const auto stated = parse_integer(topology.attributes(gpu).get("sm"));
  return stated ? static_cast<int>(*stated) : 0;
}

bool switches_reduce(const Topology& topology) {
  for (const ComponentId id : topology.all(ComponentKind::nvswitch)) {
    const auto* chip =
        model_of<facts::NvSwitchChip>(topology, id, facts::find_nvswitch, facts::find_nvswitch);
    return chip != nullptr && chip->in_network;
  }
  return false;
}

Stack stack_of(const facts::Nic* nic, const link::LinkModel& line) {
  if (line.kind() == "infiniband") return Stack::infiniband;
  if (nic != nullptr && nic->name == "efa") return Stack::efa_v1;
  if (nic != nullptr && nic->name.starts_with("efa")) return Stack::efa_v2;
  return nic == nullptr || nic->rdma ? Stack::roce : Stack::tcp;
}

// Payload that a link carries for a NIC.
Bandwidth usable(const link::LinkModel& link) {
  return link.capacity() / link.load({.engine = link::Engine::nic}).forward;
}

// What leaves a port of a server: in a cluster its cable, of which the server itself knows nothing.
std::optional<topology::Link> line_of(const Topology& all, const topology::Link& to_port) {
  if (all.server_count() == 0 || to_port.model.kind() != "internal") return to_port;
  for (const LinkId id : all.links_of(Topology::in_instance(all.server(0), to_port.to)))
    if (const topology::Link cable = all.link(id); cable.model.kind() != "internal") return cable;
  return std::nullopt;
}

// `topology` is a server of `all`, or the same.
void add_nics(const Topology& topology, const Topology& all, LibraryMachine& machine) {
  for (const ComponentId nic : topology.all(ComponentKind::nic)) {
    const std::string_view role = topology.attributes(nic).get("role");
    if (!role.empty() && role != "compute") continue;
    const auto* model = model_of<facts::Nic>(topology, nic, facts::find_nic, facts::find_nic);
    Bandwidth lines{0};
    Bandwidth host{0};
    for (const LinkId id : topology.links_of(nic)) {
      const topology::Link link = topology.link(id);
      if (topology.kind(link.to) != ComponentKind::port) {
        host = std::max(host, usable(link.model));
        continue;
      }
      const auto line = line_of(all, link);
      if (!line) continue;
      lines += usable(line->model);
      machine.stack = stack_of(model, line->model);
    }
    machine.nic_rate += host > Bandwidth(0) ? std::min(lines, host) : lines;
  }
}

bool is_staged(const collective::Wiring& wiring) {
  for (const auto& order : wiring.rings.orders)
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto path =
          wiring.router->path(wiring.ranks[order[i]], wiring.ranks[order[(i + 1) % order.size()]],
                              link::Engine::kernel);
      if (path && path->mode == route::Mode::staged) return true;
    }
  return false;
}

// What every hop of the rings goes over; host memory or PCIe where one does.
Fabric fabric_of(const collective::Wiring& wiring) {
  for (const auto& order : wiring.rings.orders)
    for (std::size_t i = 0; i < order.size(); ++i)
      if (wiring.router->distance(wiring.ranks[order[i]],
                                  wiring.ranks[order[(i + 1) % order.size()]]) !=
          route::Distance::nvl)
        return Fabric::host;
  const Topology& topology = wiring.router->topology();
  for (const LinkId id : topology.links_of(wiring.ranks.front()))
    if (topology.link(id).model.kind() == "xgmi") return Fabric::xgmi;
  return Fabric::nvlink;
}

}  // namespace

Expected<LibraryMachine> library_machine(const Topology& topology, int nodes, int per_node,
                                         const route::Policy& policy) {
  const Topology& server = topology.server_count() > 0 ? topology.server(0).of() : topology;
  LibraryMachine machine;
  machine.nodes = nodes;
  machine.per_node = per_node;
  const auto gpus = server.all(ComponentKind::gpu);
  if (!gpus.empty()) {
    machine.sm = compute_capability(server, *gpus.begin());
    const auto* model = gpu_model(server, *gpus.begin());
    // What no peer may reach over PCIe, no NIC reaches either.
    machine.gpu_direct = policy.peer_access && (model == nullptr || model->peer_access);
  }
  if (per_node > 1) {
    const auto ranks = ranks_of(server, static_cast<unsigned>(per_node), 0);
    if (!ranks) return tl::make_unexpected(ranks.error());
    const route::Router router(server, policy);
    const auto wiring = collective::find_wiring(router, *ranks, std::nullopt);
    if (!wiring) return tl::make_unexpected(wiring.error());
    machine.fabric = fabric_of(*wiring);
    machine.ring_rate = wiring->rings.rate;
    machine.is_staged = machine.fabric == Fabric::host && is_staged(*wiring);
    const double own = facts::nccl().nvlink_GBps(machine.sm);
    if (wiring->rings.wiring == "switched" && machine.sm > 0 && own > 0) {
      // A ring for each link: NCCL's own rate of a link, which is what kernels reach.
      const Bandwidth links =
          gigabytes_per_second(own * static_cast<double>(wiring->rings.orders.size()));
      machine.ring_rate = links;
      if (switches_reduce(server))
        machine.nvls_rate =
            links *
            facts::nccl().nvls_efficiency[static_cast<std::size_t>(facts::nccl_gpu(machine.sm))];
    }
  } else {
    machine.ring_rate = kUnlimited;
  }
  add_nics(server, topology, machine);
  const auto nodes_of = server.all(ComponentKind::numa_node);
  if (!nodes_of.empty())
    machine.amd_host = server.attributes(*nodes_of.begin()).get("vendor") == "AuthenticAMD";
  return machine;
}

}  // namespace weft::app
