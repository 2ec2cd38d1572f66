// `stream` and `memory_latency`: what the cores of a host get of its memory, near and far.
//
// Main flow: the CPU behind the NUMA node → its class (memory-access.toml) → the peak of one part,
// one socket or all → the kernel's share → the socket link where the memory is another socket's.
#include "weft/app/host_of.hpp"
#include "weft/app/operations.hpp"
#include "weft/base/parse.hpp"
#include "weft/facts/memory_access.hpp"
#include "weft/link/memory_access.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::app {
namespace {

using link::Placement;

Expected<Placement> placement_of(const Parameters& parameters) {
  const auto word = parameters.word("numa", {"local", "remote", "other_half", "interleaved"});
  if (!word) return tl::make_unexpected(word.error());
  if (*word == "remote") return Placement::remote;
  if (*word == "other_half") return Placement::other_part;
  if (*word == "interleaved") return Placement::interleaved;
  return Placement::local;
}

// What is asked, checked against the host.
struct Question {
  HostMemory host;
  Placement placement = Placement::local;
  int parts = 1;    // of a socket
  int sockets = 1;  // whose threads are busy
  const facts::MemoryAccess* access = nullptr;
};

Expected<Question> question(const topology::Topology& topology, const Parameters& parameters) {
  Question q;
  auto host = host_memory(topology, parameters.from);
  if (!host) return tl::make_unexpected(std::move(host.error()));
  q.host = std::move(*host);
  const auto placement = placement_of(parameters);
  if (!placement) return tl::make_unexpected(placement.error());
  q.placement = *placement;
  const auto cod = parameters.flag("cod");
  if (!cod) return tl::make_unexpected(cod.error());
  const auto parts = parameters.count("nps", *cod ? 2 : q.host.parts, 1, 8);
  if (!parts) return tl::make_unexpected(parts.error());
  q.parts = *parts;
  if (q.placement == Placement::other_part && q.parts == 1)
    return fail("OPTION_UNFIT", "a socket that is one NUMA node has no other half",
                "Give the parts of a socket: --nps 2, or --cod for cluster-on-die.");
  const auto sockets = parameters.count("sockets", 1, 1, q.host.sockets);
  if (!sockets) return tl::make_unexpected(sockets.error());
  q.sockets = *sockets;
  const bool crosses = q.placement == Placement::remote || q.placement == Placement::interleaved;
  if (crosses && q.host.sockets < 2)
    return fail("OPTION_UNFIT",
                fmt::format("'{}' has one socket, so no memory is remote", topology.name()),
                "Leave --numa out.");
  q.access = &facts::memory_access_of(q.host.cpu->name);
  return q;
}

std::string where(const Question& q) {
  switch (q.placement) {
    case Placement::local:
      return q.parts > 1 ? fmt::format("memory of the own part of {} of a socket", q.parts)
                         : "memory of the own socket";
    case Placement::other_part:
      return "memory of another part of the socket";
    case Placement::remote:
      return "memory of the other socket";
    case Placement::interleaved:
      return "pages in turns on both sockets";
  }
  return {};
}

Seconds far(const Question& q) {
  return nanoseconds(facts::remote_memory_ns(q.host.cpu->vendor).value);
}

}  // namespace

Expected<OperationResult> run_memory_latency(const topology::Topology& topology,
                                             const Parameters& parameters) {
  const auto q = question(topology, parameters);
  if (!q) return tl::make_unexpected(q.error());
  const link::LoadLatency latency =
      link::load_latency(*q->access, q->placement, q->parts > 1, far(*q));
  const std::string source = to_string(q->access->evidence);
  OperationResult out;
  out.how = fmt::format("{}, {}, {}", q->host.cpu->pretty, q->access->pretty, where(*q));
  out.way = "load";
  OperationRow row;
  row.time = latency.total();
  row.terms = {{"caches, mesh and memory of the socket", latency.own, source}};
  if (q->parts > 1) row.terms.push_back({"nearer controllers of a part", latency.split, source});
  if (latency.other > Seconds(0))
    row.terms.push_back({"from part to part of the socket", latency.other, source});
  if (latency.far > Seconds(0))
    row.terms.push_back(
        {q->placement == Placement::interleaved ? "over the socket link and back, every second load"
                                                : "over the socket link and back",
         latency.far, to_string(facts::remote_memory_ns(q->host.cpu->vendor).evidence)});
  row.limit = {explain::kLatencyClass, where(*q), false, {}};
  out.latency = row.time;
  out.waterfall_of = row.limit.text;
  out.rows.push_back(std::move(row));
  return out;
}

