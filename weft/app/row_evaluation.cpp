#include "weft/app/row_evaluation.hpp"

#include "weft/app/library_machine.hpp"
#include "weft/app/row_options.hpp"
#include "weft/base/parse.hpp"
#include "weft/base/suggest.hpp"
#include "weft/collective/cost_model.hpp"
#include "weft/collective/in_network.hpp"
#include "weft/facts/classes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

using collective::LibraryMachine;
using collective::Stack;
using facts::LibraryConstant;
using schedule::Collective;

Expected<RowMetric> metric_of(const io::ValidationRow& row, const char*& unit) {
  if (row.metric == "busbw_GBps" || row.metric == "bandwidth_GBps") {
    unit = "GB/s";
    return row.metric == "busbw_GBps" ? RowMetric::bus_bandwidth : RowMetric::bandwidth;
  }
  if (row.metric == "time_us" || row.metric == "latency_us") {
    unit = "us";
    return RowMetric::time;
  }
  return fail("ROW_METRIC", fmt::format("'{}' is no metric of rows", row.metric),
              "Known are busbw_GBps, bandwidth_GBps, time_us and latency_us.");
}

double of(const facts::LibraryValues& values, LibraryConstant which) {
  return values[static_cast<std::size_t>(which)];
}

double in_metric(RowMetric metric, Seconds time, Bytes size, double busbw_factor) {
  if (metric == RowMetric::time) return in_microseconds(time);
  const double rate = in_gigabytes_per_second(size / time);
  return metric == RowMetric::bus_bandwidth ? rate * busbw_factor : rate;
}

// All of a server's GPUs send to others, each message alone: issuing it, then its bytes through the
// NICs of one GPU, which messages across rails share with others that came for the same GPU.
RowPrediction incast(const LibraryCase& row, const facts::LibraryValues& values) {
  const double nics = in_gigabytes_per_second(row.machine.nic_rate) / row.machine.per_node *
                      of(values, LibraryConstant::efa_share);
  const double share = row.cross_rail ? of(values, LibraryConstant::incast_share) : 1;
  const double us = of(values, LibraryConstant::incast_message_us) / share +
                    row.size.value() * 1e-3 / (nics * share);
  return {in_metric(row.metric, microseconds(us), row.size, 1),
          fmt::format("NICs of a GPU at {:.1f} GB/s{}", nics * share,
                      row.cross_rail ? ", shared by messages from other rails" : "")};
}

// Tokens to the GPUs of their experts: over the fabric, or all over NICs where latency counts.
RowPrediction expert(const LibraryCase& row, const facts::LibraryValues& values) {
  const double share = of(values, LibraryConstant::expert_share);
  const LibraryMachine& m = row.machine;
  if (row.metric == RowMetric::bandwidth) {
    const bool inside = m.nodes == 1;
    const double rate = in_gigabytes_per_second(inside ? m.ring_rate : m.nic_rate / m.per_node);
    return {rate * share, inside ? "the fabric of the GPUs" : "NICs of a GPU"};
  }
  const double nic = in_gigabytes_per_second(m.nic_rate) / m.per_node * share;
  return {row.size.value() * 1e-3 / nic + of(values, LibraryConstant::infiniband_hop_us),
          fmt::format("NICs of a GPU at {:.1f} GB/s", nic)};
}

// MPI between hosts with one rank each, small messages: recursive doubling, or the switches add.
Expected<RowPrediction> host_ranks(const LibraryCase& row) {
  const facts::LatencyClass& latency = facts::classes().latency;
  const Seconds nic = nanoseconds(latency.nic_ns.value);
  const Seconds link = nanoseconds(latency.infiniband_link_ns.value);
  const Seconds one_switch = link + nanoseconds(latency.infiniband_switch_ns.value);
  const auto hosts = static_cast<std::uint64_t>(row.machine.ranks());
  const Bandwidth rate = row.machine.nic_rate;
  if (row.algorithm == "sharp") {
    constexpr std::uint32_t kPorts = 36;  // of the switches of SHARP's first two versions
    const std::uint32_t levels = collective::switch_levels(hosts, kPorts);
    const Seconds time = collective::sharp_all_reduce_time(levels, nic, one_switch, row.size, rate);
    return RowPrediction{in_metric(row.metric, time, row.size, 1),
                         fmt::format("{} levels of switches", levels)};
  }
  if (!row.algorithm.empty() && row.algorithm != "host_rd")
    return fail("ALGORITHM_UNFIT", fmt::format("'{}' is no algorithm of MPI here", row.algorithm),
                "Known are host_rd and sharp.");
  const double steps = collective::ceil_log2(hosts);
  const Seconds time = steps * (nic + link + row.size / rate);
  return RowPrediction{in_metric(row.metric, time, row.size, 1),
                       fmt::format("latency of {:.0f} steps", steps)};
}

}  // namespace

