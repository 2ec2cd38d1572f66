// `h2d`, `d2h`, `p2p`, `copy`: one copy, or one each way at once, by a copy engine or a kernel.
//
// Main flow: the ends → the path there and back → what both leave each other (two_flows.hpp) → what
// the engine reaches of it (copy-engines.toml) → start-up and latency → a row a size.
#include "weft/app/copy_ends.hpp"
#include "weft/app/host_of.hpp"
#include "weft/app/operations.hpp"
#include "weft/base/parse.hpp"
#include "weft/facts/copy_engines.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/facts/lines.hpp"
#include "weft/facts/memory_access.hpp"
#include "weft/report/path_limits.hpp"
#include "weft/route/two_flows.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::app {
namespace {

using topology::ComponentKind;
using topology::Topology;

// Who moves the bytes.
struct Mover {
  std::string vendor;  // empty: not known
  std::string engine;  // "ce" "sm" "sdma"
  int fabric_gen = 0;
};

Expected<Mover> mover_of(const Topology& topology, const route::Path& path,
                         const Parameters& parameters) {
  const auto engine = parameters.word("engine", {"", "ce", "sm", "sdma"});
  if (!engine) return tl::make_unexpected(engine.error());
  Mover mover{.vendor = {}, .engine = *engine};
  for (const ComponentId end : {path.from, path.to})
    if (topology.kind(end) == ComponentKind::gpu && mover.vendor.empty())
      if (const auto* gpu = facts::find_gpu(topology.attributes(end).get("model"))) {
        mover.vendor = gpu->vendor;
        mover.fabric_gen = gpu->fabric_gen;
      }
  // A copy engine by whatever name its maker gives it.
  if (mover.engine != "sm") mover.engine = mover.vendor == "amd" ? "sdma" : "ce";
  return mover;
}

// The generation of a link: of PCIe by its signalling, of NVLink by the GPU.
int generation_of(const link::LinkModel& model, const Mover& mover) {
  if (model.kind() != "pcie") return mover.fabric_gen;
  const link::Waterfall waterfall = model.waterfall({});
  const double gtps = waterfall.factors().front().value * 8;
  for (const facts::PcieGeneration& row : facts::pcie_generations())
    if (std::abs(row.gtps - gtps) < 0.01 * gtps) return row.gen;
  return 0;
}

link::Transfer transfer_on(const route::Path& path, LinkId id) {
  for (const route::Hop& hop : path.hops)
    for (const route::Stripe& stripe : hop.stripes)
      if (stripe.link == id) return hop.transfer;
  return path.hops.front().transfer;
}

// What the engine reaches of a path alone, and why.
struct Reached {
  Bandwidth rate{0};
  std::string why;  // empty: all of it
  std::string source;
};

Reached reach(const Topology& topology, const route::Path& path, const Mover& mover) {
  const route::Limit tightest = limits(topology, path).front();
  Reached reached{tightest.bandwidth, {}, {}};
  if (tightest.resource.index() >= topology.link_count()) return reached;
  const LinkId id(tightest.resource.index());
  const link::LinkModel& model = topology.link(id).model;
  const link::Transfer transfer = transfer_on(path, id);
  if (transfer.payload_limit > Bytes(0)) return reached;  // what cuts the packets is slower
  const facts::EngineReach* row = facts::find_engine_reach(mover.vendor, mover.engine, model.kind(),
                                                           generation_of(model, mover));
  if (row != nullptr) {
    const double part = transfer.verb == link::Verb::read ? row->read : row->write;
    reached = {tightest.bandwidth * part, "what engines of this class reach of the link",
               to_string(row->evidence)};
  }
  const facts::EngineCap* cap = facts::find_engine_cap(mover.vendor, mover.engine, model.kind());
  if (cap != nullptr && cap->rate < reached.rate)
    reached = {cap->rate, "one engine of this class", to_string(cap->evidence)};
  return reached;
}

Seconds start_of(const facts::EngineStart& start, const Topology& topology,
                 const route::Path& path) {
  const auto is_gpu = [&](ComponentId id) { return topology.kind(id) == ComponentKind::gpu; };
  Seconds once = start.peer;
  if (!is_gpu(path.from)) once = start.read;
  if (!is_gpu(path.to)) once = start.write;
  return path.mode == route::Mode::staged ? once * 2.0 : once;
}

enum class Duplex { one, per_direction, sum };

Expected<Duplex> duplex_of(const Parameters& parameters) {
  const auto word = parameters.word("duplex", {"one_direction", "per_direction", "sum"});
  if (!word) return tl::make_unexpected(word.error());
  if (*word == "sum") return Duplex::sum;
  return *word == "per_direction" ? Duplex::per_direction : Duplex::one;
}

// Devices stream whole pages, of which memory gives nearly its peak; what a topology has for it is
// what cores reach.
double memory_reach(const Topology& topology, const route::Path& path) {
  for (const ComponentId end : {path.from, path.to}) {
    const auto nodes = topology.beside(end, ComponentKind::numa_node);
    if (nodes.empty()) continue;
    const facts::Cpu& cpu = cpu_of(topology, nodes.front());
    if (cpu.memory_stream > 0) return facts::device_memory_share().value / cpu.memory_stream;
  }
  return 1;
}

// Everything about a copy but its size.
struct Plan {
  CopyPath path;
  Duplex duplex = Duplex::one;
  Bandwidth there{0};
  Bandwidth back{0};  // 0: nothing comes back
  Reached reached;
  route::Limit limit;  // of the topology, before the engine
  Seconds start{0};
  std::string start_source;
};

Expected<Plan> plan(const route::Router& router, Copy copy, const Parameters& parameters) {
  const Topology& topology = router.topology();
  Plan made;
  const auto duplex = duplex_of(parameters);
  if (!duplex) return tl::make_unexpected(duplex.error());
  made.duplex = *duplex;
  const auto named = parameters.get("engine");
  const link::Engine engine = named == "sm" ? link::Engine::kernel : link::Engine::copy_engine;
  auto path = copy_path(router, copy, parameters, engine);
  if (!path) return tl::make_unexpected(std::move(path.error()));
  made.path = std::move(*path);
  const auto mover = mover_of(topology, made.path.there, parameters);
  if (!mover) return tl::make_unexpected(mover.error());
  const auto tightest = limits(topology, made.path.there);
  if (tightest.empty())
    return fail("NO_PATH", "both ends are the same component, so nothing is moved",
                "Name two different ends with --from and --to.");
  made.reached = reach(topology, made.path.there, *mover);
  made.limit = tightest.front();
  made.there = made.reached.rate;
  if (made.duplex != Duplex::one) {
    const route::TwoRates rates =
        share(topology, made.path.there, made.path.back, memory_reach(topology, made.path.there));
    const Bandwidth back = reach(topology, made.path.back, *mover).rate;
    made.back = std::min(rates.second, back);
    if (rates.first <= made.there) {
      made.there = rates.first;
      made.limit = {rates.limit, rates.first};
      made.reached = {rates.first, {}, {}};
    }
  }
  const facts::EngineStart& start = facts::engine_start(mover->vendor, mover->engine);
  made.start = start_of(start, topology, made.path.there);
  made.start_source = to_string(start.evidence);
  return made;
}

std::vector<report::FactorLine> waterfall(const Topology& topology, const Plan& plan,
                                          Bandwidth reached, Bandwidth sum) {
  std::vector<report::FactorLine> lines;
  const route::Limit& limit = plan.limit;
  if (limit.resource.index() < topology.link_count()) {
    const LinkId id(limit.resource.index());
    lines =
        report::factor_lines(topology.link(id).model.waterfall(transfer_on(plan.path.there, id)));
  } else {
    const auto& shared = topology.shared(limit.resource);
    lines.push_back({"shared capacity", print_rate(shared.capacity),
                     in_gigabytes_per_second(shared.capacity), shared.capacity, shared.source});
  }
  const auto add = [&](const std::string& name, Bandwidth after, const std::string& source) {
    const double factor = after / lines.back().after;
    if (std::abs(factor - 1) < 1e-4) return;  // would be printed as 1
    lines.push_back({name, "x " + print_number(factor), factor, after, source});
  };
  add(plan.duplex == Duplex::one ? "part of the traffic that crosses it"
                                 : "what the copy the other way leaves",
      limit.bandwidth, "simulated");
  if (!plan.reached.why.empty()) add(plan.reached.why, plan.there, plan.reached.source);
  add("time spent on issue and latency", reached, "simulated");
  if (sum != reached) add("both directions together", sum, "as asked");
  return lines;
}

// One flow: a class helps as far as its tightest resource is the tightest of all.
void add_gains(const Topology& topology, const Plan& plan, const OperationRow& last,
               Seconds latency, OperationResult& out) {
  const auto tightest = limits(topology, plan.path.there);
  const double part = plan.there / plan.limit.bandwidth;
  for (std::size_t i = 0; i < tightest.size(); ++i) {
    const std::string kind = topology.kind_of(tightest[i].resource);
    const bool known = std::any_of(out.gains.begin(), out.gains.end(),
                                   [&](const explain::Gain& gain) { return gain.kind == kind; });
    if (known) continue;
    Bandwidth with = kUnlimited;
    for (const route::Limit& limit : tightest)
      with = std::min(
          with, limit.bandwidth * (topology.kind_of(limit.resource) == kind ? 1.1 : 1.0) * part);
    out.gains.push_back({kind, (last.time / (latency + last.size / with) - 1) * 100});
  }
  out.gains.push_back(
      {explain::kLatencyClass, (last.time / (last.time - latency + latency / 1.1) - 1) * 100});
}

Expected<OperationResult> run(Copy copy, const Topology& topology, const Parameters& parameters) {
  const route::Router router(topology, parameters.policy);
  auto made = plan(router, copy, parameters);
  if (!made) return tl::make_unexpected(std::move(made.error()));
  const route::Path& path = made->path.there;
  OperationResult out;
  out.latency = made->start + path.latency;
  out.way = mode_word(topology, path.from, path.mode);
  out.how = fmt::format("{} to {} by {} ({}), {}{}", topology.name(path.from),
                        topology.name(path.to), out.way,
                        distance_word(topology, path.from, path.distance), print_rate(made->there),
                        made->duplex == Duplex::one ? "" : " while as much comes back");
  const auto grouped = report::path_limits(topology, path);
  const topology::Resource fullest = topology.resource(made->limit.resource);
  explain::Cause first{grouped.front().kind, grouped.front().text, true, made->limit.resource};
  if (made->duplex != Duplex::one) first = {fullest.kind, fullest.name, true, made->limit.resource};
  const auto& next = grouped[std::min<std::size_t>(1, grouped.size() - 1)];
  const explain::Cause second{next.kind, next.text, true, made->limit.resource};
  Bandwidth one{0};
  for (const Bytes size : parameters.sizes) {
    OperationRow row;
    const Seconds moving = size / made->there;
    row.size = size;
    row.time = out.latency + moving;
    row.rate = one = size / row.time;
    if (made->duplex == Duplex::sum) row.rate = one + size / (out.latency + size / made->back);
    row.terms = {{"start of the copy", made->start, made->start_source},
                 {"hardware on the way", path.latency, "links and components of the path"},
                 {fmt::format("{} at {}", print_size(size), print_rate(made->there)), moving,
                  "the rate above"}};
    const explain::Cause latency{explain::kLatencyClass,
                                 fmt::format("{} to issue, {} on the way", print_time(made->start),
                                             print_time(path.latency)),
                                 false,
                                 {}};
    const bool is_moving = moving > out.latency;
    row.limit = is_moving ? first : latency;
    row.second = !is_moving ? first : grouped.size() > 1 ? second : latency;
    out.rows.push_back(std::move(row));
  }
  const OperationRow& last = out.rows.back();
  out.waterfall_of = last.limit.text;
  out.waterfall = waterfall(topology, *made, one, last.rate);
  add_gains(topology, *made, last, out.latency, out);
  return out;
}

}  // namespace

Expected<OperationResult> run_h2d(const Topology& topology, const Parameters& parameters) {
  return run(Copy::h2d, topology, parameters);
}
Expected<OperationResult> run_d2h(const Topology& topology, const Parameters& parameters) {
  return run(Copy::d2h, topology, parameters);
}
Expected<OperationResult> run_p2p(const Topology& topology, const Parameters& parameters) {
  return run(Copy::p2p, topology, parameters);
}
Expected<OperationResult> run_copy(const Topology& topology, const Parameters& parameters) {
  return run(Copy::any, topology, parameters);
}

}  // namespace weft::app
