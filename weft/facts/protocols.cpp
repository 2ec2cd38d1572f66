#include "weft/facts/protocols.hpp"

#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

EthernetBytes read_ethernet(const Record& r) {
  return {.fixed = r.figure("fixed"),
          .minimum_frame = r.figure("minimum_frame"),
          .vlan = r.figure("vlan")};
}

IpBytes read_ip(const Record& r) {
  return {.ipv4 = r.figure("ipv4"),
          .ipv6 = r.figure("ipv6"),
          .tcp = r.figure("tcp"),
          .tcp_timestamps = r.figure("tcp_timestamps"),
          .tcp_segments_per_ack = r.figure("tcp_segments_per_ack"),
          .udp = r.figure("udp")};
}

RdmaBytes read_rdma(const Record& r) {
  return {.bth = r.figure("bth"),
          .icrc = r.figure("icrc"),
          .vcrc = r.figure("vcrc"),
          .reth = r.figure("reth"),
          .aeth = r.figure("aeth"),
          .deth = r.figure("deth"),
          .lrh = r.figure("lrh"),
          .grh = r.figure("grh"),
          .packets_per_ack = r.figure("packets_per_ack")};
}

IwarpBytes read_iwarp(const Record& r) {
  return {.mpa_length = r.figure("mpa_length"),
          .mpa_crc = r.figure("mpa_crc"),
          .ddp_tagged = r.figure("ddp_tagged"),
          .marker = r.figure("marker"),
          .marker_interval = r.figure("marker_interval")};
}

Protocols load() {
  const Document file("protocols.toml");
  const Record root = file.root();
  Protocols all{.ethernet = read_section(root, "ethernet", read_ethernet),
                .ip = read_section(root, "ip", read_ip),
                .rdma = read_section(root, "rdma", read_rdma),
                .iwarp = read_section(root, "iwarp", read_iwarp)};
  root.done();
  return all;
}

}  // namespace

const Protocols& protocols() {
  static const Protocols all = load();
  return all;
}

}  // namespace weft::facts