Expected<RowPrediction> LibraryCase::predict(const facts::LibraryValues& values) const {
  switch (kind) {
    case Kind::incast:
      return incast(*this, values);
    case Kind::expert:
      return expert(*this, values);
    case Kind::host_ranks:
      return host_ranks(*this);
    case Kind::collective:
      break;
  }
  const auto timed = collective::library_time(machine, collective, algorithm, size, values);
  if (!timed) return tl::make_unexpected(timed.error());
  const auto ranks = static_cast<std::uint64_t>(machine.ranks());
  return RowPrediction{in_metric(metric, timed->time, size, busbw_factor(collective, ranks)),
                       fmt::format("{} {}: {}", timed->algorithm, timed->protocol, timed->limit)};
}

Expected<const topology::Topology*> RowEvaluator::server(const io::ValidationRow& row) {
  std::string key = row.server;
  for (const auto& [name, value] : row.options)
    if (name.starts_with("hw.")) key += '|' + name + '=' + value;
  if (const auto known = servers_.find(key); known != servers_.end()) return known->second.get();
  auto built = server_of_row(catalog_, row);
  if (!built) return tl::make_unexpected(std::move(built.error()));
  auto kept = std::make_unique<const topology::Topology>(std::move(*built));
  return servers_.emplace(std::move(key), std::move(kept)).first->second.get();
}

Expected<LibraryMachine> RowEvaluator::machine(const io::ValidationRow& row) {
  const auto topology = server(row);
  if (!topology) return tl::make_unexpected(topology.error());
  const auto domain = parse_integer(row.option("nvl_domain"));
  const int gpus = static_cast<int>((*topology)->count(topology::ComponentKind::gpu));
  int per_node = (row.ranks + row.nodes - 1) / row.nodes;
  if (domain && *domain > 0) per_node = std::min<int>(row.ranks, static_cast<int>(*domain));
  const int nodes = std::max(1, row.ranks / std::max(1, per_node));
  if (nodes * per_node != row.ranks)
    return fail("ROW_SIZE", fmt::format("{} ranks do not fill {} nodes evenly", row.ranks, nodes),
                "Weft predicts rows with as many ranks on each node.");
  if (gpus > 0 && per_node > gpus)
    return fail(
        "ROW_SIZE",
        fmt::format("{} ranks a node, and {} has {} GPUs", per_node, (*topology)->name(), gpus),
        "Check nodes and ranks of the row.");
  route::Policy policy;
  policy.peer_access = row.option("transport") != "shm" && row.option("transport") != "host_staged";
  std::string key = fmt::format("{}|{}|{}|{}", static_cast<const void*>(*topology), nodes, per_node,
                                policy.peer_access);
  auto found = machines_.find(key);
  if (found == machines_.end()) {
    auto made = library_machine(**topology, nodes, per_node, policy);
    if (!made) return made;
    found = machines_.emplace(std::move(key), std::move(*made)).first;
  }
  LibraryMachine machine = found->second;
  if (find(catalog_.servers, row.server) == nullptr || machine.nic_rate <= Bandwidth(0))
    state_network(row, machine);
  apply_options(row, machine);
  if (nodes > 1 && machine.nic_rate <= Bandwidth(0))
    return fail("ROW_HARDWARE", fmt::format("{} has no network for several nodes", row.server),
                "State hw.nic and hw.net.");
  return machine;
}