Expected<OperationResult> run_stream(const topology::Topology& topology,
                                     const Parameters& parameters) {
  const auto q = question(topology, parameters);
  if (!q) return tl::make_unexpected(q.error());
  const std::string named(parameters.has("kernel") ? parameters.get("kernel") : "read");
  const facts::StreamKernel* kernel = facts::find_stream_kernel(named);
  if (kernel == nullptr) {
    std::vector<std::string> known;
    for (const auto& each : facts::stream_kernels()) known.push_back(each.name);
    return fail("OPTION_UNFIT", fmt::format("there is no streaming kernel '{}'", named),
                fmt::format("Known are {}.", fmt::join(known, ", ")));
  }
  const auto cores = parameters.count("cores", 0, 1, 100000);
  if (!cores) return tl::make_unexpected(cores.error());

  const HostMemory& host = q->host;
  // MLC measures a node of its own; STREAM runs on whole sockets where these are counted.
  const bool is_mlc = named == "read" || named.starts_with("rw") || named == "write";
  const bool is_whole = q->sockets > 1 || (parameters.has("sockets") && !is_mlc);
  const int parts = is_whole ? 1 : q->parts;
  const Bandwidth peak = host.socket_peak / static_cast<double>(parts);
  const double share = link::stream_share(*q->access, kernel->writes);
  const Bandwidth own = peak * share;
  Bandwidth rate = link::placed_rate(q->placement, own, host.socket_link);
  explain::Cause limit{"memory",
                       fmt::format("{}: {} of {}", where(*q), print_rate(own), print_rate(peak)),
                       true, host.memory};
  if (rate < own || (q->placement == Placement::interleaved && rate < own * 2.0))
    limit = {"socket-link", host.socket_link_name, true, host.link};
  if (q->sockets > 1 && q->placement == Placement::interleaved)
    rate = std::min(own, rate);  // both sockets take of both memories
  const Bandwidth before = rate;
  if (*cores > 0) {
    const Seconds latency =
        link::load_latency(*q->access, q->placement, q->parts > 1, far(*q)).total();
    const Bandwidth window = link::line_window(*q->access, *cores, latency);
    if (window < rate) {
      limit = {
          "core",
          fmt::format("{} core{} with {} lines of 64 B under way in {}", *cores,
                      *cores == 1 ? "" : "s", print_number(q->access->lines), print_time(latency)),
          false,
          {}};
      rate = window;
    }
  }
  const Bandwidth one = rate;
  rate = rate * static_cast<double>(q->sockets);

  const std::string source = to_string(q->access->evidence);
  OperationResult out;
  out.how = fmt::format("{}, {}: {} of {}, {} socket{}", host.cpu->pretty, q->access->pretty,
                        kernel->name, where(*q), q->sockets, q->sockets == 1 ? "" : "s");
  out.way = kernel->name;
  out.waterfall.push_back({"peak of the memory channels", print_rate(peak),
                           in_gigabytes_per_second(peak), peak, to_string(host.cpu->evidence)});
  out.waterfall.push_back({"reads of all cores", "x " + print_number(q->access->read),
                           q->access->read, peak * q->access->read, source});
  if (kernel->writes > 0)
    out.waterfall.push_back({"turning between reads and writes",
                             "x " + print_number(share / q->access->read), share / q->access->read,
                             own, source});
  const auto step = [&](const char* name, Bandwidth after, const std::string& why) {
    const Bandwidth last = out.waterfall.back().after;
    if (after == last) return;
    out.waterfall.push_back({name, "x " + print_number(after / last), after / last, after, why});
  };
  step("what the socket link leaves", before, host.socket_link_source);
  step("what so many cores have under way", one, source);
  step("sockets", rate, "as asked");
  OperationRow row;
  row.rate = rate;
  row.limit = limit;
  out.waterfall_of = limit.text;
  out.rows.push_back(std::move(row));
  return out;
}

}  // namespace weft::app
