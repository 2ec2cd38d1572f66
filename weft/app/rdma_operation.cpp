// `rdma_write`, `rdma_read`, `rdma_latency`: messages between the NICs of two hosts that are alike.
//
// Main flow: the NIC, its line and what is behind it (nic_way.hpp) → headers by protocol → rates of
// messages in a row (link/message_rate.hpp), or the terms of one that goes alone.
#include "weft/app/nic_way.hpp"
#include "weft/app/operations.hpp"
#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/messages.hpp"
#include "weft/facts/protocols.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/infiniband.hpp"
#include "weft/link/message_rate.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

using topology::Topology;

enum class Verb { write, read };

struct Question {
  NicWay way;
  link::RdmaSetting setting;
  int hops = 1;  // switches between the two
  bool is_sum = false;
  std::string protocol;  // "InfiniBand" "RoCEv2" "iWARP"
};

// Headers of a packet, and what comes back for a byte.
Expected<void> set_protocol(const Parameters& parameters, Question& q) {
  const auto mtu = parameters.count("mtu", q.way.infiniband ? 4096 : 0, 256, 9216);
  if (!mtu) return tl::make_unexpected(mtu.error());
  const auto unfit = [&](const char* what) {
    return fail("OPTION_UNFIT", fmt::format("{} B is no {}", *mtu, what),
                fmt::format("Use {}.", link::kPathMtus));
  };
  if (q.way.infiniband) {
    if (!link::is_path_mtu(*mtu)) return unfit("path MTU of InfiniBand");
    q.protocol = "InfiniBand";
    q.setting.mtu = Bytes(*mtu);
    q.setting.overhead = link::infiniband_overhead(false);
    q.setting.answer = link::infiniband_load(*mtu, false).reverse;
    return {};
  }
  const bool iwarp = (q.way.adapter != nullptr && q.way.adapter->vendor == "chelsio") ||
                     parameters.get("verb") == "iwarp";
  link::EthernetFraming framing;
  framing.protocol = iwarp ? link::EthernetProtocol::iwarp : link::EthernetProtocol::rocev2;
  q.protocol = iwarp ? "iWARP" : "RoCEv2";
  if (!iwarp && *mtu > 0 && !link::is_path_mtu(*mtu)) return unfit("path MTU of RoCE");
  framing.mtu = *mtu;
  const link::Frame frame = link::ethernet_frame(framing);
  q.setting.mtu = Bytes(frame.payload);
  q.setting.overhead = frame.wire - frame.payload;
  q.setting.answer = link::ethernet_load(framing).reverse;
  return {};
}

Seconds hop_time(const NicWay& way) {
  const facts::MessageHop& hop = facts::messages().hop;
  if (way.infiniband)
    return nanoseconds(way.pam4 ? hop.infiniband_pam4_ns.value : hop.infiniband_ns.value);
  return nanoseconds(way.pam4 ? hop.ethernet_pam4_ns.value : hop.ethernet_ns.value);
}

// Both adapters and their drivers, back to back, of a message in its request.
Seconds adapters_time(const NicWay& way) {
  const Seconds known = way.adapter != nullptr ? way.adapter->latency : Seconds(0);
  return known > Seconds(0) ? known : nanoseconds(facts::classes().latency.nic_ns.value);
}

Seconds fec_time(const NicWay& way) {
  return way.pam4 ? nanoseconds(facts::messages().rdma.fec_link_ns.value) : Seconds(0);
}

Seconds bare_latency(const Question& q) {
  return adapters_time(q.way) + fec_time(q.way) + static_cast<double>(q.hops) * hop_time(q.way);
}

