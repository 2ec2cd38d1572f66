#include "weft/explain/explain.hpp"

#include "weft/base/parse.hpp"
#include "weft/simulate/simulator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
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

const Topology& topology_of(const Simulator& simulator) { return simulator.placed().topology(); }

// The class of steps that moved bytes longest.
const StepClass* slowest(const Timeline& timeline) {
  const StepClass* found = nullptr;
  for (const StepClass& c : timeline.classes)
    if (c.has_limit && (found == nullptr || c.transfer_time > found->transfer_time)) found = &c;
  return found;
}

// How many further resources of the same kind are just as full.
std::size_t alike(const Topology& topology, const Timeline& timeline, ResourceId resource) {
  double utilisation = 0;
  for (const auto& use : timeline.resources)
    if (use.resource == resource) utilisation = use.utilisation;
  const std::string kind = topology.kind_of(resource);
  double count = 0;
  for (const auto& use : timeline.resources)
    if (use.utilisation >= utilisation * (1 - kAlike) && topology.kind_of(use.resource) == kind)
      count += use.alike;
  return static_cast<std::size_t>(std::max(0.0, count - 1));  // but itself
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

// What of the time is latency: how much sooner all would end without any.
struct LatencyPart {
  Seconds launch{0};
  Seconds messages{0};
  double share = 0;  // of the whole time
};

LatencyPart latency_part(const Simulator& simulator, const Timeline& timeline, Bytes size,
                         const MessageCost& cost) {
  MessageCost none = cost;
  none.launch = none.over_fabric = none.over_pcie = none.over_network = Seconds(0);
  none.hardware_latency = false;
  const Timeline moving = simulator.run(size, none);
  LatencyPart part;
  part.launch = timeline.launch;
  if (moving.finished)
    part.messages = std::max(Seconds(0), timeline.end - timeline.launch - moving.end);
  if (timeline.end > Seconds(0)) part.share = (part.launch + part.messages) / timeline.end;
  return part;
}

// Where all messages cost the same, what they add up to tells how many are in a row.
std::string in_a_row(const Simulator& simulator, const LatencyPart& part, const MessageCost& cost) {
  std::optional<double> each;
  const simulate::PlacedSchedule& placed = simulator.placed();
  for (std::size_t t = 0; t < placed.traffic.size(); ++t)
    for (std::size_t i = 0; i < placed.traffic[t].lanes.size(); ++i) {
      if (placed.traffic[t].lanes[i].computes) continue;
      const double one = cost.latency(placed.message(t, i)).value();
      if (each && std::abs(one - *each) > kAlike * *each) return {};
      each = one;
    }
  if (!each || *each <= 0) return {};
  const double count = part.messages.value() / *each;
  const double whole = std::round(count);
  if (whole < 1 || std::abs(count - whole) > 1e-3) return {};
  return fmt::format(" ({:.0f} in a row)", whole);
}

Cause latency_cause(const Simulator& simulator, const LatencyPart& part, const MessageCost& cost) {
  Cause cause;
  cause.kind = kLatencyClass;
  cause.text = fmt::format("{} to launch, {} of message latency{}", print_time(part.launch),
                           print_time(part.messages), in_a_row(simulator, part, cost));
  return cause;
}

Cause cause_of(const Simulator& simulator, const Timeline& timeline, const LatencyPart& part,
               const MessageCost& cost) {
  const StepClass* c = slowest(timeline);
  if (c == nullptr || part.share > 0.5) return latency_cause(simulator, part, cost);
  return resource_cause(topology_of(simulator), timeline, c->limit);
}

}  // namespace

Explanation explain(const Simulator& simulator, const Timeline& timeline, Bytes size,
                    const MessageCost& cost) {
  Explanation result;
  if (simulator.placed().phases.empty()) return result;
  const LatencyPart latency = latency_part(simulator, timeline, size, cost);
  result.latency_share = latency.share;
  result.limit = cause_of(simulator, timeline, latency, cost);
  if (!result.limit.is_resource) {
    // Behind latency stands whatever the bytes wait for.
    if (const StepClass* c = slowest(timeline))
      result.second = resource_cause(topology_of(simulator), timeline, c->limit);
    return result;
  }
  const Simulator freed =
      simulator.scaled(result.limit.kind, std::numeric_limits<double>::infinity());
  const Timeline then = freed.run(size, cost);
  if (!then.finished) return result;
  result.second = cause_of(freed, then, latency_part(freed, then, size, cost), cost);
  return result;
}

std::vector<Gain> gains(const Simulator& simulator, const Timeline& timeline, Bytes size,
                        const MessageCost& cost, double better) {
  std::vector<Gain> all;
  if (simulator.placed().phases.empty()) return all;
  const auto add = [&](const std::string& kind, const Timeline& improved) {
    if (improved.finished) all.push_back({kind, (timeline.end / improved.end - 1) * 100});
  };
  std::set<std::string> kinds;
  for (const auto& use : timeline.resources)
    kinds.insert(topology_of(simulator).kind_of(use.resource));
  for (const std::string& kind : kinds) add(kind, simulator.scaled(kind, better).run(size, cost));
  MessageCost quicker = cost;
  for (Seconds* part :
       {&quicker.launch, &quicker.over_fabric, &quicker.over_pcie, &quicker.over_network})
    *part = *part / better;
  add(kLatencyClass, simulator.run(size, quicker));
  for (Gain& gain : all)
    if (std::abs(gain.percent) < 1e-9) gain.percent = 0;
  std::stable_sort(all.begin(), all.end(),
                   [](const Gain& a, const Gain& b) { return a.percent > b.percent; });
  return all;
}

}  // namespace weft::explain
