#include "weft/app/flow_traffic.hpp"

#include "weft/base/parse.hpp"
#include "weft/io/traffic_file.hpp"

#include <iterator>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

// A matrix of a million flows with their links.
constexpr std::size_t kMostBytes = std::size_t{1} << 30U;
// Some 250 B each while they are played.
constexpr std::uint64_t kMostFlows = 32'000'000;

// A name, or the number of a GPU or host.
Expected<ComponentId> end_of(const topology::Topology& topology, const std::string& name) {
  const auto number = parse_integer(name);
  if (!number) return topology.find(name);
  const auto ends = ends_of(topology);
  if (*number < 0 || static_cast<std::size_t>(*number) >= ends.size())
    return fail("COMPONENT_UNKNOWN",
                fmt::format("there is no end number {}; '{}' has {}", *number, topology.name(),
                            ends.size()),
                "Ends are numbered from 0, GPUs first; names of `weft show` do as well.");
  return ends[static_cast<std::size_t>(*number)];
}

}  // namespace

topology::ComponentList ends_of(const topology::Topology& topology) {
  const auto gpus = topology.all(topology::ComponentKind::gpu);
  return gpus.empty() ? topology.all(topology::ComponentKind::host) : gpus;
}

Expected<FlowTraffic> read_flows(const FlowsRequest& request) {
  const auto text = read_input(request.traffic, kMostBytes, "a traffic matrix");
  if (!text) return tl::make_unexpected(text.error());
  return io::read_traffic(request.traffic, *text).map([&](io::TrafficMatrix&& matrix) {
    return FlowTraffic{
        .name = request.traffic, .ends = {}, .flows = {}, .matrix = std::move(matrix)};
  });
}

Expected<void> find_ends(FlowTraffic& traffic, const topology::Topology& topology) {
  if (const std::size_t there = ends_of(topology).size(); traffic.matrix.ends > there)
    return fail("TRAFFIC_HOSTS",
                fmt::format("the file is of {} ends and '{}' has {}", traffic.matrix.ends,
                            topology.name(), there),
                "Name a larger topology.", {traffic.name});
  std::unordered_map<std::string, std::uint32_t> known;
  const auto number_of = [&](const std::string& name, int line) -> Expected<std::uint32_t> {
    const auto [entry, is_new] =
        known.try_emplace(name, static_cast<std::uint32_t>(traffic.ends.size()));
    if (!is_new) return entry->second;
    auto end = end_of(topology, name);
    if (!end) {
      end.error().where = {traffic.name, line};
      return tl::make_unexpected(std::move(end.error()));
    }
    traffic.ends.push_back(*end);
    return entry->second;
  };
  traffic.flows.reserve(traffic.matrix.rows.size());
  for (const io::TrafficRow& row : traffic.matrix.rows) {
    const auto src = number_of(row.src, row.line);
    if (!src) return tl::make_unexpected(src.error());
    const auto dst = number_of(row.dst, row.line);
    if (!dst) return tl::make_unexpected(dst.error());
    traffic.flows.push_back({*src, *dst, row.bytes});
  }
  return {};
}

Expected<FlowTraffic> generated_flows(const FlowsRequest& request,
                                      const topology::Topology& topology, bool one_source) {
  const auto pattern = simulate::find_traffic_pattern(request.generate);
  if (!pattern) return tl::make_unexpected(pattern.error());
  const auto ends = ends_of(topology);
  const std::size_t hosts = request.hosts > 0 ? request.hosts : ends.size();
  if (hosts < 2 || hosts > ends.size())
    return fail(
        "TRAFFIC_HOSTS",
        fmt::format("traffic between {} hosts; '{}' has {}", hosts, topology.name(), ends.size()),
        fmt::format("Give --hosts from 2 to {}.", ends.size()));
  FlowTraffic traffic{.name = request.generate, .ends = {}, .flows = {}, .matrix = {}};
  traffic.pattern = *pattern;
  traffic.is_equal = request.least == request.most;
  traffic.ends.reserve(hosts);
  for (std::size_t i = 0; i < hosts; ++i) traffic.ends.push_back(ends[i]);
  if (one_source) {
    for (std::uint32_t to = 1; to < hosts; ++to)
      traffic.flows.push_back({0, to, request.least.value()});
    return traffic;
  }
  if ((*pattern)->count(hosts) > kMostFlows)
    return fail("TRAFFIC_LARGE",
                fmt::format("{} between {} hosts are {} flows; at most {} can be played one by one",
                            request.generate, hosts, (*pattern)->count(hosts), kMostFlows),
                "Equal sizes on a full fat tree of bare hosts with static or spray routing are "
                "played by classes; else take fewer hosts with --hosts.");
  traffic.flows = simulate::generate(**pattern, {.hosts = static_cast<std::uint32_t>(hosts),
                                                 .least = request.least.value(),
                                                 .most = request.most.value(),
                                                 .seed = request.seed});
  return traffic;
}

std::string to_csv(const FlowTraffic& traffic) {
  std::string out = "src,dst,bytes\n";
  for (const simulate::PatternFlow& flow : traffic.flows)
    fmt::format_to(std::back_inserter(out), "{},{},{:.17g}\n", flow.src, flow.dst, flow.bytes);
  return out;
}

}  // namespace weft::app
