#include "weft/app/collective_run.hpp"

#include "weft/app/collective_waterfall.hpp"
#include "weft/app/element_count.hpp"
#include "weft/base/assert.hpp"
#include "weft/collective/host_staging.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

#include <fmt/format.h>

namespace weft::app {
namespace {

using schedule::Collective;

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

Expected<CollectiveRun> CollectiveRun::make(const collective::Wiring& wiring,
                                            const collective::Algorithm& algorithm,
                                            Collective collective, const PredictRequest& request) {
  CollectiveRun run(wiring);
  run.collective_ = collective;
  run.algorithm_ = &algorithm;
  auto arrangement = arrange(wiring, algorithm, collective);
  if (!arrangement) return tl::make_unexpected(std::move(arrangement.error()));
  run.arrangement_ = std::move(*arrangement);
  run.placement_ = std::make_shared<schedule::Placement>(wiring.ranks, run.arrangement_.orders);
  if (auto chosen = run.choose_protocols(request.protocol); !chosen)
    return tl::make_unexpected(std::move(chosen.error()));
  return run;
}

Expected<void> CollectiveRun::choose_protocols(const std::string& wanted) {
  if (!wanted.empty()) {
    const auto protocol = collective::find_protocol(wanted, algorithm_->costs);
    if (!protocol) return tl::make_unexpected(protocol.error());
    protocols_ = {*protocol};
    return {};
  }
  const auto schedule = build(*algorithm_, collective_, arrangement_.shape);
  if (!schedule) return tl::make_unexpected(schedule.error());
  const bool fabric = all_over_fabric(*schedule);
  for (const collective::Protocol& protocol : collective::protocols(algorithm_->costs))
    if (works_over(protocol, fabric)) protocols_.push_back(&protocol);
  return {};
}

bool CollectiveRun::all_over_fabric(const schedule::Schedule& schedule) const {
  return !find_message(schedule, *placement_, [&](ComponentId from, ComponentId to) {
    return wiring_->router->distance(from, to) != route::Distance::nvl;
  });
}

std::string CollectiveRun::how() const {
  return fmt::format("{} ranks, {}", wiring_->ranks.size(), arrangement_.how);
}

CollectiveRun::Cut CollectiveRun::cut(const collective::Protocol& protocol, Bytes size) const {
  const double per_channel = size.value() / arrangement_.channels;
  const double ranks = static_cast<double>(wiring_->ranks.size());
  Cut cut{1, 0};
  if (pipelines(*algorithm_, collective_))
    cut.first =
        static_cast<std::uint64_t>(std::max(1.0, std::ceil(per_channel / protocol.piece.value())));
  if (algorithm_->bundles && per_channel > 0)
    cut.second = static_cast<std::uint64_t>(
        std::clamp(std::floor(protocol.piece.value() / (per_channel / ranks)), 1.0, ranks));
  return cut;
}

Expected<CollectiveRun::Candidate> CollectiveRun::prepared(const Cut& cut) const {
  if (const auto known = prepared_.find(cut); known != prepared_.end()) return known->second;
  collective::Shape shape = arrangement_.shape;
  shape.pieces = cut.first;
  shape.bundle = cut.second;
  auto schedule = build(*algorithm_, collective_, shape);
  if (!schedule) return tl::make_unexpected(std::move(schedule.error()));
  Candidate fresh;
  fresh.schedule = std::make_shared<const schedule::Schedule>(std::move(*schedule));
  auto simulator = simulate::Simulator::make(*fresh.schedule, *placement_, *wiring_->router);
  if (!simulator) return tl::make_unexpected(std::move(simulator.error()));
  fresh.simulator = std::make_shared<const simulate::Simulator>(std::move(*simulator));
  return prepared_.emplace(cut, std::move(fresh)).first->second;
}

Expected<CollectiveRun::Candidate> CollectiveRun::candidate(const collective::Protocol& protocol,
                                                            Bytes size) const {
  auto result = prepared(cut(protocol, size));
  if (!result) return result;
  result->protocol = &protocol;
  result->cost = cost_of(protocol);
  result->cost.staged_turns =
      collective::staged_turns(*algorithm_, collective_, arrangement_.shape);
  result->timeline = result->simulator->run(size, result->cost);
  if (!result->timeline.finished)
    return fail(
        "SIMULATION_TOO_LONG",
        fmt::format("{} over {} ranks with {} has too many different steps: its simulation "
                    "was broken off at {:.4g} ms",
                    algorithm_->name, wiring_->ranks.size(), protocol.name,
                    in_microseconds(result->timeline.end) / 1e3),
        "Fewer ranks, fewer faults or another --algorithm; steps that repeat cost nothing.");
  return result;
}

namespace {

// What the fullest resource alone takes with another share of payload: no schedule ends sooner.
Seconds least_time(const schedule::Timeline& timeline, double expansion) {
  double fullest = 0;
  for (const schedule::ResourceUse& use : timeline.resources)
    fullest = std::max(fullest, use.utilisation);
  return timeline.end * fullest * expansion;
}

}  // namespace

Expected<CollectiveRun::Candidate> CollectiveRun::fastest(Bytes size,
                                                          const std::string& protocol) const {
  // Those that send the least first: they have the largest pieces, and show when others cannot be
  // faster.
  std::vector<const collective::Protocol*> order = protocols_;
  std::ranges::stable_sort(order, std::greater{}, &collective::Protocol::payload_share);
  Expected<Candidate> best =
      fail("PROTOCOL_UNKNOWN", fmt::format("no protocol '{}' is left", protocol));
  for (const collective::Protocol* p : order) {
    if (!protocol.empty() && protocol != p->name) continue;
    if (best && least_time(best->timeline, best->protocol->payload_share / p->payload_share) >=
                    best->timeline.end)
      continue;
    auto next = candidate(*p, size);
    if (!next && !best) return next;  // the others have more steps still
    if (!best || (next && next->timeline.end < best->timeline.end)) best = std::move(next);
  }
  return best;
}

Expected<report::PredictionRow> CollectiveRun::row(Bytes size) const {
  const auto best = fastest(size, "");
  if (!best) return tl::make_unexpected(best.error());
  const std::size_t ranks = wiring_->ranks.size();
  report::PredictionRow row;
  row.size = size;
  row.count = element_count(collective_, size, ranks);
  row.time = best->timeline.end;
  row.algbw = size / row.time;
  row.busbw = row.algbw * schedule::busbw_factor(collective_, ranks);
  row.algorithm = algorithm_->name;
  row.protocol = best->protocol->name;
  row.channels = arrangement_.channels;
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
  if (resource.is_resource && row.size > Bytes(0)) {
    out.waterfall = collective_waterfall({.schedule = *best->schedule,
                                          .placement = *placement_,
                                          .router = *wiring_->router,
                                          .simulator = *best->simulator,
                                          .timeline = best->timeline,
                                          .protocol = *best->protocol},
                                         resource.resource, row.size, row.busbw);
    if (!row.limit.is_resource) out.waterfall_of += "; behind it " + resource.text;
  }
  out.gains = explain::gains(*best->simulator, best->timeline, row.size, best->cost);
  return {};
}

}  // namespace weft::app
