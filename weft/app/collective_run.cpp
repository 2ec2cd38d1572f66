#include "weft/app/collective_run.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/parse.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

using schedule::Collective;
using topology::ComponentKind;

Expected<std::vector<ComponentId>> ranks_of(const topology::Topology& topology,
                                            std::optional<unsigned> wanted) {
  auto all = topology.all(ComponentKind::gpu);
  if (all.empty()) all = topology.all(ComponentKind::host);
  if (all.empty())
    return fail("NO_GPUS",
                fmt::format("'{}' shows no GPUs to run a collective on", topology.name()),
                topology.all(ComponentKind::pci_device).empty()
                    ? "`weft show` lists what it has."
                    : "It lists PCI devices without a class, so nothing tells which are GPUs.");
  std::vector<ComponentId> ranks(all.begin(), all.end());
  if (wanted && *wanted > ranks.size())
    return fail("RANKS_TOO_MANY",
                fmt::format("{} ranks were asked for and '{}' has {} GPUs", *wanted,
                            topology.name(), ranks.size()),
                "One GPU takes one rank.");
  if (wanted) ranks.resize(*wanted);
  return ranks;
}

// A factor this close to 1 would be printed as 1 and explain nothing.
constexpr double kUnity = 1e-4;

// nccl-tests counts elements of what one rank contributes or receives.
std::uint64_t element_count(Collective collective, Bytes size, std::size_t ranks) {
  constexpr double kFloat = 4;
  const bool concatenation = schedule::busbw_factor(collective, ranks) < 1;
  const double parts = concatenation ? static_cast<double>(ranks) : 1;
  return static_cast<std::uint64_t>(size.value() / kFloat / parts);
}

simulate::MessageCost cost_of(const collective::Protocol& protocol) {
  return {.launch = protocol.launch,
          .over_fabric = protocol.over_fabric,
          .over_pcie = protocol.over_pcie,
          .over_network = protocol.over_network,
          .hardware_latency = false,
          .expansion = 1 / protocol.payload_share};
}

// LL128 relies on 128-byte stores that stay whole, which NCCL trusts NVLink alone to do.
bool works_over(const collective::Protocol& protocol, bool all_over_fabric) {
  return std::string_view(protocol.name) != "LL128" || all_over_fabric;
}

}  // namespace

Expected<CollectiveRun> CollectiveRun::make(const topology::Topology& topology,
                                            Collective collective, const PredictRequest& request) {
  CollectiveRun run(topology, route::Router(topology, request.policy));
  run.collective_ = collective;
  run.algorithm_ = &collective::default_algorithm(collective);
  if (!request.algorithm.empty()) {
    const auto algorithm = collective::find_algorithm(request.algorithm);
    if (!algorithm) return tl::make_unexpected(algorithm.error());
    run.algorithm_ = *algorithm;
  }
  if (!does(*run.algorithm_, collective))
    return fail("ALGORITHM_UNFIT",
                fmt::format("{} does not do {}", run.algorithm_->name, word(collective)),
                "`weft algorithms` lists what each does.");

  auto ranks = ranks_of(topology, request.ranks);
  if (!ranks) return tl::make_unexpected(std::move(ranks.error()));
  run.ranks_ = std::move(*ranks);
  if (request.root >= run.ranks_.size())
    return fail("ROOT_INVALID",
                fmt::format("the root is rank {} of {}", request.root, run.ranks_.size()),
                "Ranks count from 0.");
  auto plan = collective::find_rings(run.router_, run.ranks_);
  if (!plan) return tl::make_unexpected(std::move(plan.error()));
  run.plan_ = std::move(*plan);
  run.placement_ = std::make_shared<schedule::Placement>(run.ranks_, run.plan_.orders);
  run.root_ = request.root;

  bool all_over_fabric = true;
  for (const auto& order : run.plan_.orders)
    for (std::size_t i = 0; i < order.size(); ++i)
      all_over_fabric =
          all_over_fabric &&
          run.router_.distance(run.ranks_[order[i]], run.ranks_[order[(i + 1) % order.size()]]) ==
              route::Distance::nvl;
  if (!request.protocol.empty()) {
    const auto protocol = collective::find_ring_protocol(request.protocol);
    if (!protocol) return tl::make_unexpected(protocol.error());
    run.protocols_ = {*protocol};
  } else {
    for (const collective::Protocol& protocol : collective::ring_protocols())
      if (works_over(protocol, all_over_fabric)) run.protocols_.push_back(&protocol);
  }
  return run;
}

std::string CollectiveRun::how() const {
  const bool rings = std::string_view(algorithm_->name) == "ring";
  return fmt::format("{} ranks, {} {}{} over {} wiring", ranks_.size(), plan_.orders.size(),
                     rings ? "ring" : "channel", plan_.orders.size() == 1 ? "" : "s", plan_.wiring);
}

