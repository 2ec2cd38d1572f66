#include "weft/app/flow_notes.hpp"

#include "weft/base/parse.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace weft::app {
namespace {

constexpr double kMebibyte = 1024.0 * 1024.0;
// Fewer senders are paced by any congestion control before a buffer is full.
constexpr std::size_t kIncast = 8;
// Beyond, how many are there at once is not looked up for every end.
constexpr std::size_t kMostFlows = 2'000'000;

// The most flows that go into one end at the same time, and that end.
std::pair<std::size_t, std::uint32_t> deepest(const FlowTraffic& traffic,
                                              const simulate::FluidRun& run) {
  std::vector<std::uint32_t> into(traffic.ends.size(), 0);
  for (std::size_t f = 0; f < traffic.flows.size(); ++f)
    if (traffic.is_flow(f) && traffic.flows[f].bytes > 0) ++into[traffic.flows[f].dst];
  const auto most = std::ranges::max_element(into);
  if (most == into.end() || *most < kIncast) return {0, 0};
  std::pair<std::size_t, std::uint32_t> found{0, 0};
  std::vector<std::vector<std::pair<double, int>>> events(traffic.ends.size());
  for (std::size_t f = 0; f < traffic.flows.size(); ++f) {
    const std::uint32_t dst = traffic.flows[f].dst;
    if (into[dst] < kIncast || !traffic.is_flow(f) || !(run.end[f] > run.start[f])) continue;
    events[dst].emplace_back(run.start[f], 1);
    events[dst].emplace_back(run.end[f], -1);
  }
  for (std::uint32_t end = 0; end < events.size(); ++end) {
    std::sort(events[end].begin(), events[end].end());  // ends before starts of the same instant
    std::ptrdiff_t now = 0;
    for (const auto& [time, change] : events[end])
      if (now += change; now > 0 && static_cast<std::size_t>(now) > found.first)
        found = {static_cast<std::size_t>(now), end};
  }
  return found;
}

void note_incast(const FlowTraffic& traffic, const RoutedFlows& routed,
                 const simulate::FluidRun& run, const topology::Topology& topology,
                 std::vector<Warning>& notes) {
  std::size_t senders = 0;
  std::uint32_t end = 0;
  if (routed.alike > 1)
    senders = traffic.ends.size() - 1;
  else if (traffic.flows.size() <= kMostFlows)
    std::tie(senders, end) = deepest(traffic, run);
  if (senders < kIncast) return;
  double rate = 0;
  for (std::size_t f = 0; f < traffic.flows.size() && rate == 0; ++f)
    if (traffic.flows[f].dst == end || routed.alike > 1)
      for (const double capacity : routed.capacity)
        rate = rate == 0 ? capacity : std::min(rate, capacity);
  if (!(rate > 0) || !std::isfinite(rate)) return;
  // Each sends at full rate until it is told to slow down; what is above one rate waits.
  const double full = kMebibyte / (static_cast<double>(senders - 1) * rate);
  notes.push_back(warning(
      "FLUID_INCAST",
      fmt::format("{} flows go into {} at once: until their senders slow down, each MiB of buffer "
                  "before it fills in {}",
                  senders, topology.name(traffic.ends[end]), print_time(Seconds(full))),
      "A fluid model shares the last link at once and loses nothing: with pauses (PFC) this end's "
      "times hold and others may be stopped too, with drops times are longer by retransmission."));
}

void note_short(const FlowTraffic& traffic, const RoutedFlows& routed,
                const simulate::FluidRun& run, std::vector<Warning>& notes) {
  std::size_t few = 0;
  std::size_t all = 0;
  double worst = 0;
  for (std::size_t f = 0; f < routed.latency.size(); ++f) {
    if (!traffic.is_flow(f) || !(traffic.flows[f].bytes > 0)) continue;
    ++all;
    const double latency = routed.latency[f].value();
    const double time = run.end[f] - run.start[f];
    if (!(time < 2 * latency)) continue;  // less than rate · round trip
    ++few;
    worst = std::max(worst, latency / time);
  }
  if (few == 0) return;
  notes.push_back(
      warning("FLUID_SHORT",
              fmt::format("{} of {} flows are shorter than the bandwidth-delay product of their "
                          "way: latency, which is not in these times, adds up to {:.0f} %",
                          few, all, 100 * worst),
              "Read their times as those of the last byte behind the first."));
}

// Of so many links with so many flows on average, independently: what the fullest has at most with
// this probability (Poisson).
unsigned fullest(double mean, std::size_t links, double probability) {
  double term = std::exp(-mean);
  double below = term;
  unsigned k = 0;
  while (std::pow(below, static_cast<double>(links)) < probability && k < 1'000'000) {
    ++k;
    term *= mean / k;
    below += term;
  }
  return k;
}

void note_seed(const RoutedFlows& routed, const route::FlowRouting& routing,
               std::vector<Warning>& notes) {
  if (!routing.is_by_chance() || routed.network == nullptr) return;
  std::size_t links = 0;
  double load = 0;
  double most = 0;
  std::vector<double> on(routed.capacity.size(), 0);
  for (const simulate::FlowUse& use : routed.paths.uses) on[use.resource] += 1;
  for (std::uint32_t r = 0; r < on.size(); ++r) {
    if (!routed.network->joins_switches(r)) continue;
    ++links;
    load += on[r];
    most = std::max(most, on[r]);
  }
  if (links < 2 || load == 0) return;
  const double mean = load / static_cast<double>(links);
  notes.push_back(warning(
      "FLUID_ONE_SEED",
      fmt::format("these are the times of one draw of hashed paths: its fullest link between "
                  "switches has {:.0f} flows, {:.3g} are usual, and other draws have {} to {} (5 "
                  "to 95 %) on theirs; ends move with them",
                  most, mean, fullest(mean, links, 0.05), fullest(mean, links, 0.95)),
      "--seeds 100 gives the distribution."));
}

}  // namespace

double most_flows(const RoutedFlows& routed) {
  if (routed.network == nullptr) return 0;
  std::vector<double> on(routed.capacity.size(), 0);
  const simulate::FlowPaths& paths =
      routed.adaptive != nullptr ? routed.adaptive->paths() : routed.paths;
  for (const simulate::FlowUse& use : paths.uses)
    if (use.weight > 0) on[use.resource] += 1;
  double most = 0;
  for (std::uint32_t r = 0; r < on.size(); ++r)
    if (on[r] > most && routed.network->joins_switches(r)) most = on[r];
  return most;
}

std::vector<Warning> fluid_notes(const FlowTraffic& traffic, const RoutedFlows& routed,
                                 const simulate::FluidRun& run, const route::FlowRouting& routing,
                                 const topology::Topology& topology, bool has_seeds) {
  std::vector<Warning> notes;
  note_incast(traffic, routed, run, topology, notes);
  note_short(traffic, routed, run, notes);
  if (!has_seeds) note_seed(routed, routing, notes);
  return notes;
}

}  // namespace weft::app
