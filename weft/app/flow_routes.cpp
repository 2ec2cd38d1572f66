#include "weft/app/flow_routes.hpp"

#include "weft/topology/network/plan.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

using simulate::FlowUse;
using topology::Routing;

tl::unexpected<Error> at_line(Error error, const FlowTraffic& traffic, std::size_t flow) {
  if (traffic.line(flow) > 0) error.where = {traffic.name, traffic.line(flow)};
  return tl::make_unexpected(std::move(error));
}

// Hosts of a network are its endpoints, by number.
Expected<RoutedFlows> over_hosts(const FlowTraffic& traffic, const FlowsRequest& request,
                                 const topology::Topology& topology,
                                 const topology::Network& network,
                                 const route::FlowRouting& routing) {
  RoutedFlows routed;
  routed.parts = request.queue_pairs;
  routed.network = std::make_unique<simulate::NetworkFlows>(topology, network, routing);
  const bool waits = routing.routing == Routing::adaptive;
  if (waits)
    routed.adaptive = std::make_unique<simulate::AdaptivePaths>(
        *routed.network, network.plan->cable_count(), routing.rebalanced);
  std::vector<std::uint32_t> endpoint;
  for (const ComponentId end : traffic.ends)
    endpoint.push_back(static_cast<std::uint32_t>(end.index() - network.first_host));
  const bool alike = is_alike(request, topology);
  if (alike) routed.alike = static_cast<double>(traffic.ends.size());
  routed.paths.offset.reserve(traffic.flows.size() * routed.parts + 1);
  for (std::uint32_t f = 0; f < traffic.flows.size(); ++f) {
    const std::uint32_t from = endpoint[traffic.flows[f].src];
    const std::uint32_t to = endpoint[traffic.flows[f].dst];
    for (std::uint32_t part = 0; part < routed.parts; ++part) {
      const route::FlowIdentity identity{f, part};
      if (waits) {
        routed.adaptive->add({from, to, identity});
        continue;
      }
      const auto added = alike ? routed.network->add_class_path(to, routed.paths)
                               : routed.network->add(from, to, identity, routed.paths);
      if (!added) return at_line(added.error(), traffic, f);
    }
    if (!waits) routed.latency.push_back(from == to ? Seconds(0) : routed.network->latency());
  }
  routed.capacity = routed.network->capacity();
  for (std::uint32_t r = 0; r < routed.capacity.size(); ++r)
    routed.resources.push_back(topology::Topology::resource_of(routed.network->link(r)));
  return routed;
}

}  // namespace

const topology::Network* host_network(const topology::Topology& topology) {
  for (const topology::Network& network : topology.networks())
    if (network.outlets.empty()) return &network;
  return nullptr;
}

route::FlowRouting routing_of(const FlowsRequest& request, const topology::Topology& topology) {
  route::FlowRouting routing;
  if (request.routing)
    routing = *request.routing;
  else if (!topology.networks().empty())
    routing.routing = topology.networks().front().routing;
  routing.seed = request.seed;
  return routing;
}

bool is_alike(const FlowsRequest& request, const topology::Topology& topology) {
  const topology::Network* network = host_network(topology);
  const auto pattern = simulate::find_traffic_pattern(request.generate);
  if (network == nullptr || !pattern || !(*pattern)->is_alike || !request.symmetry ||
      request.least != request.most || request.queue_pairs != 1 || request.seeds > 1 ||
      !request.csv_out.empty())
    return false;
  const route::FlowRouting routing = routing_of(request, topology);
  const bool is_regular =
      routing.routing == Routing::fixed || (routing.routing == Routing::spray && routing.ways == 0);
  const std::uint32_t hosts = request.hosts > 0 ? request.hosts : network->plan->endpoints();
  return is_regular && hosts > 1 && network->plan->is_alike_from(hosts);
}

Expected<RoutedFlows> over_named_links(const FlowTraffic& traffic, const FlowsRequest& request) {
  if (!traffic.matrix.has_links)
    return fail("TRAFFIC_LINKS", "the matrix has no column links, and no topology is given",
                "`weft flows TOPOLOGY FILE.csv` finds the paths.", {request.traffic});
  if (!request.capacity)
    return fail("TRAFFIC_CAPACITY", "the matrix names links, and nothing says how fast they are",
                "Say it for every link: --capacity 12.5GB/s.", {request.traffic});
  RoutedFlows routed;
  std::uint32_t links = 0;
  std::vector<FlowUse> path;
  for (const io::TrafficRow& row : traffic.matrix.rows) {
    path.clear();
    for (const std::uint32_t link : row.links) {
      path.push_back({link, 1.0});
      links = std::max(links, link + 1);
    }
    routed.paths.add(path);
  }
  routed.capacity.assign(links, request.capacity->value());
  return routed;
}

