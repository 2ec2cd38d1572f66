#include "weft/app/flows.hpp"

#include "weft/app/flow_notes.hpp"
#include "weft/app/flow_routes.hpp"
#include "weft/app/flow_traffic.hpp"
#include "weft/app/write_output.hpp"
#include "weft/report/flow_report.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

constexpr std::size_t kMostLimits = 10;

// All that a report is made from; it lives as long as the report.
struct Played {
  std::shared_ptr<const topology::Topology> topology;  // null: the matrix names its links
  FlowTraffic traffic;
  RoutedFlows routed;
  simulate::FluidRun run;
  std::vector<std::uint32_t> shown;  // flows; steps that move nothing are none

  double time(std::size_t flow) const {
    return std::isfinite(run.end[flow]) ? run.end[flow] - run.start[flow] : run.end[flow];
  }
  std::string limit(std::uint32_t resource) const {
    if (resource == simulate::LevelSolver::kNone) return {};
    if (topology == nullptr) return std::to_string(resource);
    return topology->resource(routed.resources[resource]).name +
           (routed.alike > 1 ? " and all alike" : "");
  }
  double bytes(std::size_t flow) const {
    return traffic.matrix.rows.empty() ? traffic.flows[flow].bytes
                                       : traffic.matrix.rows[flow].bytes;
  }

  report::FlowRow row(std::size_t number) const {
    const std::uint32_t flow = shown[number];
    report::FlowRow row{.flow = {},
                        .src = {},
                        .dst = {},
                        .bytes = Bytes(bytes(flow)),
                        .time = Seconds(time(flow)),
                        .limit = limit(run.limit[flow]),
                        .alike = routed.alike};
    if (traffic.matrix.rows.empty()) {
      row.flow = std::to_string(number);
      row.src = std::to_string(traffic.flows[flow].src);
      row.dst = std::to_string(traffic.flows[flow].dst);
    } else {
      row.flow = traffic.matrix.rows[flow].flow;
      row.src = traffic.matrix.rows[flow].src;
      row.dst = traffic.matrix.rows[flow].dst;
    }
    return row;
  }
};

void find_shown(Played& played) {
  for (std::uint32_t f = 0; f < played.traffic.size(); ++f)
    if (played.traffic.is_flow(f)) played.shown.push_back(f);
}

double latest(const simulate::FluidRun& run) {
  return run.end.empty() ? 0 : *std::ranges::max_element(run.end);
}

std::vector<double> sorted_times(const Played& played) {
  std::vector<double> times;
  times.reserve(played.shown.size());
  for (const std::uint32_t flow : played.shown) times.push_back(played.time(flow));
  std::sort(times.begin(), times.end());
  return times;
}

double at(const std::vector<double>& times, double part) {
  return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1) + 0.5)];
}

// What limits most flows, most first; among equals as the names are sorted.
void add_limits(const Played& played, report::FlowReport& report) {
  std::vector<double> count(played.routed.capacity.size() + 1, 0);
  for (const std::uint32_t flow : played.shown) {
    const std::uint32_t limit = played.run.limit[flow];
    count[limit == simulate::LevelSolver::kNone ? count.size() - 1 : limit] += played.routed.alike;
  }
  std::vector<std::uint32_t> order(count.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&](std::uint32_t r) { return count[r] == 0; });
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return count[a] > count[b]; });
  const std::size_t listed = std::min(kMostLimits, order.size());
  for (std::size_t i = 0; i < listed; ++i)
    report.limits.emplace_back(
        count[order[i]], order[i] + 1 == count.size() ? std::string{} : played.limit(order[i]));
  report.further_limits = order.size() - listed;
}

report::FlowReport described(std::shared_ptr<const Played> played) {
  report::FlowReport report;
  report.traffic = played->traffic.name;
  const std::vector<double> times = sorted_times(*played);
  for (const std::uint32_t flow : played->shown)
    report.bytes = report.bytes + Bytes(played->bytes(flow) * played->routed.alike);
  report.flows = static_cast<double>(times.size()) * played->routed.alike;
  if (!times.empty()) {
    report.least = Seconds(times.front());
    report.median = Seconds(at(times, 0.5));
    report.most5 = Seconds(at(times, 0.95));
    report.most = Seconds(times.back());
  }
  report.end = Seconds(latest(played->run));
  add_limits(*played, report);
  report.rows = played->shown.size();
  report.row = [played](std::size_t number) { return played->row(number); };
  return report;
}

Report finished(report::FlowReport report, const FlowsRequest& request) {
  std::string text = request.csv ? to_csv(report) : to_text(report);
  return {std::move(text), Rendered([report = std::move(report)] { return to_json(report); })};
}

