#include "weft/link/message_rate.hpp"

#include "weft/facts/messages.hpp"
#include "weft/facts/stacks.hpp"

#include <algorithm>
#include <cmath>

namespace weft::link {
namespace {

void at_least(MessageRate& found, Seconds time, const char* by) {
  if (time > found.time) found = {found.rate, time, by};
}

// Software of a process: a call, and copies in and out of eager messages.
Seconds mpi_time(const facts::MpiMessages& mpi, Bytes size, bool both_ways) {
  const double directions = both_ways ? 2 : 1;
  Seconds time = nanoseconds(mpi.message_ns.value) * (directions / 2);
  if (size < Bytes(mpi.eager_bytes.value))
    time += directions * (size / gigabytes_per_second(mpi.copy_GBps.value));
  return time;
}

}  // namespace

double message_wire_bytes(Bytes size, Bytes mtu, double overhead, double first) {
  const double packets = std::max(1.0, std::ceil(size / mtu));
  return size.value() + packets * overhead + first;
}

MessageRate rdma_rate(const RdmaSetting& setting, Bytes size) {
  constexpr double kFirstHeader = 16;  // address and length of a write or read
  const facts::Messages& costs = facts::messages();
  const double bytes = message_wire_bytes(size, setting.mtu, setting.overhead, kFirstHeader) +
                       (setting.both_ways ? setting.answer * size.value() : 0);
  MessageRate found{{}, Bytes(bytes) / setting.line, "wire"};
  at_least(found, size / setting.host, "host");
  // Fragment by fragment: the copy of one and its message take turns.
  if (setting.staging < kUnlimited) at_least(found, found.time + size / setting.staging, "staging");
  const Seconds moving = found.time;
  Seconds gap = nanoseconds(costs.rdma.queue_gap_ns.value);
  // Small messages leave together: the gap is that of fetching and starting bytes.
  if (setting.mpi && size < setting.mtu) gap = Seconds(0);
  if (setting.mpi && size >= Bytes(costs.mpi.eager_bytes.value))
    gap += nanoseconds(costs.mpi.rendezvous_ns.value);
  // The gap is the limit where it is more of the time than the bytes.
  const std::string mover = found.limit;
  at_least(found, (moving + gap) / static_cast<double>(setting.queue_pairs),
           gap > moving ? "queue pair" : mover.c_str());
  if (setting.message_rate > 0) at_least(found, Seconds(1 / setting.message_rate), "adapter");
  if (setting.under_way > 0)
    at_least(found,
             (setting.round_trip + moving) /
                 static_cast<double>(setting.under_way * setting.queue_pairs),
             "window");
  if (setting.mpi) at_least(found, mpi_time(costs.mpi, size, setting.both_ways), "MPI");
  found.rate = size / found.time;
  return found;
}

StreamRate tcp_rate(const TcpSetting& setting) {
  const facts::TcpMessages& costs = facts::messages().tcp;
  const double clock = facts::host_clock_GHz().value * 1e9;
  const int cores = setting.cores > 0 ? setting.cores : setting.streams;
  StreamRate found{.rate = setting.goodput, .limit = "wire"};
  const auto limit = [&](Bandwidth rate, const char* by) {
    if (rate < found.rate) {
      found.rate = rate;
      found.limit = by;
    }
  };
  limit(Bandwidth(setting.streams * clock / costs.receive_cycles.value), "receiving core");
  // Zero copy helps the sender only; what takes over on the other side copies as before.
  limit(Bandwidth(cores * clock / costs.application_cycles.value), "application");
  if (setting.window > Bytes(0) && setting.round_trip > Seconds(0))
    limit(setting.window * static_cast<double>(setting.streams) / setting.round_trip, "window");
  found.receive_cores = found.rate.value() * costs.receive_cycles.value / clock;
  found.receive_seconds_per_GB = costs.receive_cycles.value * 1e9 / clock;
  const double sending =
      setting.zerocopy ? costs.zerocopy_cycles.value : costs.application_cycles.value;
  found.send_seconds_per_GB = sending * 1e9 / clock;
  return found;
}

}  // namespace weft::link
