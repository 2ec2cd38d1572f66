// `tcp`: streams of kernel TCP between two hosts that are alike.
//
// Without sizes a steady rate; with sizes a message each, from application to application.
// Main flow: the Ethernet line and its frames → what cores, windows and the application allow
// (link/message_rate.hpp) → seconds of CPU for a gigabyte, and the latency of a message.
#include "weft/app/nic_way.hpp"
#include "weft/app/operations.hpp"
#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/messages.hpp"
#include "weft/facts/protocols.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/message_rate.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

using topology::Topology;

struct Question {
  NicWay way;
  link::TcpSetting setting;
  link::Frame frame;
  int hops = 1;
};

Seconds hops_time(const Question& q) {
  const facts::MessageHop& hop = facts::messages().hop;
  return static_cast<double>(q.hops) *
         nanoseconds(q.way.pam4 ? hop.ethernet_pam4_ns.value : hop.ethernet_ns.value);
}

Seconds hardware_time() { return nanoseconds(facts::classes().latency.nic_ns.value); }

Seconds software_time() { return microseconds(facts::messages().tcp.wakeup_us.value); }

Expected<Question> question(const Topology& topology, const Parameters& parameters) {
  const route::Router router(topology, parameters.policy);
  auto way = nic_way(router, parameters, Lines::ethernet);
  if (!way) return tl::make_unexpected(std::move(way.error()));
  Question q;
  q.way = std::move(*way);
  const auto mtu = parameters.count("mtu", 1500, 576, 9216);
  if (!mtu) return tl::make_unexpected(mtu.error());
  q.frame = link::ethernet_frame(
      {.protocol = link::EthernetProtocol::tcp, .mtu = *mtu, .timestamps = true});
  const auto streams = parameters.count("streams", 1, 1, 65536);
  if (!streams) return tl::make_unexpected(streams.error());
  const auto cores = parameters.count("cores", 0, 1, 4096);
  if (!cores) return tl::make_unexpected(cores.error());
  const auto zerocopy = parameters.flag("zerocopy");
  if (!zerocopy) return tl::make_unexpected(zerocopy.error());
  const auto window = parameters.bytes("window", Bytes(0));
  if (!window) return tl::make_unexpected(window.error());
  const auto hops = parameters.count("switch_hops", 1, 0, 16);
  if (!hops) return tl::make_unexpected(hops.error());
  q.hops = *hops;
  q.setting = {
      .goodput = std::min(q.way.line->capacity() * (q.frame.payload / q.frame.wire), q.way.host),
      .streams = *streams,
      .cores = *cores,
      .zerocopy = *zerocopy,
      .window = *window,
      .round_trip = 2.0 * (software_time() + hardware_time() + hops_time(q))};
  return q;
}

explain::Cause cause_of(const Question& q, const link::StreamRate& found) {
  const auto streams =
      fmt::format("{} stream{}", q.setting.streams, q.setting.streams == 1 ? "" : "s");
  if (found.limit == "wire") return {"ethernet", q.way.line->name(), false, {}};
  if (found.limit == "receiving core")
    return {"cpu", fmt::format("a core receives each of {}", streams), false, {}};
  if (found.limit == "application")
    return {"cpu",
            fmt::format("{} core{} of the application", q.setting.cores,
                        q.setting.cores == 1 ? "" : "s"),
            false,
            {}};
  return {explain::kLatencyClass,
          fmt::format("windows of {} of {} a round trip of {}", print_size(q.setting.window),
                      streams, print_time(q.setting.round_trip)),
          false,
          {}};
}

std::string source_of(const link::StreamRate& found) {
  const facts::TcpMessages& tcp = facts::messages().tcp;
  if (found.limit == "receiving core") return to_string(tcp.receive_cycles.evidence);
  if (found.limit == "application") return to_string(tcp.application_cycles.evidence);
  return "as asked";
}

std::vector<report::FactorLine> waterfall(const Question& q, const link::StreamRate& found) {
  const Bandwidth line = q.way.line->capacity();
  const double goodput = q.frame.payload / q.frame.wire;
  std::vector<report::FactorLine> lines = {
      {q.way.line->name(), print_rate(line), in_gigabytes_per_second(line), line,
       "the line, code and error correction taken off"},
      {fmt::format("frames of {:.0f} B payload in {:.0f} B", q.frame.payload, q.frame.wire),
       "x " + print_number(goodput), goodput, line * goodput,
       to_string(facts::protocols().ethernet.fixed.evidence)}};
  const double factor = found.rate / lines.back().after;
  if (std::abs(factor - 1) >= 1e-4)
    lines.push_back(
        {found.limit, "x " + print_number(factor), factor, found.rate, source_of(found)});
  return lines;
}

std::vector<report::Term> terms_of(const Question& q, Bytes size, Bandwidth rate) {
  return {{"interrupt, stack and wake-up", software_time(),
           to_string(facts::messages().tcp.wakeup_us.evidence)},
          {"adapters", hardware_time(), "classes.toml: adapters"},
          {fmt::format("{} switch{}", q.hops, q.hops == 1 ? "" : "es"), hops_time(q),
           "messages.toml: hops"},
          {"data", size / rate, "the rate of the stream"}};
}

}  // namespace

Expected<OperationResult> run_tcp(const Topology& topology, const Parameters& parameters) {
  const auto q = question(topology, parameters);
  if (!q) return tl::make_unexpected(q.error());
  const link::StreamRate found = link::tcp_rate(q->setting);
  OperationResult out;
  out.way = "kernel tcp";
  out.how = fmt::format(
      "{} stream{} of {} over {}; {} core{} busy with receiving, {} s/GB of CPU to send",
      q->setting.streams, q->setting.streams == 1 ? "" : "s", q->way.name, q->way.line->name(),
      print_number(found.receive_cores), found.receive_cores == 1 ? "" : "s",
      print_number(found.send_seconds_per_GB));
  out.latency = software_time() + hardware_time() + hops_time(*q);
  out.waterfall = waterfall(*q, found);
  const auto sizes = parameters.sizes.empty() ? std::vector{Bytes(0)} : parameters.sizes;
  for (const Bytes size : sizes) {
    OperationRow row;
    row.size = size;
    row.rate = found.rate;
    row.cpu_seconds_per_GB = found.receive_seconds_per_GB;
    row.limit = cause_of(*q, found);
    if (size > Bytes(0)) {
      row.terms = terms_of(*q, size, found.rate);
      for (const report::Term& term : row.terms) row.time += term.time;
      row.rate = size / row.time;
      if (size / found.rate < row.time / 2.0)
        row.limit = {explain::kLatencyClass, "software of both hosts", false, {}};
    }
    out.rows.push_back(std::move(row));
  }
  out.waterfall_of = out.rows.back().limit.text;
  return out;
}

}  // namespace weft::app
