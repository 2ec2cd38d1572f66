#include "weft/app/transfer_run.hpp"

#include "weft/app/predict_options.hpp"
#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/report/path_limits.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

using topology::ComponentKind;
using topology::Topology;

struct Ends {
  ComponentId from;
  ComponentId to;
};

Expected<ComponentId> end_or_first(const Topology& topology, const std::string& name,
                                   ComponentKind kind, std::size_t nth) {
  if (!name.empty()) return topology.find(name);
  const auto all = topology.all(kind);
  if (all.size() <= nth)
    return fail("COMPONENT_UNKNOWN",
                fmt::format("'{}' has {} of kind {}, {} would be needed", topology.name(),
                            all.size(), word(kind), nth + 1),
                "Name both ends with --from and --to.");
  return all[nth];
}

Expected<Ends> ends_of(const Topology& topology, Transfer transfer, const PredictRequest& request) {
  const bool from_host = transfer == Transfer::h2d;
  const bool to_host = transfer == Transfer::d2h;
  const auto from = end_or_first(topology, request.from,
                                 from_host ? ComponentKind::memory : ComponentKind::gpu, 0);
  if (!from) return tl::make_unexpected(from.error());
  const auto to =
      end_or_first(topology, request.to, to_host ? ComponentKind::memory : ComponentKind::gpu,
                   transfer == Transfer::p2p ? 1 : 0);
  if (!to) return tl::make_unexpected(to.error());
  if (auto fit = check_ends(topology, transfer, *from, *to); !fit)
    return tl::make_unexpected(std::move(fit.error()));
  return Ends{*from, *to};
}

// As `weft path` says it.
explain::Cause cause_of(const report::PathLimit& limit, ResourceId resource) {
  return {limit.kind, limit.text, true, resource};
}

std::vector<report::FactorLine> waterfall(const Topology& topology, const route::Path& path,
                                          const route::Limit& limit, Bandwidth reached) {
  std::vector<report::FactorLine> lines;
  if (limit.resource.index() < topology.link_count()) {
    const LinkId id(limit.resource.index());
    link::Transfer transfer = path.hops.front().transfer;
    for (const route::Hop& hop : path.hops)
      for (const route::Stripe& stripe : hop.stripes)
        if (stripe.link == id) transfer = hop.transfer;
    lines = report::factor_lines(topology.link(id).model.waterfall(transfer));
  } else {
    const auto& shared = topology.shared(limit.resource);
    lines.push_back({"shared capacity", print_rate(shared.capacity),
                     in_gigabytes_per_second(shared.capacity), shared.capacity, shared.source});
  }
  const auto add = [&](const char* name, Bandwidth after) {
    const double factor = after / lines.back().after;
    if (std::abs(factor - 1) < 1e-4) return;  // would be printed as 1
    lines.push_back({name, "x " + print_number(factor), factor, after, "simulated"});
  };
  add("part of the traffic that crosses it", limit.bandwidth);
  add("time spent on issue and latency", reached);
  return lines;
}

}  // namespace

const char* word(Transfer transfer) {
  return transfer == Transfer::h2d ? "h2d" : transfer == Transfer::d2h ? "d2h" : "p2p";
}

std::optional<Transfer> parse_transfer(std::string_view text) {
  if (text == "h2d") return Transfer::h2d;
  if (text == "d2h") return Transfer::d2h;
  if (text == "p2p") return Transfer::p2p;
  return std::nullopt;
}

Expected<void> predict_transfer(const Topology& topology, Transfer transfer,
                                const PredictRequest& request, report::Prediction& out) {
  const auto ends = ends_of(topology, transfer, request);
  if (!ends) return tl::make_unexpected(ends.error());
  const route::Router router(topology, request.policy);
  const auto path = router.path(ends->from, ends->to, link::Engine::copy_engine);
  if (!path) return tl::make_unexpected(path.error());

  const auto tightest = limits(topology, *path);
  if (tightest.empty())
    return fail("NO_PATH", "both ends are the same component, so nothing is moved",
                "Name two different ends with --from and --to.");
  const Seconds issue = microseconds(facts::classes().copy.memcpy_issue_us.value);
  out.operation = word(transfer);
  out.is_collective = false;
  out.ranks = 1;
  out.latency = issue + path->latency;
  out.how = fmt::format("{} to {} by {} ({}), {}", topology.name(ends->from),
                        topology.name(ends->to), mode_word(topology, path->from, path->mode),
                        distance_word(topology, path->from, path->distance),
                        print_rate(tightest.front().bandwidth));
  const auto grouped = report::path_limits(topology, *path);
  const ResourceId fullest = tightest.front().resource;
  const explain::Cause first = cause_of(grouped.front(), fullest);
  const explain::Cause second =
      cause_of(grouped[std::min<std::size_t>(1, grouped.size() - 1)], fullest);
  for (const Bytes size : request.sizes) {
    report::PredictionRow row;
    const Seconds moving = size / tightest.front().bandwidth;
    row.size = size;
    row.time = out.latency + moving;
    row.algbw = size / row.time;
    row.busbw = row.algbw;
    row.algorithm = mode_word(topology, path->from, path->mode);
    const explain::Cause latency{
        explain::kLatencyClass,
        fmt::format("{} to issue, {} on the way", print_time(issue), print_time(path->latency)),
        false,
        {}};
    const bool is_moving = moving > out.latency;
    row.limit = is_moving ? first : latency;
    row.second = !is_moving ? first : grouped.size() > 1 ? second : latency;
    out.rows.push_back(std::move(row));
  }
  const report::PredictionRow& last = out.rows.back();
  out.waterfall_of = last.limit.text;
  out.waterfall = waterfall(topology, *path, tightest.front(), last.algbw);
  // One flow: a class helps as far as its tightest resource is the tightest of all.
  for (std::size_t i = 0; i < tightest.size(); ++i) {
    const std::string kind = topology.kind_of(tightest[i].resource);
    const bool known = std::any_of(out.gains.begin(), out.gains.end(),
                                   [&](const explain::Gain& gain) { return gain.kind == kind; });
    if (known) continue;
    Bandwidth with = kUnlimited;
    for (const route::Limit& limit : tightest)
      with =
          std::min(with, limit.bandwidth * (topology.kind_of(limit.resource) == kind ? 1.1 : 1.0));
    out.gains.push_back({kind, (last.time / (out.latency + last.size / with) - 1) * 100});
  }
  out.gains.push_back({explain::kLatencyClass,
                       (last.time / (last.time - out.latency + out.latency / 1.1) - 1) * 100});
  return {};
}

}  // namespace weft::app
