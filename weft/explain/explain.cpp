#include "weft/explain/explain.hpp"

#include "weft/base/parse.hpp"
#include "weft/simulate/what_if.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace weft::explain {
namespace {

using schedule::StepClass;
using schedule::Timeline;
using simulate::MessageCost;
using simulate::Simulator;
using topology::Topology;

// Resources this close to the fullest are full for the same reason.
constexpr double kAlike = 1e-6;

const Topology& topology_of(const Simulator& simulator) {
  return simulator.phases().front().traffic().flows.topology();
}

// The class of steps that moved bytes longest.
const StepClass* slowest(const Timeline& timeline) {
  const StepClass* found = nullptr;
  for (const StepClass& c : timeline.classes)
    if (c.has_limit && (found == nullptr || c.transfer_time > found->transfer_time)) found = &c;
  return found;
}

double transfer_share(const Timeline& timeline) {
  Seconds moving{0};
  for (const StepClass& c : timeline.classes) moving += c.transfer_time;
  return timeline.end.value() > 0 ? std::min(1.0, moving / timeline.end) : 0;
}

// How many further resources of the same kind are just as full.
std::size_t alike(const Topology& topology, const Timeline& timeline, ResourceId resource) {
  double utilisation = 0;
  for (const auto& use : timeline.resources)
    if (use.resource == resource) utilisation = use.utilisation;
  const std::string kind = topology.kind_of(resource);
  std::size_t count = 0;
  for (const auto& use : timeline.resources)
    if (use.resource != resource && use.utilisation >= utilisation * (1 - kAlike) &&
        topology.kind_of(use.resource) == kind)
      ++count;
  return count;
}

Cause resource_cause(const Topology& topology, const Timeline& timeline, ResourceId id) {
  Cause cause;
  cause.kind = topology.kind_of(id);
  cause.is_resource = true;
  cause.resource = id;
  cause.text = topology.resource(id).name;
  const std::size_t others = alike(topology, timeline, id);
  if (others > 0) cause.text += fmt::format(" and {} alike", others);
  return cause;
}

Cause latency_cause(const Timeline& timeline) {
  std::uint64_t iterations = 0;
  Seconds waiting{0};
  for (const StepClass& c : timeline.classes) {
    iterations += c.iterations;
    waiting += c.waiting_time;
  }
  Cause cause;
  cause.kind = kLatencyClass;
  cause.text =
      fmt::format("{} to launch, {} of message latency over {} step{}", print_time(timeline.launch),
                  print_time(waiting), iterations, iterations == 1 ? "" : "s");
  return cause;
}

Cause cause_of(const Topology& topology, const Timeline& timeline) {
  const StepClass* c = slowest(timeline);
  if (c == nullptr || transfer_share(timeline) < 0.5) return latency_cause(timeline);
  return resource_cause(topology, timeline, c->limit);
}

}  // namespace

Explanation explain(const Simulator& simulator, const Timeline& timeline, Bytes size,
                    const MessageCost& cost) {
  Explanation result;
  result.transfer_share = transfer_share(timeline);
  if (simulator.phases().empty()) return result;
  const Topology& topology = topology_of(simulator);
  result.limit = cause_of(topology, timeline);
  if (!result.limit.is_resource) {
    // Behind latency stands whatever the bytes wait for.
    if (const StepClass* c = slowest(timeline))
      result.second = resource_cause(topology, timeline, c->limit);
    return result;
  }
  const Simulator freed = simulate::with_kind_scaled(simulator, result.limit.kind,
                                                     std::numeric_limits<double>::infinity());
  result.second = cause_of(topology, freed.run(size, cost));
  return result;
}

std::vector<Gain> gains(const Simulator& simulator, const Timeline& timeline, Bytes size,
                        const MessageCost& cost, double better) {
  std::vector<Gain> all;
  if (simulator.phases().empty()) return all;
  const auto percent = [&](const Timeline& improved) {
    return (timeline.end / improved.end - 1) * 100;
  };
  std::set<std::string> kinds;
  for (const auto& use : timeline.resources)
    kinds.insert(topology_of(simulator).kind_of(use.resource));
  for (const std::string& kind : kinds)
    all.push_back(
        {kind, percent(simulate::with_kind_scaled(simulator, kind, better).run(size, cost))});
  MessageCost quicker = cost;
  for (Seconds* part :
       {&quicker.launch, &quicker.over_fabric, &quicker.over_pcie, &quicker.over_network})
    *part = *part / better;
  all.push_back({kLatencyClass, percent(simulator.run(size, quicker))});
  for (Gain& gain : all)
    if (std::abs(gain.percent) < 1e-9) gain.percent = 0;
  std::stable_sort(all.begin(), all.end(),
                   [](const Gain& a, const Gain& b) { return a.percent > b.percent; });
  return all;
}

}  // namespace weft::explain