Expected<LibraryCase> RowEvaluator::library_case(const io::ValidationRow& row,
                                                 Collective collective, RowMetric metric) {
  auto found = machine(row);
  if (!found) return tl::make_unexpected(std::move(found.error()));
  LibraryCase made{.machine = *found,
                   .collective = collective,
                   .algorithm = row.algorithm,
                   .size = Bytes(row.bytes.value_or(0)),
                   .metric = metric};
  made.is_low_latency = row.algorithm.starts_with("ep_ll_");
  made.is_combine = row.algorithm.ends_with("combine");
  if (row.option("lib") == "mpi")
    made.kind = LibraryCase::Kind::host_ranks;
  else if (row.option("pattern") == "incast")
    made.kind = LibraryCase::Kind::incast;
  else if (row.algorithm.starts_with("ep_"))
    made.kind = LibraryCase::Kind::expert;
  made.cross_rail = row.option("rail") == "cross";
  if (made.kind == LibraryCase::Kind::expert) {
    if (metric == RowMetric::time) {
      const auto bytes = expert_bytes(row);
      if (!bytes) return tl::make_unexpected(bytes.error());
      made.size = *bytes;
    }
  } else if (!row.bytes) {
    return fail("ROW_SIZE", "the row has no size", "State bytes.");
  }
  if (made.kind == LibraryCase::Kind::incast && made.machine.nodes < 2)
    return fail("ROW_OPTION", "incast is between servers, and there is one", "State nodes.");
  return made;
}

// By the operation's own models, whose figures are facts of hardware and software.
Expected<RowPrediction> RowEvaluator::run(const io::ValidationRow& row, const Operation& operation,
                                          RowMetric metric) {
  Parameters parameters;
  for (const auto& [key, value] : row.options) {
    if (value == "unstated") continue;  // the row's source does not say it
    if (heeds(operation, key))
      parameters.set(key, value);
    else if (!is_remark(key) && !is_hardware(key) && !is_noted(key))
      return fail(
          "ROW_OPTION", fmt::format("{} does not heed '{}'", row.operation, key),
          known_names(key, std::vector<std::string>(operation.keys.begin(), operation.keys.end())));
  }
  if (operation.sizes.use == Sizes::Use::needed && !row.bytes)
    return fail("ROW_SIZE", "the row has no size", "State bytes.");
  if (operation.sizes.use != Sizes::Use::none && row.bytes) parameters.sizes = {Bytes(*row.bytes)};
  const auto topology = server(row);
  if (!topology) return tl::make_unexpected(topology.error());
  const auto result = run_operation(operation, **topology, parameters);
  if (!result) return tl::make_unexpected(result.error());
  const report::OperationRow& first = result->rows.front();
  const bool is_rate = metric != RowMetric::time;
  if (is_rate && first.is_latency())
    return fail("ROW_METRIC", fmt::format("{} is a latency, not a bandwidth", row.operation),
                "State latency_us.");
  return RowPrediction{is_rate ? in_gigabytes_per_second(first.rate) : in_microseconds(first.time),
                       first.limit.text};
}

Expected<RowEvaluator::Evaluation> RowEvaluator::evaluate(const io::ValidationRow& row) {
  Evaluation done;
  const auto metric = metric_of(row, done.unit);
  if (!metric) return tl::make_unexpected(metric.error());
  const auto collective = schedule::parse_collective(row.operation);
  const Operation* operation = collective ? nullptr : find_operation(row.operation);
  if (operation != nullptr) {
    auto ran = run(row, *operation, *metric);
    if (!ran) return tl::make_unexpected(std::move(ran.error()));
    done.prediction = std::move(*ran);
    return done;
  }
  if (!collective || *collective == Collective::barrier)
    return fail("ROW_OPERATION", fmt::format("`weft predict` has no operation '{}'", row.operation),
                "`weft predict --help` lists them.");
  if (auto heeded = check_collective_options(row); !heeded)
    return tl::make_unexpected(std::move(heeded.error()));
  auto made = library_case(row, *collective, *metric);
  if (!made) return tl::make_unexpected(std::move(made.error()));
  const auto predicted = made->predict(facts::library_values());
  if (!predicted) return tl::make_unexpected(predicted.error());
  done.library = std::move(*made);
  done.prediction = *predicted;
  return done;
}

}  // namespace weft::app