Expected<Question> question(const Topology& topology, const Parameters& parameters) {
  const route::Router router(topology, parameters.policy);
  auto way = nic_way(router, parameters, Lines::rdma);
  if (!way) return tl::make_unexpected(std::move(way.error()));
  Question q;
  q.way = std::move(*way);
  if (auto set = set_protocol(parameters, q); !set)
    return tl::make_unexpected(std::move(set.error()));
  const auto qps = parameters.count("qps", 1, 1, 65536);
  if (!qps) return tl::make_unexpected(qps.error());
  const auto loopback = parameters.flag("loopback");
  if (!loopback) return tl::make_unexpected(loopback.error());
  const auto hops = parameters.count("switch_hops", *loopback ? 0 : 1, 0, 16);
  if (!hops) return tl::make_unexpected(hops.error());
  q.hops = *hops;
  const auto mpi = parameters.flag("mpi");
  if (!mpi) return tl::make_unexpected(mpi.error());
  const auto duplex = parameters.word("duplex", {"one_direction", "per_direction", "sum"});
  if (!duplex) return tl::make_unexpected(duplex.error());
  q.is_sum = *duplex == "sum";
  q.setting.both_ways = *duplex != "one_direction";
  const auto transport = parameters.word("transport", {"gdr", "host_staged"});
  if (!transport) return tl::make_unexpected(transport.error());
  if (*transport == "host_staged") {
    if (parameters.has("gdr") && parameters.get("gdr") != "false")
      return fail("OPTION_UNFIT", "GPUDirect RDMA stages nothing in host memory",
                  "Leave --gdr or --transport host_staged out.");
    const auto staging = staging_rate(router, q.way);
    if (!staging) return tl::make_unexpected(staging.error());
    q.setting.staging = *staging;
  }
  const auto window = parameters.count("window", 0, 1, 1 << 20);
  if (!window) return tl::make_unexpected(window.error());
  q.setting.line = std::min(q.way.line->capacity(), q.way.share);
  q.setting.host = q.way.host;
  q.setting.queue_pairs = *qps;
  q.setting.mpi = *mpi;
  q.setting.under_way = *window;
  q.setting.round_trip = 2.0 * bare_latency(q);
  if (q.way.adapter != nullptr) q.setting.message_rate = q.way.adapter->message_rate_mpps * 1e6;
  return q;
}

void describe(const Question& q, const char* what, OperationResult& out) {
  out.how = fmt::format("{} of {}, {} with packets of {:.0f} B, {} switch{} between{}", what,
                        q.way.name, q.protocol, q.setting.mtu.value(), q.hops,
                        q.hops == 1 ? "" : "es", q.setting.mpi ? ", by MPI" : "");
  out.way = q.setting.mpi ? "mpi" : "rdma";
}

explain::Cause cause_of(const Question& q, const link::MessageRate& found) {
  if (found.limit == "wire" && q.way.share < kUnlimited)
    return {"root-complex",
            "GPU memory reached through a host, by a way that is not stated",
            false,
            {}};
  if (found.limit == "wire") return {q.way.line->kind(), q.way.line->name(), false, {}};
  if (found.limit == "host") return {"pcie", q.way.host_name, false, {}};
  if (found.limit == "queue pair")
    return {"nic",
            fmt::format("{} queue pair{}, {} between messages", q.setting.queue_pairs,
                        q.setting.queue_pairs == 1 ? "" : "s",
                        print_time(nanoseconds(facts::messages().rdma.queue_gap_ns.value))),
            false,
            {}};
  if (found.limit == "staging")
    return {"pcie",
            fmt::format("copies through host memory at {}, in turns with messages",
                        print_rate(q.setting.staging)),
            false,
            {}};
  if (found.limit == "adapter") return {"nic", "messages a second of the adapter", false, {}};
  if (found.limit == "window") return {explain::kLatencyClass, "messages under way", false, {}};
  return {"cpu", "a process of MPI: calls and copies", false, {}};
}

std::vector<report::FactorLine> waterfall(const Question& q, Bytes size, Bandwidth rate) {
  auto lines = report::factor_lines(q.way.line->waterfall({}));
  // The line as such: its own framing is another one where the MTU is.
  while (lines.size() > 1 && lines.back().after < q.way.line->capacity() * (1 - 1e-9))
    lines.pop_back();
  const auto add = [&](const std::string& name, Bandwidth after, const std::string& source) {
    const double factor = after / lines.back().after;
    if (std::abs(factor - 1) < 1e-4) return;
    lines.push_back({name, "x " + print_number(factor), factor, after, source});
  };
  if (q.way.share < kUnlimited)
    add("GPU memory through a host", q.way.share,
        to_string(facts::messages().rdma.gdr_share.evidence));
  const double wire = link::message_wire_bytes(size, q.setting.mtu, q.setting.overhead, 16) +
                      (q.setting.both_ways ? q.setting.answer * size.value() : 0);
  const Bandwidth framed = lines.back().after * (size.value() / wire);
  add(fmt::format("{} headers of packets of {:.0f} B", q.protocol, q.setting.mtu.value()), framed,
      to_string(facts::protocols().rdma.bth.evidence));
  add(q.setting.staging < kUnlimited ? "copies through host memory, gaps between messages"
                                     : "gaps between messages, and PCIe",
      rate, to_string(facts::messages().rdma.queue_gap_ns.evidence));
  return lines;
}

