// What a message between hosts costs beside its bytes, by protocol class.
// Data: weft/facts/data/messages.toml. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"

namespace weft::facts {

struct RdmaMessages {
  Figure queue_gap_ns;  // between messages of one queue pair
  Figure fetch_ns;      // of a message that is not in its request
  Figure inline_bytes;
  Figure reads_under_way;  // of a queue pair
  Figure gdr_share;        // of the line, GPU memory whose way is not known
  Figure fec_link_ns;      // a link of PAM4 lanes
};

struct MessageHop {
  Figure infiniband_ns;
  Figure infiniband_pam4_ns;
  Figure ethernet_ns;
  Figure ethernet_pam4_ns;
};

struct MpiMessages {
  Figure message_ns;
  Figure copy_GBps;
  Figure eager_bytes;
  Figure rendezvous_ns;
};

struct TcpMessages {
  Figure receive_cycles;      // a byte, of the core that receives a stream
  Figure application_cycles;  // a byte, of a core that sends or takes over
  Figure zerocopy_cycles;     // the same with MSG_ZEROCOPY
  Figure wakeup_us;           // one way, software of both hosts
};

struct Messages {
  RdmaMessages rdma;
  MessageHop hop;
  MpiMessages mpi;
  TcpMessages tcp;
};

const Messages& messages();

}  // namespace weft::facts