Expected<CollectiveRun::Candidate> CollectiveRun::candidate(const collective::Protocol& protocol,
                                                            Bytes size) const {
  const auto channels = static_cast<std::uint32_t>(plan_.orders.size());
  const double per_channel = size.value() / channels;
  const std::uint64_t pieces = pipelines(*algorithm_, collective_)
                                   ? static_cast<std::uint64_t>(std::max(
                                         1.0, std::ceil(per_channel / protocol.piece.value())))
                                   : 1;
  auto known = prepared_.find(pieces);
  if (known == prepared_.end()) {
    auto schedule = build(*algorithm_, collective_,
                          {.ranks = static_cast<schedule::Rank>(ranks_.size()),
                           .root = root_,
                           .channels = channels,
                           .pieces = pieces});
    if (!schedule) return tl::make_unexpected(std::move(schedule.error()));
    Candidate fresh;
    fresh.schedule = std::make_shared<const schedule::Schedule>(std::move(*schedule));
    auto simulator = simulate::Simulator::make(*fresh.schedule, *placement_, router_);
    if (!simulator) return tl::make_unexpected(std::move(simulator.error()));
    fresh.simulator = std::make_shared<const simulate::Simulator>(std::move(*simulator));
    known = prepared_.emplace(pieces, std::move(fresh)).first;
  }
  Candidate result = known->second;
  result.protocol = &protocol;
  result.cost = cost_of(protocol);
  result.timeline = result.simulator->run(size, result.cost);
  return result;
}

Expected<CollectiveRun::Candidate> CollectiveRun::fastest(Bytes size,
                                                          const std::string& protocol) const {
  std::optional<Candidate> best;
  for (const collective::Protocol* p : protocols_) {
    if (!protocol.empty() && protocol != p->name) continue;
    auto next = candidate(*p, size);
    if (!next) return next;
    if (!best || next->timeline.end < best->timeline.end) best = std::move(*next);
  }
  WEFT_ASSERT(best.has_value(), "at least one protocol is left");
  return std::move(*best);
}

Expected<report::PredictionRow> CollectiveRun::row(Bytes size) const {
  const auto best = fastest(size, "");
  if (!best) return tl::make_unexpected(best.error());
  report::PredictionRow row;
  row.size = size;
  row.count = element_count(collective_, size, ranks_.size());
  row.time = best->timeline.end;
  row.algbw = size / row.time;
  row.busbw = row.algbw * schedule::busbw_factor(collective_, ranks_.size());
  row.algorithm = algorithm_->name;
  row.protocol = best->protocol->name;
  row.channels = best->schedule->channels;
  const auto why = explain::explain(*best->simulator, best->timeline, size, best->cost);
  row.limit = why.limit;
  row.second = why.second;
  return row;
}

Expected<void> CollectiveRun::explain_last(const report::PredictionRow& row,
                                           report::Prediction& out) const {
  const auto best = fastest(row.size, row.protocol);
  if (!best) return tl::make_unexpected(best.error());
  out.waterfall_of = row.limit.text;
  // Where latency is the limit, the resource behind it still has a waterfall.
  const explain::Cause& resource = row.limit.is_resource ? row.limit : row.second;
  if (resource.is_resource) {
    out.waterfall = waterfall(*best, resource, row.size, row.busbw);
    if (!row.limit.is_resource) out.waterfall_of += "; behind it " + resource.text;
  }
  out.gains = explain::gains(*best->simulator, best->timeline, row.size, best->cost);
  return {};
}

// How the rings put bytes on a link; nothing where no ring crosses it.
std::optional<link::Transfer> CollectiveRun::transfer_over(LinkId link) const {
  for (const auto& order : plan_.orders)
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto path = router_.path(ranks_[order[i]], ranks_[order[(i + 1) % order.size()]],
                                     link::Engine::kernel);
      if (!path) continue;
      for (const route::Hop& hop : path->hops)
        for (const route::Stripe& stripe : hop.stripes)
          if (stripe.link == link) return hop.transfer;
    }
  return std::nullopt;
}

std::vector<report::FactorLine> CollectiveRun::waterfall(const Candidate& candidate,
                                                         const explain::Cause& limit, Bytes size,
                                                         Bandwidth busbw) const {
  std::vector<report::FactorLine> lines;
  const auto add = [&](std::string name, Bandwidth after, std::string source) {
    const double factor = after / lines.back().after;
    if (std::abs(factor - 1) < kUnity) return;
    lines.push_back(
        {std::move(name), "x " + print_number(factor), factor, after, std::move(source)});
  };
  const Bandwidth capacity = topology_->capacity(limit.resource);
  if (limit.resource.index() < topology_->link_count()) {
    const LinkId id(limit.resource.index());
    const auto transfer = transfer_over(id).value_or(link::Transfer{});
    const link::LinkModel& model = topology_->link(id).model;
    lines = report::factor_lines(model.waterfall(transfer));
    const link::Load load = model.load(transfer);
    add("acknowledgements and requests of the other direction",
        capacity / (load.forward + load.reverse), "both directions are busy in a ring");
  } else {
    lines.push_back({"shared capacity", print_rate(capacity), in_gigabytes_per_second(capacity),
                     capacity, topology_->shared(limit.resource).source});
  }
  // What the resource carried, against the bytes that bus bandwidth counts.
  Bytes carried{0};
  for (const auto& use : candidate.timeline.resources)
    if (use.resource == limit.resource) carried = use.wire_bytes;
  const double counted = size.value() * schedule::busbw_factor(collective_, ranks_.size());
  const double payload = carried.value() / candidate.cost.expansion;
  const double part = payload / counted / (capacity / lines.back().after);
  add(part < 1 ? fmt::format("it carries 1/{} of the bus traffic", print_number(1 / part))
               : fmt::format("it carries {} times the bus traffic", print_number(part)),
      capacity * (counted / payload), "schedule and placement");
  add(fmt::format("protocol {}: payload of the bytes sent", candidate.protocol->name),
      lines.back().after / candidate.cost.expansion, "NCCL src/include/device.h");
  add("time spent on launch, latency and waiting", busbw, "simulated");
  return lines;
}

}  // namespace weft::app
