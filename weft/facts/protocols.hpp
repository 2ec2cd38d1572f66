// Bytes that network protocols add to each packet. Data: weft/facts/data/protocols.toml.
// All figures are bytes, except the two that count packets per acknowledgement.
#pragma once

#include "weft/facts/evidence.hpp"

namespace weft::facts {

struct EthernetBytes {
  Figure fixed;          // preamble, MAC header, FCS and gap: outside the MTU
  Figure minimum_frame;  // MAC header to FCS
  Figure vlan;
};

struct IpBytes {
  Figure ipv4;
  Figure ipv6;
  Figure tcp;
  Figure tcp_timestamps;
  Figure tcp_segments_per_ack;
  Figure udp;
};

struct RdmaBytes {
  Figure bth;
  Figure icrc;
  Figure vcrc;
  Figure reth;
  Figure aeth;
  Figure deth;
  Figure lrh;
  Figure grh;
  Figure packets_per_ack;
};

struct IwarpBytes {
  Figure mpa_length;
  Figure mpa_crc;
  Figure ddp_tagged;
  Figure marker;
  Figure marker_interval;
};

struct Protocols {
  EthernetBytes ethernet;
  IpBytes ip;
  RdmaBytes rdma;
  IwarpBytes iwarp;
};

const Protocols& protocols();

}  // namespace weft::facts