Expected<void> play_on(Played& played, const FlowsRequest& request,
                       const route::FlowRouting& routing) {
  auto routed = over_topology(played.traffic, request, *played.topology, routing);
  if (!routed) return tl::make_unexpected(std::move(routed.error()));
  played.routed = std::move(*routed);
  played.run = play(played.traffic, played.routed, request.symmetry);
  return {};
}

// The same traffic with other hashes.
Expected<report::FlowSpread> over_seeds(const FlowTraffic& traffic, const FlowsRequest& request,
                                        std::shared_ptr<const topology::Topology> topology,
                                        route::FlowRouting routing) {
  Played played{
      .topology = std::move(topology), .traffic = traffic, .routed = {}, .run = {}, .shown = {}};
  find_shown(played);
  std::vector<double> end, median, time95, most, load;
  for (std::uint32_t i = 0; i < request.seeds; ++i) {
    routing.seed = request.seed + i;
    if (auto done = play_on(played, request, routing); !done)
      return tl::make_unexpected(std::move(done.error()));
    const std::vector<double> times = sorted_times(played);
    end.push_back(latest(played.run));
    median.push_back(at(times, 0.5));
    time95.push_back(at(times, 0.95));
    most.push_back(times.back());
    load.push_back(most_flows(played.routed));
  }
  return report::FlowSpread{request.seeds,
                            report::spread_of(std::move(end)),
                            report::spread_of(std::move(median)),
                            report::spread_of(std::move(time95)),
                            report::spread_of(std::move(most)),
                            report::spread_of(std::move(load))};
}

Expected<void> check_options(const FlowsRequest& request) {
  if (request.generate.empty() && !request.csv_out.empty())
    return fail("OPTION_CONFLICT", "--csv-out writes generated traffic, and none is generated",
                "Give --generate PATTERN.");
  if (request.topology.name.empty() && request.generate.empty() &&
      (request.routing || request.queue_pairs > 1 || request.seeds > 1))
    return fail("OPTION_CONFLICT", "a matrix that names its links has paths already",
                "Leave out --routing, --qps and --seeds, or name a topology.");
  if (request.generate.empty() || !request.topology.name.empty()) return {};
  return fail("OPTION_CONFLICT", "generated traffic needs a topology",
              "Name it with --on, as --on fat-tree:k=16.");
}

Expected<Report> over_links(FlowTraffic traffic, const FlowsRequest& request) {
  auto routed = over_named_links(traffic, request);
  if (!routed) return tl::make_unexpected(std::move(routed.error()));
  auto played = std::make_shared<Played>(Played{.topology = nullptr,
                                                .traffic = std::move(traffic),
                                                .routed = std::move(*routed),
                                                .run = {},
                                                .shown = {}});
  played->run = play(played->traffic, played->routed, request.symmetry);
  find_shown(*played);
  return finished(described(std::move(played)), request);
}

}  // namespace

Expected<Report> flows(const FlowsRequest& request) {
  if (auto fits = check_options(request); !fits) return tl::make_unexpected(fits.error());
  if (request.topology.name.empty())
    return read_flows(request).and_then(
        [&](FlowTraffic&& traffic) { return over_links(std::move(traffic), request); });
  auto opened = open(request.topology);
  if (!opened) return tl::make_unexpected(std::move(opened.error()));
  auto played = std::make_shared<Played>();
  played->topology = std::make_shared<const topology::Topology>(std::move(opened->topology));
  const topology::Topology& topology = *played->topology;
  auto traffic = request.generate.empty()
                     ? read_flows(request)
                     : generated_flows(request, topology, is_alike(request, topology));
  if (!traffic) return tl::make_unexpected(std::move(traffic.error()));
  played->traffic = std::move(*traffic);
  if (request.generate.empty())
    if (auto found = find_ends(played->traffic, topology); !found)
      return tl::make_unexpected(std::move(found.error()));
  if (!request.csv_out.empty())
    if (auto written = write_output(request.csv_out, to_csv(played->traffic)); !written)
      return tl::make_unexpected(std::move(written.error()));
  find_shown(*played);
  const route::FlowRouting routing = routing_of(request, topology);
  if (auto done = play_on(*played, request, routing); !done)
    return tl::make_unexpected(std::move(done.error()));
  report::FlowReport report = described(played);
  report.topology = topology.name();
  if (!topology.networks().empty()) report.routing = print_routing(routing);
  report.warnings = std::move(opened->warnings);
  if (request.seeds > 1) {
    auto spread = over_seeds(played->traffic, request, played->topology, routing);
    if (!spread) return tl::make_unexpected(std::move(spread.error()));
    report.spread = std::move(*spread);
  }
  for (Warning& note : fluid_notes(played->traffic, played->routed, played->run, routing, topology,
                                   request.seeds > 1))
    report.warnings.push_back(std::move(note));
  return finished(std::move(report), request);
}

}  // namespace weft::app
