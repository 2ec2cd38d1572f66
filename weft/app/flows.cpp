#include "weft/app/flows.hpp"

#include "weft/base/parse.hpp"
#include "weft/io/traffic_csv.hpp"
#include "weft/report/flow_report.hpp"
#include "weft/simulate/fluid.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

using simulate::FlowPaths;
using simulate::FlowUse;

// A matrix of a million flows with their links.
constexpr std::size_t kMostBytes = std::size_t{1} << 30U;

// What flows take and what there is, whatever named it.
struct Routed {
  FlowPaths paths;
  std::vector<double> capacity;
  std::function<std::string(std::uint32_t)> name;  // of a resource
};

Expected<Routed> over_named_links(const io::TrafficMatrix& matrix, const FlowsRequest& request) {
  if (!matrix.has_links)
    return fail("TRAFFIC_LINKS", "the matrix has no column links, and no topology is given",
                "`weft flows TOPOLOGY FILE.csv` finds the paths.", {request.traffic});
  if (!request.capacity)
    return fail("TRAFFIC_CAPACITY", "the matrix names links, and nothing says how fast they are",
                "Say it for every link: --capacity 12.5GB/s.", {request.traffic});
  Routed routed;
  std::uint32_t links = 0;
  std::vector<FlowUse> path;
  for (const io::TrafficRow& row : matrix.rows) {
    path.clear();
    for (const std::uint32_t link : row.links) {
      path.push_back({link, 1.0});
      links = std::max(links, link + 1);
    }
    routed.paths.add(path);
  }
  routed.capacity.assign(links, request.capacity->value());
  routed.name = [](std::uint32_t link) { return std::to_string(link); };
  return routed;
}

// A name, or the number of a GPU or host.
Expected<ComponentId> end_of(const topology::Topology& topology, const std::string& name) {
  const auto number = parse_integer(name);
  if (!number) return topology.find(name);
  auto ends = topology.all(topology::ComponentKind::gpu);
  if (ends.empty()) ends = topology.all(topology::ComponentKind::host);
  if (*number < 0 || static_cast<std::size_t>(*number) >= ends.size())
    return fail("COMPONENT_UNKNOWN",
                fmt::format("there is no end number {}; '{}' has {}", *number, topology.name(),
                            ends.size()),
                "Ends are numbered from 0, GPUs first; names of `weft show` do as well.");
  return ends[static_cast<std::size_t>(*number)];
}

Expected<Routed> over_topology(const io::TrafficMatrix& matrix, const topology::Topology& topology,
                               const FlowsRequest& request) {
  if (request.capacity)
    return fail("OPTION_CONFLICT", "--capacity is for matrices that name their links",
                "Leave it out: the topology knows its links.");
  const route::Router router(topology, request.policy);
  Routed routed;
  std::map<std::uint32_t, std::uint32_t> dense;
  std::vector<ResourceId> resources;
  std::vector<route::Use> uses;
  std::vector<FlowUse> path;
  for (const io::TrafficRow& row : matrix.rows) {
    const auto here = [&](Error error) {
      error.where = {request.traffic, row.line};
      return tl::make_unexpected(std::move(error));
    };
    const auto from = end_of(topology, row.src);
    if (!from) return here(from.error());
    const auto to = end_of(topology, row.dst);
    if (!to) return here(to.error());
    uses.clear();
    path.clear();
    if (*from != *to)
      if (const auto found = router.traffic(*from, *to, link::Engine::kernel, uses); !found)
        return here(found.error());
    for (const route::Use& use : uses) {
      const auto [known, is_new] =
          dense.try_emplace(use.resource.value, static_cast<std::uint32_t>(resources.size()));
      if (is_new) {
        resources.push_back(use.resource);
        routed.capacity.push_back(topology.capacity(use.resource).value());
      }
      path.push_back({known->second, use.weight});
    }
    routed.paths.add(path);
  }
  routed.name = [resources, &topology](std::uint32_t resource) {
    return topology.resource(resources[resource]).name;
  };
  return routed;
}

report::FlowReport played(const io::TrafficMatrix& matrix, const Routed& routed) {
  std::vector<simulate::FluidFlow> flows;
  for (const io::TrafficRow& row : matrix.rows)
    flows.push_back({.bytes = row.bytes, .start = row.start});
  const simulate::FluidRun run = play(routed.paths, routed.capacity, flows);
  report::FlowReport report;
  for (std::size_t f = 0; f < flows.size(); ++f) {
    const io::TrafficRow& row = matrix.rows[f];
    const std::uint32_t limit = run.limit[f];
    report.rows.push_back(
        {row.flow, row.src, row.dst, Bytes(row.bytes), Seconds(run.end[f] - row.start),
         limit == simulate::LevelSolver::kNone ? std::string{} : routed.name(limit)});
    report.end = std::max(report.end, Seconds(run.end[f]));
  }
  return report;
}

Report finished(report::FlowReport report, const FlowsRequest& request) {
  report.traffic = request.traffic;
  return {request.csv ? to_csv(report) : to_text(report), to_json(report)};
}

}  // namespace

Expected<Report> flows(const FlowsRequest& request) {
  const auto text = read_input(request.traffic, kMostBytes, "a traffic matrix");
  if (!text) return tl::make_unexpected(text.error());
  const auto matrix = io::read_traffic_csv(request.traffic, *text);
  if (!matrix) return tl::make_unexpected(matrix.error());
  if (request.topology.name.empty()) {
    const auto routed = over_named_links(*matrix, request);
    if (!routed) return tl::make_unexpected(routed.error());
    return finished(played(*matrix, *routed), request);
  }
  auto opened = open(request.topology);
  if (!opened) return tl::make_unexpected(std::move(opened.error()));
  const auto routed = over_topology(*matrix, opened->topology, request);
  if (!routed) return tl::make_unexpected(routed.error());
  report::FlowReport report = played(*matrix, *routed);
  report.topology = opened->topology.name();
  report.warnings = std::move(opened->warnings);
  return finished(std::move(report), request);
}

}  // namespace weft::app
