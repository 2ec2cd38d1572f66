// RDMA messages and TCP streams between two hosts: rates and latencies from what each message,
// packet and byte costs.
//
// Messages of one queue pair follow one another with a gap; several queue pairs overlap until the
// wire or the adapter's message rate is full. A TCP stream is received by one core, and the
// application has cores of its own. Rates are of payload. Source: messages.toml.
#pragma once

#include "weft/base/units.hpp"

#include <string>

namespace weft::link {

// Bytes on the wire of a message in packets of at most `mtu`: headers of each, one more header for
// the first.
double message_wire_bytes(Bytes size, Bytes mtu, double overhead, double first);

struct RdmaSetting {
  Bandwidth line{0};  // wire bytes
  Bytes mtu{4096};
  double overhead = 0;            // bytes of a packet beside its payload
  double answer = 0;              // wire bytes the other way for a byte, where that is busy too
  Bandwidth host{kUnlimited};     // PCIe and memory of both hosts
  Bandwidth staging{kUnlimited};  // copies between device and host before a message can leave
  double message_rate = 0;        // of the adapter, a second; 0: not known
  int queue_pairs = 1;
  int under_way = 0;  // messages that wait for an answer at most; 0: enough
  Seconds round_trip{0};
  bool mpi = false;
  bool both_ways = false;
};

struct MessageRate {
  Bandwidth rate{0};
  Seconds time{0};    // a message
  std::string limit;  // "wire" "host" "queue pair" "adapter" "window" "MPI"
};

MessageRate rdma_rate(const RdmaSetting& setting, Bytes size);

struct TcpSetting {
  Bandwidth goodput{0};  // of the line
  int streams = 1;
  int cores = 0;  // of the application; 0: one a stream
  bool zerocopy = false;
  Bytes window{0};  // of each stream; 0: as large as it needs to be
  Seconds round_trip{0};
};

struct StreamRate {
  Bandwidth rate{0};
  std::string limit;                  // "wire" "receiving core" "application" "window"
  double receive_cores = 0;           // busy at that rate, of the host that receives
  double receive_seconds_per_GB = 0;  // of the CPU
  double send_seconds_per_GB = 0;
};

StreamRate tcp_rate(const TcpSetting& setting);

}  // namespace weft::link