Expected<OperationResult> run(const Topology& topology, const Parameters& parameters, Verb verb) {
  auto q = question(topology, parameters);
  if (!q) return tl::make_unexpected(std::move(q.error()));
  if (verb == Verb::read && q->setting.under_way == 0)
    q->setting.under_way = static_cast<int>(facts::messages().rdma.reads_under_way.value);
  OperationResult out;
  describe(*q, verb == Verb::read ? "reads" : "writes", out);
  out.latency = bare_latency(*q);
  for (const Bytes size : parameters.sizes) {
    const link::MessageRate found = link::rdma_rate(q->setting, size);
    OperationRow row;
    row.size = size;
    row.time = found.time;
    row.rate = q->is_sum ? found.rate * 2.0 : found.rate;
    row.limit = cause_of(*q, found);
    out.waterfall = waterfall(*q, size, found.rate);
    if (q->is_sum)
      out.waterfall.push_back({"both directions together", "x 2", 2, row.rate, "as asked"});
    out.rows.push_back(std::move(row));
  }
  out.waterfall_of = out.rows.back().limit.text;
  return out;
}

}  // namespace

Expected<OperationResult> run_rdma_write(const Topology& topology, const Parameters& parameters) {
  return run(topology, parameters, Verb::write);
}

Expected<OperationResult> run_rdma_read(const Topology& topology, const Parameters& parameters) {
  return run(topology, parameters, Verb::read);
}

Expected<OperationResult> run_rdma_latency(const Topology& topology, const Parameters& parameters) {
  const auto q = question(topology, parameters);
  if (!q) return tl::make_unexpected(q.error());
  const auto verb = parameters.word("verb", {"write", "read", "send", "iwarp"});
  if (!verb) return tl::make_unexpected(verb.error());
  const bool reads = *verb == "read";
  const auto kind = parameters.word(
      "latency_kind", {reads ? "round_trip" : "half_round_trip", "half_round_trip", "round_trip"});
  if (!kind) return tl::make_unexpected(kind.error());
  const facts::RdmaMessages& costs = facts::messages().rdma;
  const auto limit = parameters.bytes("inline_max", Bytes(costs.inline_bytes.value));
  if (!limit) return tl::make_unexpected(limit.error());

  const std::string adapter =
      q->way.adapter != nullptr ? to_string(q->way.adapter->evidence) : "classes.toml: adapters";
  OperationResult out;
  describe(*q, reads ? "a read" : "a message", out);
  for (const Bytes size : parameters.sizes) {
    OperationRow row;
    row.size = size;
    // A read goes there without data and comes back with it.
    const double ways = reads ? 2 : 1;
    row.terms = {{"software and both adapters", ways * adapters_time(q->way), adapter}};
    if (q->way.pam4)
      row.terms.push_back({"error correction of the link", ways * fec_time(q->way),
                           to_string(costs.fec_link_ns.evidence)});
    if (q->hops > 0)
      row.terms.push_back({fmt::format("{} switch{} and cable", q->hops, q->hops == 1 ? "" : "es"),
                           ways * static_cast<double>(q->hops) * hop_time(q->way),
                           "messages.toml: hops"});
    if (!reads && size > *limit)
      row.terms.push_back({"fetching what is not in the request", nanoseconds(costs.fetch_ns.value),
                           to_string(costs.fetch_ns.evidence)});
    const Bandwidth line = std::min(
        q->setting.line * (size.value() /
                           link::message_wire_bytes(size, q->setting.mtu, q->setting.overhead, 16)),
        q->setting.host);
    row.terms.push_back({"data on the wire", size / line, "the line's rate"});
    // The first packet is stored in the NICs before it goes on.
    const Bytes first = std::min(size, q->setting.mtu);
    if (q->setting.host < kUnlimited)
      row.terms.push_back({"first packet over PCIe on both sides", 2.0 * (first / q->setting.host),
                           "the link's rate"});
    const double part = reads ? (*kind == "round_trip" ? 1 : 0.5) : (*kind == "round_trip" ? 2 : 1);
    for (report::Term& term : row.terms) {
      term.time = term.time * part;
      row.time += term.time;
    }
    const bool is_data = size / line * part > row.time / 2.0;
    row.limit = is_data ? explain::Cause{q->way.line->kind(), q->way.line->name(), false, {}}
                        : explain::Cause{
                              explain::kLatencyClass, "software, adapters and switches", false, {}};
    out.rows.push_back(std::move(row));
  }
  out.latency = out.rows.back().time;
  out.waterfall_of = out.rows.back().limit.text;
  return out;
}

}  // namespace weft::app