Expected<RoutedFlows> over_topology(const FlowTraffic& traffic, const FlowsRequest& request,
                                    const topology::Topology& topology,
                                    const route::FlowRouting& routing) {
  if (request.capacity)
    return fail("OPTION_CONFLICT", "--capacity is for matrices that name their links",
                "Leave it out: the topology knows its links.");
  const auto is_host = [&](ComponentId id) {
    return topology.kind(id) == topology::ComponentKind::host;
  };
  if (const topology::Network* network = host_network(topology);
      network != nullptr && std::ranges::all_of(traffic.ends, is_host))
    return over_hosts(traffic, request, topology, *network, routing);
  route::Policy policy = request.policy;
  // Else every network goes by its own.
  if (request.routing || routing.is_by_chance()) policy.routing = routing;
  const route::Router router(topology, policy);
  RoutedFlows routed;
  routed.parts = request.queue_pairs;
  std::unordered_map<std::uint32_t, std::uint32_t> dense;
  std::vector<route::Use> uses;
  std::vector<FlowUse> path;
  for (std::uint32_t f = 0; f < traffic.flows.size(); ++f) {
    const ComponentId from = traffic.ends[traffic.flows[f].src];
    const ComponentId to = traffic.ends[traffic.flows[f].dst];
    routed.latency.push_back(Seconds(0));
    for (std::uint32_t part = 0; part < routed.parts; ++part) {
      uses.clear();
      path.clear();
      if (from != to) {
        const auto found = router.traffic(from, to, link::Engine::kernel, uses, {f, part});
        if (!found) return at_line(found.error(), traffic, f);
        routed.latency.back() = found->latency;
      }
      for (const route::Use& use : uses) {
        const auto [known, is_new] = dense.try_emplace(
            use.resource.value, static_cast<std::uint32_t>(routed.resources.size()));
        if (is_new) {
          routed.resources.push_back(use.resource);
          routed.capacity.push_back(topology.capacity(use.resource).value());
        }
        path.push_back({known->second, use.weight});
      }
      routed.paths.add(path);
    }
  }
  return routed;
}

simulate::FluidRun play(const FlowTraffic& traffic, RoutedFlows& routed, bool symmetry) {
  const std::uint32_t parts = routed.parts;
  const std::size_t count = traffic.size();
  std::vector<simulate::FluidFlow> flows;
  flows.reserve(count * parts);
  simulate::FlowOrder order;
  for (std::size_t f = 0; f < count; ++f) {
    simulate::FluidFlow flow;
    if (traffic.matrix.rows.empty()) {
      flow.bytes = traffic.flows[f].bytes / parts;
    } else {
      const io::TrafficRow& row = traffic.matrix.rows[f];
      flow = {.bytes = row.bytes / parts, .start = row.start, .delay = row.delay};
    }
    for (std::uint32_t part = 0; part < parts; ++part) flows.push_back(flow);
  }
  for (const auto& [before, after] : traffic.matrix.waits)
    for (std::uint32_t i = 0; i < parts; ++i)
      for (std::uint32_t k = 0; k < parts; ++k)
        order.pairs.emplace_back(before * parts + i, after * parts + k);
  simulate::FluidRun run =
      routed.adaptive != nullptr
          ? simulate::play(routed.adaptive->paths(), routed.capacity, flows, {}, order,
                           {.chooser = routed.adaptive.get()})
          : simulate::play(routed.paths, routed.capacity, flows, {}, order, {.reduces = symmetry});
  if (parts == 1) return run;
  for (std::size_t f = 0; f < count; ++f)
    for (std::size_t i = f * parts; i < (f + 1) * parts; ++i) {
      if (i > f * parts && run.end[i] <= run.end[f]) continue;
      run.start[f] = run.start[i];
      run.end[f] = run.end[i];
      run.limit[f] = run.limit[i];
    }
  for (auto* each : {&run.start, &run.end}) each->resize(count);
  run.limit.resize(count);
  return run;
}

}  // namespace weft::app
